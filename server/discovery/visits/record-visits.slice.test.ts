import { expect, test } from 'vitest'
import type { ProbeResult } from '#discovery/probe/probe-result.ts'
import { storeVisit } from '#testing/snapshots.ts'
import { correctFoundDays } from './found-times.ts'
import { createVisitRecorder } from './visit-stage.ts'
import { useDiscovery, visitsIn } from '#testing/discovery/discovery-harness.ts'

const ctx = useDiscovery()
const { record, reveal, candidateOf, candidateRow, claim, visit, store, stores, eventKinds } =
  visitsIn(ctx)

const claimed = async () => (await claim()).map(({ host }) => host)

test('a visit recorded twice leaves one store with the same rows', async () => {
  const candidate = await candidateOf('lamp.example')
  const productTitles = ['Desk lamp', 'Floor lamp']
  const result = storeVisit({ productTitles, email: 'info@lamp.example' })
  await record(candidate, result)
  const first = await stores()
  await record(candidate, result)
  expect(await stores()).toEqual(first)
  expect(first).toHaveLength(1)
  expect(first[0]).toMatchObject({
    domain: 'lamp.example',
    found_day: '2026-03-10',
    launch_status: 'new',
    email: 'info@lamp.example',
    slug: 'shop-70000000001',
  })
  expect(await ctx.db.selectFrom('products').select('title').orderBy('title').execute()).toEqual([
    { title: 'Desk lamp' },
    { title: 'Floor lamp' },
  ])
  expect(await eventKinds()).toEqual(['found'])
})

test('a shop visited under two domains at once is one store', async () => {
  const one = await candidateOf('lamp.example')
  const two = await candidateOf('lamp-shop.example')
  await Promise.all([record(one, storeVisit()), record(two, storeVisit())])
  expect(await stores()).toHaveLength(1)
})

test('a visit that cannot be written fails without affecting others', async () => {
  const recorder = createVisitRecorder(ctx)
  const good = await candidateOf('lamp.example')
  const bad = await candidateOf('bad.example')
  const broken = storeVisit({ shopId: '70000000008', host: 'bad.example' })
  broken.snapshot.signals.push({
    ...broken.snapshot.signals[0],
    at: 'no time',
  } as (typeof broken.snapshot.signals)[number])
  const outcomes = await Promise.allSettled([
    recorder.record({
      candidate: await candidateOf('first.example'),
      result: storeVisit({ shopId: '70000000009', host: 'first.example' }),
    }),
    recorder.record({ candidate: bad, result: broken }),
    recorder.record({ candidate: good, result: storeVisit() }),
  ])
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect((await stores()).map((store) => store.domain).toSorted()).toEqual([
    'first.example',
    'lamp.example',
  ])
})

test('a domain taken over by another shop does not merge the two', async () => {
  await visit('lamp.example', storeVisit({ shopId: '70000000003' }))
  await visit('lamp2.example', storeVisit({ shopId: '70000000004' }))
  expect((await stores()).map((store) => store.shop_id)).toEqual(['70000000003', '70000000004'])
})

test('a store keeps the earliest day a log revealed it', async () => {
  await visit('lamp.example', storeVisit())
  const earlier = new Date('2026-03-08T23:59:59Z')
  await reveal('lamp.example', earlier, 'other')
  await correctFoundDays(ctx, ['lamp.example'])
  expect(await store()).toMatchObject({ found_day: '2026-03-08', found_at: earlier })
})

test.each<[string, ProbeResult, { outcome: string; dueInMs: number | null }]>([
  [
    'asks for a minute',
    { kind: 'retry', afterMs: 60_000, cause: 'throttled' },
    { outcome: 'throttled', dueInMs: 60_000 },
  ],
  [
    'does not answer',
    { kind: 'retry', afterMs: 0, cause: 'timeout' },
    { outcome: 'timeout', dueInMs: 45_000 },
  ],
  [
    'is no shop',
    { kind: 'not_a_store', reason: 'other_platform' },
    { outcome: 'other_platform', dueInMs: null },
  ],
])(
  'a host that %s is planned by its outcome and publishes nothing',
  async (_, result, expected) => {
    await reveal('odd.example')
    expect(await claimed()).toEqual(['odd.example'])
    await visit('odd.example', result)
    const row = await candidateRow('odd.example')
    expect(row.outcome).toBe(expected.outcome)
    expect(row.due_at && row.due_at.getTime() - ctx.now().getTime()).toBe(expected.dueInMs)
    expect(row.claimed_until).toBeNull()
    expect(await stores()).toEqual([])
  },
)

test('a claimed host is not claimed again until its lease expires', async () => {
  await reveal('slow.example')
  expect(await claimed()).toEqual(['slow.example'])
  expect(await claimed()).toEqual([])
  ctx.clock.advance(60_001)
  expect(await claimed()).toEqual(['slow.example'])
  ctx.clock.advance(-60_001)
})
