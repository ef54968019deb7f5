import { beforeEach, describe, expect, test } from 'vitest'
import { dayOf, HOUR_MS, MINUTE_MS } from '#contracts/dates.ts'
import type { ProbeResult } from '#discovery/probe/probe-result.ts'
import { createFactRetention } from '#server/discovery/upkeep/fact-retention.ts'
import { storeVisit } from '#testing/snapshots.ts'
import { correctFoundDays } from './found-times.ts'
import { readValidators } from './page-validators.ts'
import { createVisitRecorder } from './visit-stage.ts'
import { REVEALED, useDiscovery, visitsIn } from '#testing/discovery/discovery-harness.ts'

const ctx = useDiscovery()
beforeEach(() => ctx.clock.set('2026-03-10T12:00:00Z'))
const { candidateOf, candidateRow, record, reveal, visit, store, stores, eventKinds } =
  visitsIn(ctx)

const OLD = { host: 'old.example', productsSince: '2019-01-01T00:00:00.000Z' }

const dueAt = async (host = 'lamp.example') => (await candidateRow(host)).due_at
const closed: ProbeResult = { kind: 'not_a_store', reason: 'closed' }
const unchanged: ProbeResult = { kind: 'unchanged', finalHost: 'lamp.example' }

test('an entry that appears while its host is visited still sets the day', async () => {
  const candidate = await candidateOf('lamp.example')
  const earlier = new Date('2026-03-09T12:00:00Z')
  await reveal('lamp.example', earlier, 'other')
  await correctFoundDays(ctx, ['lamp.example'])
  await record(candidate, storeVisit())
  expect(await store()).toMatchObject({ found_day: '2026-03-09', found_at: earlier })
})

test('a store taken for old becomes newly launched once an early enough entry appears, and is revisited', async () => {
  await visit('lamp.example', storeVisit({ productsSince: '2026-01-05T00:00:00.000Z' }))
  expect((await store()).launch_status).toBe('established')
  const early = new Date('2026-01-06T09:00:00Z')
  await reveal('lamp.example', early, 'other')
  await correctFoundDays(ctx, ['lamp.example'])
  expect(await store()).toMatchObject({ launch_status: 'new', found_day: '2026-01-06' })
  expect(
    await ctx.db
      .selectFrom('store_signals')
      .select(['at', 'path'])
      .where('kind', '=', 'first_certificate')
      .executeTakeFirst(),
  ).toEqual({ at: early, path: 'certificate log other' })
  expect(await dueAt()).toEqual(ctx.now())
})

test('a visit that reads a shop’s id and one that reads only its handle yield one store', async () => {
  const one = await candidateOf('lamp.example')
  const two = await candidateOf('lamp-shop.example')
  const recorder = createVisitRecorder(ctx)
  const whole = storeVisit()
  const handleOnly = storeVisit({ host: 'lamp-shop.example' })
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
  await visit('lamp.example', storeVisit())
  const { found_day } = await store()
  for (let visits = 0; visits < 2; visits += 1) {
    ctx.clock.advance(25 * HOUR_MS)
    await visit('lamp.example', closed)
  }
  expect(await store()).toMatchObject({ status: 'CLOSED', found_day })
  expect(await eventKinds()).toEqual(['found', 'closed'])
  expect(await dueAt()).not.toBeNull()
})

test('a dead second domain of a store does not close the store', async () => {
  await visit('lamp-old.example', storeVisit())
  for (const reason of ['closed', 'frozen', 'no_shop'] as const)
    await visit('lamp-old.example', { kind: 'not_a_store', reason })
  expect((await store()).status).toBe('OPEN')
})

test('a shop that is clearly old is not followed, one that may be young is', async () => {
  await visit('old.example', storeVisit(OLD))
  await visit('young.example', storeVisit({ shopId: '70000000017', host: 'young.example' }))
  expect(await dueAt('old.example')).toBeNull()
  expect(await dueAt('young.example')).toEqual(new Date(REVEALED.getTime() + 24 * HOUR_MS))
})

test('lasting failures end the visits to an unknown host, never those to a followed store', async () => {
  await visit('lamp.example', storeVisit())
  const dead: ProbeResult = { kind: 'retry', afterMs: 0, cause: 'network' }
  for (const host of ['lamp.example', 'stranger.example']) {
    for (let tries = 0; tries < 11; tries += 1) await visit(host, dead)
  }
  expect(await dueAt('stranger.example')).toBeNull()
  expect(await dueAt()).toEqual(new Date(REVEALED.getTime() + 24 * HOUR_MS))
})

