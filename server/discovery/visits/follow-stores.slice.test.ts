import { describe, expect, test } from 'vitest'
import { dayOf, HOUR_MS, MINUTE_MS } from '#contracts/dates.ts'
import type { ProbeResult } from '#discovery/probe/probe-result.ts'
import { addCandidates } from '#server/discovery/candidates.ts'
import { createFactRetention } from '#server/discovery/upkeep/fact-retention.ts'
import { storeVisit } from '#testing/snapshots.ts'
import { correctFoundDays } from './found-times.ts'
import { readValidators } from './page-validators.ts'
import { createVisitRecorder } from './visit-stage.ts'
import { REVEALED, useDiscovery, visitsIn } from '#testing/discovery/discovery-harness.ts'

const ctx = useDiscovery()
const { candidateOf, record, visit, stores, eventKinds } = visitsIn(ctx)

const dueAt = async (host: string) =>
  (
    await ctx.db
      .selectFrom('candidates')
      .select('due_at')
      .where('host', '=', host)
      .executeTakeFirstOrThrow()
  ).due_at

test('an entry that appears while its host is visited still sets the day', async () => {
  const candidate = await candidateOf('lamp.example')
  const earlier = new Date('2026-03-09T12:00:00Z')
  await addCandidates(ctx.db, new Map([['lamp.example', earlier]]), {
    answer: 'pointing',
    logId: 'other',
    now: ctx.now(),
  })
  await correctFoundDays(ctx, ['lamp.example'])
  await record(candidate, storeVisit({ shopId: '70000000010', host: 'lamp.example' }))
  expect((await stores())[0]).toMatchObject({ found_day: '2026-03-09', found_at: earlier })
})

test('a store taken for old becomes newly launched once an early enough entry appears, and is revisited', async () => {
  const found = new Date('2026-03-10T09:00:00Z')
  const seed = {
    shopId: '70000000011',
    host: 'lamp.example',
    productsSince: '2026-01-05T00:00:00.000Z',
  }
  await visit('lamp.example', storeVisit(seed), found)
  expect((await stores())[0]?.launch_status).toBe('established')
  const early = new Date('2026-01-06T09:00:00Z')
  const about = { answer: 'pointing', logId: 'other', now: ctx.now() } as const
  await addCandidates(ctx.db, new Map([['lamp.example', early]]), about)
  await correctFoundDays(ctx, ['lamp.example'])
  expect((await stores())[0]).toMatchObject({ launch_status: 'new', found_day: '2026-01-06' })
  expect(
    await ctx.db
      .selectFrom('store_signals')
      .select(['at', 'path'])
      .where('kind', '=', 'first_certificate')
      .executeTakeFirst(),
  ).toEqual({ at: early, path: 'certificate log other' })
  expect(await dueAt('lamp.example')).toEqual(ctx.now())
})

test('a visit that reads a shop’s id and one that reads only its handle yield one store', async () => {
  const one = await candidateOf('lamp.example')
  const two = await candidateOf('lamp-shop.example')
  const recorder = createVisitRecorder(ctx)
  const whole = storeVisit({ shopId: '70000000013', host: 'lamp.example' })
  const handleOnly = storeVisit({ shopId: '70000000013', host: 'lamp-shop.example' })
  handleOnly.snapshot.shopId = null
  const first = recorder.record({
    candidate: await candidateOf('first.example'),
    result: { kind: 'not_a_store', reason: 'no_shop' },
  })
  await Promise.all([
    first,
    recorder.record({ candidate: one, result: whole }),
    recorder.record({ candidate: two, result: handleOnly }),
  ])
  expect(await stores()).toHaveLength(1)
})

test('a store whose shop is gone is recorded as closed once, keeps its day and is visited again', async () => {
  await visit('lamp.example', storeVisit({ shopId: '70000000014', host: 'lamp.example' }))
  const [before] = await stores()
  for (let visits = 0; visits < 2; visits += 1) {
    ctx.clock.advance(25 * HOUR_MS)
    await visit('lamp.example', { kind: 'not_a_store', reason: 'closed' })
  }
  expect((await stores())[0]).toMatchObject({ status: 'CLOSED', found_day: before?.found_day })
  expect(await eventKinds()).toEqual(['found', 'closed'])
  expect(await dueAt('lamp.example')).not.toBeNull()
  ctx.clock.advance(-50 * HOUR_MS)
})

