import { addDays, DAY_MS, dayOf } from '#contracts/dates.ts'
import type { ClusterId } from '#contracts/ids.ts'
import { describe, expect, test } from 'vitest'
import { insertProduct, insertStore, insertTrend, removeStore } from '#testing/factories.ts'
import { useTestApp } from '#testing/shared-app.ts'

const app = useTestApp()

const stats = async (query = '') => (await app.anonymous(`/api/public/stats${query}`)).json()
const highlights = async () => (await app.anonymous('/api/public/highlights')).json()
const SHARED_MS = 5_000

describe('public figures', () => {
  test('an empty database gives zeros and no made-up accuracy', async () => {
    expect(await stats()).toEqual({ totalStores: 0, totalProducts: 0, storesWithEmail: 0 })
    expect(await highlights()).toEqual({
      launched: 0,
      last24h: 0,
      today: { stores: 0, leads: 0 },
      lag: { stores: 0, p50Seconds: null, p90Seconds: null, seconds: [] },
      accuracy: null,
      recent: [],
      masked: [],
      proof: null,
      requestsPerSecond: app.ctx.config.PROBE_REQUESTS_PER_SECOND,
    })
    expect((await app.anonymous('/api/public/days')).json()).toEqual({ days: [] })
  })

  test(
    'counters count newly launched stores found on the given dates',
    {
      tags: [
        'product.trending-products',
        'product.merchant-leads',
        'stats.total-stores',
        'stats.total-products',
        'stats.stores-with-email',
        'calls.stats-date',
        'calls.stats-range',
        'calls.stats-reads',
      ],
    },
    async () => {
      const { db, clock } = app.ctx
      clock.advance(SHARED_MS)
      const first = await insertStore(db, {
        found_at: '2026-03-08T23:59:59.999Z',
        email: 'hello@a.example',
      })
      const second = await insertStore(db, { found_at: '2026-03-09T00:00:00.000Z' })
      await insertStore(db, {
        found_at: '2026-03-09T01:00:00.000Z',
        launch_status: 'established',
        email: 'x@b.example',
      })
      const lamp = await insertProduct(db, first)
      await insertTrend(db, lamp, '2026-03-08', { cluster: 1 as ClusterId })
      await insertTrend(db, lamp, '2026-03-09', { cluster: 1 as ClusterId })
      await insertTrend(db, await insertProduct(db, second), '2026-03-09')
      for (const [query, totalStores, totalProducts, storesWithEmail] of [
        ['?date=2026-03-08', 1, 1, 1],
        ['?date=2026-03-09', 1, 2, 0],
        ['?dateRangeFrom=2026-03-08&dateRangeTo=2026-03-09', 2, 2, 1],
        ['', 2, 2, 1],
      ] as const)
        expect([query, await stats(query)]).toEqual([
          query,
          { totalStores, totalProducts, storesWithEmail },
        ])
    },
  )

  test('visitors within a second share the counters, later ones get new ones', async () => {
    const { db, clock } = app.ctx
    const query = '?date=2026-03-07'
    expect((await stats(query)).totalStores).toBe(0)
    await insertStore(db, { found_at: '2026-03-07T12:00:00Z' })
    clock.advance(1_000)
    expect((await stats(query)).totalStores).toBe(0)
    clock.advance(1)
    expect((await stats(query)).totalStores).toBe(1)
    await db.deleteFrom('stores').where('found_day', '=', '2026-03-07').execute()
  })

  test('highlights show the three most recent new stores', async () => {
    const { db } = app.ctx
    for (const hour of ['07', '08', '09']) {
      await insertStore(db, {
        name: `At ${hour}`,
        found_at: `2026-03-10T${hour}:00:00Z`,
        country: null,
        product_count: null,
      })
    }
    app.ctx.clock.advance(SHARED_MS)
    const { recent, ...figures } = await highlights()
    expect(figures).toMatchObject({ launched: 5, last24h: 3 })
    expect(namesOf(recent)).toEqual(['At 09', 'At 08', 'At 07'])
    expect(recent[0]).toMatchObject({
      name: 'At 09',
      country: null,
      productCount: null,
      foundDay: '2026-03-10',
    })
    expect(figures.masked).toHaveLength(2)
    expect(Object.keys(figures.masked[0]).toSorted()).toEqual(
      'category country currency foundAt price productCount status'.split(' '),
    )
  })

  const namesOf = (stores: { name: string }[]) => stores.map(({ name }) => name)

  test('highlights of all visitors within five seconds share the figures, not the stores', async () => {
    app.ctx.clock.advance(SHARED_MS)
    const before = await highlights()
    const id = await insertStore(app.ctx.db, {
      name: 'Just found',
      found_at: '2026-03-10T09:30:00Z',
    })
    const { recent, launched: shared, last24h: lately } = await highlights()
    expect([shared, lately]).toEqual([before.launched, before.last24h])
    expect(namesOf(recent)[0]).toBe('Just found')
    app.ctx.clock.advance(SHARED_MS)
    const [launched, last24h] = [before.launched + 1, before.last24h + 1]
    expect(await highlights()).toMatchObject({ launched, last24h })
    await removeStore(app.ctx.db, id)
    expect(namesOf((await highlights()).recent)).toEqual(namesOf(before.recent))
  })

  test('highlights of the last 24 hours end at the minute, not at the day', async () => {
    const { db, clock } = app.ctx
    clock.advance(SHARED_MS)
    const before = await highlights()
    const dayAgo = clock.now().getTime() + SHARED_MS - DAY_MS
    for (const after of [-60_000, 60_000])
      await insertStore(db, { found_at: new Date(dayAgo + after) })
    clock.advance(SHARED_MS)
    const [launched, last24h] = [before.launched + 2, before.last24h + 1]
    expect(await highlights()).toMatchObject({ launched, last24h })
  })

  test('highlights of today count its launches and those with an address', async () => {
    const { db, clock } = app.ctx
    clock.advance(SHARED_MS)
    const { today } = await highlights()
    const found = { found_at: clock.now() }
    await insertStore(db, { ...found, email: 'hello@c.example' })
    await insertStore(db, found)
    await insertStore(db, { ...found, launch_status: 'established' })
    await insertStore(db, { found_at: addDays(dayOf(clock.now()), -1) })
    clock.advance(SHARED_MS)
    expect((await highlights()).today).toEqual({
      stores: today.stores + 2,
      leads: today.leads + 1,
    })
  })

  test('highlights show the last finished re-check', async () => {
    const run = {
      stores: 57,
      unreachable: 3,
      changed: 2,
      missing: 0,
      wrong: 3,
      started_at: '2026-03-10T03:20:00Z',
    }
    const finished = { ...run, compared: 500, correct: 495, finished_at: '2026-03-10T03:40:00Z' }
    await app.ctx.db
      .insertInto('accuracy_runs')
      .values([
        { ...finished, key: 'night:2026-03-10' },
        { ...finished, key: 'night:2026-03-09', correct: 1, finished_at: '2026-03-09T03:40:00Z' },
        { key: 'night:2026-03-11', started_at: '2026-03-11T03:20:00Z' },
      ])
      .execute()
    const { accuracy } = await highlights()
    expect(accuracy).toEqual({
      share: 0.99,
      sample: 57,
      measuredAt: '2026-03-10T03:40:00.000Z',
      compared: 500,
      correct: 495,
      changed: 2,
      wrong: 3,
      missing: 0,
    })
  })

  test('the days of the last year carry their counts, older ones are left out', async () => {
    const { db, clock } = app.ctx
    const today = dayOf(clock.now())
    for (const daysAgo of [300, 300, 365, 366])
      await insertStore(db, { found_at: `${addDays(today, -daysAgo)}T12:00:00Z` })
    clock.advance(SHARED_MS)
    const { days } = (await app.anonymous('/api/public/days')).json()
    expect(days[0]).toEqual({ day: addDays(today, -365), stores: 1 })
    expect(days[1]).toEqual({ day: addDays(today, -300), stores: 2 })
  })

  test('a public answer is cacheable for seconds, a refusal never', async () => {
    const cachedFor = async (query: string) =>
      (await app.anonymous(`/api/public/stats${query}`)).headers['cache-control']
    expect(await cachedFor('')).toBe('public, max-age=5')
    expect(await cachedFor('?date=x')).toBe('no-store')
  })
})