test('a store that opens two weeks after we found it is visited twelve more times, the last on day 180 of its life', async () => {
  const days: number[] = []
  await visit('lamp.example', storeVisit({ status: 'password_protected' }))
  for (let due = await dueAt(); due; due = await dueAt()) {
    ctx.clock.advance(due.getTime() - ctx.now().getTime())
    const day = (due.getTime() - REVEALED.getTime()) / (24 * HOUR_MS)
    days.push(Math.floor(day))
    const status = day < 14 ? 'password_protected' : 'open'
    await visit('lamp.example', storeVisit({ status }))
  }
  // The opening counts from the first hour of its UTC day.
  expect(await store()).toMatchObject({ launch_day: '2026-03-24', alive_on: '2026-09-20' })
  expect(days).toEqual([
    1,
    3,
    7,
    14,
    ...[1, 3, 7, 14, 30, 60, 90, 180].map((rung) => 14 + rung - 1),
  ])
})

test.each([
  ['no_shop', 'closed'],
  ['closed', 'closed'],
  ['frozen', 'frozen'],
  ['locked', 'locked'],
] as const)(
  'a store that the platform reports as %s is closed, and reopens when it answers again',
  async (reason, outcome) => {
    await visit('lamp.example', storeVisit())
    await visit('lamp.example', { kind: 'not_a_store', reason })
    expect((await store()).status).toBe('CLOSED')
    expect((await candidateRow('lamp.example')).outcome).toBe(outcome)
    const closed = await ctx.db
      .selectFrom('store_events')
      .select(['source_url', 'path'])
      .where('kind', '=', 'closed')
      .execute()
    expect(closed).toEqual([{ source_url: 'https://lamp.example/', path: `answer: ${outcome}` }])
    await visit('lamp.example', storeVisit())
    expect((await store()).status).toBe('OPEN')
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
  await visit('lamp.example', storeVisit())
  const result: ProbeResult =
    word === 'challenge' || word === 'network'
      ? { kind: 'retry', cause: word, afterMs: 24 * HOUR_MS }
      : { kind: 'not_a_store', reason: word }
  await visit('lamp.example', result)
  expect((await store()).status).toBe('OPEN')
  expect(await eventKinds()).toEqual(['found'])
})

test('a setting adds visits on the first day of a followed store', async () => {
  const candidate = await candidateOf('lamp.example', ctx.now())
  const config = { ...ctx.config, RECHECK_EARLY_MINUTES: [3, 20] }
  await createVisitRecorder({ ...ctx, config }).record({ candidate, result: storeVisit() })
  expect(await dueAt()).toEqual(new Date(ctx.now().getTime() + 3 * MINUTE_MS))
})

describe('unchanged pages', () => {
  const pages = ['meta.json', ''].map((path) => ({
    url: `https://lamp.example/${path}`,
    etag: `"${path}1"`,
    lastModified: null,
  }))
  const read = (status: 'open' | 'password_protected' = 'open'): ProbeResult => ({
    ...storeVisit({ status }),
    ...(status === 'open' && { validators: pages }),
  })
  const known = async () =>
    (await readValidators(ctx.db, ['lamp.example', 'other.example'])).get('lamp.example')

  test('leave a store as it is, mark it checked and plan the next visit', async () => {
    await visit('lamp.example', read())
    expect(await known()).toEqual(expect.arrayContaining(pages))
    const before = await store()
    ctx.clock.advance(25 * HOUR_MS)
    await visit('lamp.example', unchanged)
    const seen = { alive_on: dayOf(ctx.now()), last_checked_at: ctx.now() }
    expect(await stores()).toEqual([{ ...before, ...seen }])
    expect(await eventKinds()).toEqual(['found'])
    expect(await dueAt()).toEqual(new Date(REVEALED.getTime() + 3 * 24 * HOUR_MS))
  })

  test('are not assumed for a store that closed or set a password: it is read in full', async () => {
    await visit('lamp.example', read())
    await visit('lamp.example', closed)
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
    const update = ctx.db.updateTable('store_facts')
    await update.set({ source_url: home }).where('key', '<>', 'name').execute()
    await update.set({ source_url: other }).where('key', '=', 'name').execute()
    const [contact] = await seenAt(other)
    ctx.clock.advance(25 * HOUR_MS)
    await visit('lamp.example', unchanged)
    expect(await seenAt(home)).toEqual([ctx.now().getTime()])
    expect(await seenAt(other)).toEqual([contact])
  })

  test('are read in full again once facts have been deleted', async () => {
    await visit('lamp.example', read())
    ctx.clock.advance(181 * 24 * HOUR_MS)
    await createFactRetention(ctx)()
    expect(await known()).toBeUndefined()
  })

  test('leave no validators for a shop that is not followed', async () => {
    await visit('old.example', { ...storeVisit(OLD), validators: pages })
    expect(await ctx.db.selectFrom('page_validators').select('url').execute()).toEqual([])
  })
})