test('a dead second domain of a store does not close the store', async () => {
  await visit('lamp-old.example', storeVisit({ shopId: '70000000015', host: 'lamp.example' }))
  for (const reason of ['closed', 'frozen', 'no_shop'] as const)
    await visit('lamp-old.example', { kind: 'not_a_store', reason })
  expect((await stores())[0]?.status).toBe('OPEN')
})

test('a shop that is clearly old is not followed, one that may be young is', async () => {
  const old = {
    shopId: '70000000016',
    host: 'old.example',
    productsSince: '2019-01-01T00:00:00.000Z',
  }
  await visit('old.example', storeVisit(old))
  await visit('young.example', storeVisit({ shopId: '70000000017', host: 'young.example' }))
  expect(await dueAt('old.example')).toBeNull()
  expect(await dueAt('young.example')).toEqual(new Date(REVEALED.getTime() + 24 * HOUR_MS))
})

test('lasting failures end the visits to an unknown host, never those to a followed store', async () => {
  await visit('lamp.example', storeVisit({ shopId: '70000000018', host: 'lamp.example' }))
  const dead: ProbeResult = { kind: 'retry', afterMs: 0, cause: 'network' }
  for (const host of ['lamp.example', 'stranger.example']) {
    for (let tries = 0; tries < 11; tries += 1) await visit(host, dead)
  }
  expect(await dueAt('stranger.example')).toBeNull()
  expect(await dueAt('lamp.example')).toEqual(new Date(REVEALED.getTime() + 24 * HOUR_MS))
})

test('a store that opens two weeks after we found it is visited twelve more times, the last on day 180 of its life', async () => {
  const seed = { shopId: '70000000027', host: 'lamp.example' }
  const start = ctx.now().getTime()
  const days: number[] = []
  await visit('lamp.example', storeVisit({ ...seed, status: 'password_protected' }))
  for (let due = await dueAt('lamp.example'); due; due = await dueAt('lamp.example')) {
    ctx.clock.advance(due.getTime() - ctx.now().getTime())
    const day = (due.getTime() - REVEALED.getTime()) / (24 * HOUR_MS)
    days.push(Math.floor(day))
    await visit(
      'lamp.example',
      storeVisit({ ...seed, status: day < 14 ? 'password_protected' : 'open' }),
    )
  }
  // The opening counts from the first hour of its UTC day.
  const launch = (await stores())[0]?.launch_day
  expect(launch).toBe('2026-03-24')
  expect(days).toEqual([
    1,
    3,
    7,
    14,
    ...[1, 3, 7, 14, 30, 60, 90, 180].map((rung) => 14 + rung - 1),
  ])
  expect((await stores())[0]?.alive_on).toBe('2026-09-20')
  ctx.clock.advance(start - ctx.now().getTime())
})

test.each([
  ['no_shop', 'closed', 'closed'],
  ['closed', 'closed', 'closed'],
  ['frozen', 'frozen', 'frozen'],
  ['locked', 'locked', 'locked'],
] as const)(
  'a store that the platform reports as %s is closed, and reopens when it answers again',
  async (reason, outcome, told) => {
    await visit('lamp.example', storeVisit({ shopId: '70000000020', host: 'lamp.example' }))
    await visit('lamp.example', { kind: 'not_a_store', reason })
    expect((await stores())[0]?.status).toBe('CLOSED')
    const candidate = await ctx.db
      .selectFrom('candidates')
      .select('outcome')
      .executeTakeFirstOrThrow()
    expect(candidate.outcome).toBe(outcome)
    const closed = await ctx.db
      .selectFrom('store_events')
      .select(['source_url', 'path'])
      .where('kind', '=', 'closed')
      .execute()
    expect(closed).toEqual([{ source_url: 'https://lamp.example/', path: `answer: ${told}` }])
    await visit('lamp.example', storeVisit({ shopId: '70000000020', host: 'lamp.example' }))
    expect((await stores())[0]?.status).toBe('OPEN')
    expect(await eventKinds()).toEqual(['found', 'closed', 'reopened'])
  },
)

test.each([
  'challenge',
  'network',
  'headless',
  'other_platform',
  'unclear',
  'too_large',
  'unreadable',
] as const)('a store is not closed by %s', async (word) => {
  await visit('lamp.example', storeVisit({ shopId: '70000000021', host: 'lamp.example' }))
  const result: ProbeResult =
    word === 'challenge' || word === 'network'
      ? { kind: 'retry', cause: word, afterMs: 24 * HOUR_MS }
      : { kind: 'not_a_store', reason: word }
  await visit('lamp.example', result)
  expect((await stores())[0]?.status).toBe('OPEN')
  expect(await eventKinds()).toEqual(['found'])
})

