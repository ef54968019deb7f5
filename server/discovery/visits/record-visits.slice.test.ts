import { expect, test } from 'vitest'
import type { ProbeResult } from '#discovery/probe/probe-result.ts'
import { addCandidates, type Candidate, claimCandidates } from '#server/discovery/candidates.ts'
import { storeVisit } from '#testing/snapshots.ts'
import { correctFoundDays } from './found-times.ts'
import { createVisitRecorder } from './visit-stage.ts'
import { useDiscovery, visitsIn } from '#testing/discovery/discovery-harness.ts'

const ctx = useDiscovery()
const { record, reveal, stores } = visitsIn(ctx)

async function candidateOf(host: string, revealedAt?: Date): Promise<Candidate> {
  await reveal(host, revealedAt)
  const [candidate] = await claimCandidates(ctx.db, {
    stage: 'visit',
    limit: 1,
    now: ctx.now(),
    leaseMs: 60_000,
  })
  if (!candidate) throw new Error('nothing was due')
  return candidate
}

const visit = async (host: string, result: ProbeResult, revealedAt?: Date) =>
  record(await candidateOf(host, revealedAt), result)

test('a visit recorded twice leaves one store with the same rows', async () => {
  const candidate = await candidateOf('lamp.example')
  const result = storeVisit({
    shopId: '70000000001',
    host: 'lamp.example',
    productTitles: ['Desk lamp', 'Floor lamp'],
    email: 'info@lamp.example',
  })
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
  expect(await ctx.db.selectFrom('store_events').select('kind').execute()).toEqual([
    { kind: 'found' },
  ])
})

test('a shop visited under two domains at once is one store', async () => {
  const one = await candidateOf('lamp.example')
  const two = await candidateOf('lamp-shop.example')
  await Promise.all([
    record(one, storeVisit({ shopId: '70000000002', host: 'lamp.example' })),
    record(two, storeVisit({ shopId: '70000000002', host: 'lamp.example' })),
  ])
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
    recorder.record({
      candidate: good,
      result: storeVisit({ shopId: '70000000007', host: 'lamp.example' }),
    }),
  ])
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect((await stores()).map((store) => store.domain).toSorted()).toEqual([
    'first.example',
    'lamp.example',
  ])
})

test('a domain taken over by another shop does not merge the two', async () => {
  await visit('lamp.example', storeVisit({ shopId: '70000000003', host: 'lamp.example' }))
  await visit('lamp2.example', storeVisit({ shopId: '70000000004', host: 'lamp.example' }))
  expect((await stores()).map((store) => store.shop_id)).toEqual(['70000000003', '70000000004'])
})

test('a store keeps the earliest day a log revealed it', async () => {
  await visit('lamp.example', storeVisit({ shopId: '70000000005', host: 'lamp.example' }))
  const earlier = new Date('2026-03-08T23:59:59Z')
  await addCandidates(ctx.db, new Map([['lamp.example', earlier]]), {
    answer: 'pointing',
    logId: 'other',
    now: ctx.now(),
  })
  await correctFoundDays(ctx, ['lamp.example'])
  expect((await stores())[0]).toMatchObject({ found_day: '2026-03-08', found_at: earlier })
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
    await visit('odd.example', result)
    const row = await ctx.db
      .selectFrom('candidates')
      .selectAll()
      .where('host', '=', 'odd.example')
      .executeTakeFirstOrThrow()
    expect(row.outcome).toBe(expected.outcome)
    expect(row.due_at && row.due_at.getTime() - ctx.now().getTime()).toBe(expected.dueInMs)
    expect(row.claimed_until).toBeNull()
    expect(await stores()).toEqual([])
  },
)

test('a claimed host is not claimed again until its lease expires', async () => {
  await candidateOf('slow.example')
  const claim = () =>
    claimCandidates(ctx.db, { stage: 'visit', limit: 5, now: ctx.now(), leaseMs: 60_000 })
  expect(await claim()).toEqual([])
  ctx.clock.advance(60_001)
  expect((await claim()).map((one) => one.host)).toEqual(['slow.example'])
  ctx.clock.advance(-60_001)
})