test('a setting adds visits on the first day of a followed store', async () => {
  const candidate = await candidateOf('lamp.example', ctx.now())
  const config = { ...ctx.config, RECHECK_EARLY_MINUTES: [3, 20] }
  const result = storeVisit({ shopId: '70000000027', host: 'lamp.example' })
  await createVisitRecorder({ ...ctx, config }).record({ candidate, result })
  expect(await dueAt('lamp.example')).toEqual(new Date(ctx.now().getTime() + 3 * MINUTE_MS))
})

describe('unchanged pages', () => {
  const pages = ['meta.json', ''].map((path) => ({
    url: `https://lamp.example/${path}`,
    etag: `"${path}1"`,
    lastModified: null,
  }))
  const read = (status: 'open' | 'password_protected' = 'open'): ProbeResult => ({
    ...storeVisit({ shopId: '70000000025', host: 'lamp.example', status }),
    ...(status === 'open' && { validators: pages }),
  })
  const known = async () =>
    (await readValidators(ctx.db, ['lamp.example', 'other.example'])).get('lamp.example')

  test('leave a store as it is, mark it checked and plan the next visit', async () => {
    await visit('lamp.example', read())
    expect(await known()).toEqual(expect.arrayContaining(pages))
    const [before] = await stores()
    ctx.clock.advance(25 * HOUR_MS)
    await visit('lamp.example', { kind: 'unchanged', finalHost: 'lamp.example' })
    expect(await stores()).toEqual([
      { ...before, alive_on: dayOf(ctx.now()), last_checked_at: ctx.now() },
    ])
    expect(await eventKinds()).toEqual(['found'])
    expect(await dueAt('lamp.example')).toEqual(new Date(REVEALED.getTime() + 3 * 24 * HOUR_MS))
    ctx.clock.advance(-25 * HOUR_MS)
  })

  test('are not assumed for a store that closed or set a password: it is read in full', async () => {
    await visit('lamp.example', read())
    await visit('lamp.example', { kind: 'not_a_store', reason: 'closed' })
    expect(await known()).toBeUndefined()
    await visit('lamp.example', read())
    expect(await known()).toHaveLength(2)
    await visit('lamp.example', read('password_protected'))
    expect(await ctx.db.selectFrom('page_validators').select('url').execute()).toEqual([])
  })

  test('confirm what they show, and nothing that other pages show', async () => {
    await visit('lamp.example', read())
    const seenAt = async (url: string) => {
      const facts = ctx.db
        .selectFrom('store_facts')
        .select('observed_at')
        .where('source_url', '=', url)
      return [...new Set((await facts.execute()).map(({ observed_at }) => observed_at.getTime()))]
    }
    const [home, other] = ['https://lamp.example/', 'https://lamp.example/pages/contact']
    await ctx.db
      .updateTable('store_facts')
      .set({ source_url: home })
      .where('key', '<>', 'name')
      .execute()
    await ctx.db
      .updateTable('store_facts')
      .set({ source_url: other })
      .where('key', '=', 'name')
      .execute()
    const [contact] = await seenAt(other)
    ctx.clock.advance(25 * HOUR_MS)
    await visit('lamp.example', { kind: 'unchanged', finalHost: 'lamp.example' })
    expect(await seenAt(home)).toEqual([ctx.now().getTime()])
    expect(await seenAt(other)).toEqual([contact])
    ctx.clock.advance(-25 * HOUR_MS)
  })

  test('are read in full again once facts have been deleted', async () => {
    await visit('lamp.example', read())
    ctx.clock.advance(181 * 24 * HOUR_MS)
    await createFactRetention(ctx)()
    expect(await known()).toBeUndefined()
    ctx.clock.advance(-181 * 24 * HOUR_MS)
  })

  test('leave no validators for a shop that is not followed', async () => {
    const old = {
      shopId: '70000000026',
      host: 'old.example',
      productsSince: '2019-01-01T00:00:00.000Z',
    }
    await visit('old.example', { ...storeVisit(old), validators: pages })
    expect(await ctx.db.selectFrom('page_validators').select('url').execute()).toEqual([])
  })
})
