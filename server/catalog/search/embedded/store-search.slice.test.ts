import { HOUR_MS } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { marksOf } from '#testing/account-marks.ts'
import { changeStore, insertStore, insertStores, removeStore } from '#testing/factories.ts'
import { createRandom, pick } from '#testing/random.ts'
import { createTestContext } from '#testing/test-context.ts'
import { pruneFeed, readFeedState } from '#server/catalog/search/change-feed.ts'
import {
  EVERYTHING,
  type StoreMatch,
  type StoreOrder,
  type StoreQuery,
  type StoreSearch,
} from '#server/catalog/search/search.ts'
import { createStoreSearch } from './store-search.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const ctx = sharedByTests(createTestContext)
beforeEach(() => ctx.db.deleteFrom('stores').execute())

const FRENCH: StoreQuery = {
  ...EVERYTHING,
  choices: { country: { include: ['FR'], exclude: [], unknown: false } },
}
const BY_ID = { sortBy: 'foundAt', direction: 'asc' } as const
const NO_STORE = -1 as StoreId

const firstIds = async (match: StoreMatch, size: number, order: StoreOrder = BY_ID) =>
  (await match.page(order, { offset: 0, size })).stores.map(({ id }) => id)

async function idsOf(search = ctx.storeSearch, query = EVERYTHING): Promise<number[]> {
  const match = await search.find(query)
  const ids = await firstIds(match, 100)
  expect(ids).toHaveLength(match.total)
  return ids.toSorted((a, b) => a - b)
}

const GERMAN = { country: { include: ['DE'], exclude: [], unknown: true } }
const CARRIED: StoreQuery[] = [
  EVERYTHING,
  { ...EVERYTHING, choices: GERMAN },
  { days: { from: '2026-03-09', to: '2026-03-09' }, scope: 'new', choices: {} },
  { days: { from: '2026-03-08', to: '2026-03-09' }, scope: 'new', choices: GERMAN },
]

async function answersOf(search: StoreSearch, query: StoreQuery) {
  const match = await search.find(query)
  const pages = [20, 400].flatMap((size) =>
    (['asc', 'desc'] as const).map((direction) =>
      firstIds(match, size, { sortBy: 'foundAt', direction }),
    ),
  )
  const { total } = match
  const { leads, listedProducts } = await match.sums()
  const rest = [
    match.facets(['country', 'status', 'category']),
    match.days(),
    match.products({ offset: 3, size: 9 }),
  ]
  return {
    total,
    leads,
    listedProducts,
    pages: await Promise.all(pages),
    rest: await Promise.all(rest),
  }
}

describe('the embedded search for stores', () => {
  test('reflects every commit before the query: new, changed and removed stores', async () => {
    const [kept, changed, removed] = await insertStores(ctx.db, [{}, { country: 'DE' }, {}])
    expect(await idsOf()).toEqual([kept, changed, removed])
    await changeStore(ctx.db, changed, { country: 'FR' })
    await removeStore(ctx.db, removed)
    const added = await insertStore(ctx.db)
    expect(await idsOf()).toEqual([kept, changed, added])
    expect(await idsOf(ctx.storeSearch, FRENCH)).toEqual([changed])
  })

  test('picks up a transaction that began before others and commits after them', async () => {
    const begun = Promise.withResolvers<number>()
    const mayCommit = Promise.withResolvers<void>()
    const slow = inTransaction(ctx, async (ctx) => {
      begun.resolve(await insertStore(ctx.db))
      await mayCommit.promise
    })
    const slowId = await begun.promise
    const id = await insertStore(ctx.db)
    expect(await idsOf()).not.toContain(slowId)
    mayCommit.resolve()
    await slow
    expect(await idsOf()).toEqual([slowId, id].toSorted((a, b) => a - b))
  })

  test('reads everything again after changes that it had not read were deleted', async () => {
    const [changed, removed] = await insertStores(ctx.db, [{ country: 'DE' }, {}])
    const search = createStoreSearch(ctx)
    expect(await idsOf(search)).toEqual([changed, removed])
    await changeStore(ctx.db, changed, { country: 'FR' })
    await removeStore(ctx.db, removed)
    await readFeedState(ctx.db)
    await pruneFeed(ctx.db, new Date(Date.now() + 2 * HOUR_MS))
    expect(await ctx.db.selectFrom('change_feed').selectAll().execute()).toEqual([])
    expect(await idsOf(search, FRENCH)).toEqual([changed])
    expect(await idsOf(search)).toEqual([changed])
  })

  test('reads everything again when an older copy replaced the database', async () => {
    const search = createStoreSearch(ctx)
    const ids = await insertStores(ctx.db, [{}, {}])
    expect(await idsOf(search)).toEqual(ids)
    // What a restored copy looks like: the later change and its number are gone.
    await removeStore(ctx.db, ids[1])
    await sql`truncate change_outbox`.execute(ctx.db)
    await sql`delete from change_feed where seq = (select max(seq) from change_feed)`.execute(
      ctx.db,
    )
    expect(await idsOf(search)).toEqual([ids[0]])
  })

  test('ignores a rolled-back transaction', async () => {
    const id = await insertStore(ctx.db)
    const undone = inTransaction(ctx, async (ctx) => {
      await insertStore(ctx.db)
      await removeStore(ctx.db, id)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await idsOf()).toEqual([id])
  })

  test('answers from the state at query time, even when changes arrive meanwhile', async () => {
    const [first, second] = await insertStores(ctx.db, [{}, {}])
    const match = await ctx.storeSearch.find(EVERYTHING)
    await removeStore(ctx.db, first)
    await insertStore(ctx.db)
    expect(await idsOf()).toHaveLength(2)
    const ids = await firstIds(match, 10)
    expect(ids.toSorted((a, b) => a - b)).toEqual([first, second])
    expect((await match.facets(['status']))[0]?.options.map(({ count }) => count)).toEqual([
      2, 0, 0,
    ])
  })

  test.each([
    ['', undefined],
    [', and is compacted in between', 10],
  ])('answers repeated queries as a freshly read index does%s', async (_, minEndedRows) => {
    const random = createRandom(20_261_122)
    const followed = createStoreSearch(ctx, { minEndedRows })
    const countries = ['DE', 'FR', 'TR', null] as const
    let ids = await insertStores(
      ctx.db,
      Array.from({ length: 300 }, () => ({ country: pick(random, countries) })),
    )
    const hidden = marksOf({ yes: ids.filter(() => random() < 0.2) })
    const hiding = (query: StoreQuery): StoreQuery => ({
      ...query,
      choices: { ...query.choices, hidden: { include: [], exclude: ['yes'], unknown: false } },
      marks: { hidden },
    })
    for (let round = 0; round < 12; round++) {
      const changed = ids.filter(() => random() < 0.03)
      const removed = ids.filter((id) => !changed.includes(id) && random() < 0.03)
      ids = ids.filter((id) => !removed.includes(id))
      await ctx.db
        .updateTable('stores')
        .set({
          country: pick(random, countries),
          category: pick(random, ['pets', null]),
          status: pick(random, ['OPEN', 'CLOSED'] as const),
          launch_status: pick(random, ['new', 'established'] as const),
          found_day: pick(random, ['2026-03-08', '2026-03-09']),
        })
        .where('id', 'in', [...changed, NO_STORE])
        .execute()
      await ctx.db
        .deleteFrom('stores')
        .where('id', 'in', [...removed, NO_STORE])
        .execute()
      ids.push(...(await insertStores(ctx.db, [{ country: pick(random, countries) }, {}])))
      const anew = createStoreSearch(ctx)
      for (const query of [...CARRIED, ...CARRIED.map(hiding)])
        expect(await answersOf(followed, query)).toEqual(await answersOf(anew, query))
    }
  })

  test('a single store passes a query exactly when a search finds it', async () => {
    const ids = await insertStores(ctx.db, [
      { country: 'DE' },
      { country: 'FR' },
      {},
      { found_day: '2026-03-01' },
    ])
    for (const query of CARRIED) {
      const found = await firstIds(await ctx.storeSearch.find(query), 10)
      const passing = await ctx.storeSearch.evaluate(query, [...ids, 999_999 as StoreId])
      expect([...passing]).toEqual(found.toSorted((a, b) => a - b))
    }
  })

  test('is not changed by a visit that finds nothing new', async () => {
    const id = await insertStore(ctx.db, { last_checked_at: '2026-03-10T08:00:00Z' })
    const token = await ctx.storeSearch.changeToken()
    // The list filters by the day of the last look.
    await changeStore(ctx.db, id, { last_checked_at: '2026-03-10T09:00:00Z' })
    expect(await ctx.storeSearch.changeToken()).toBe(token)
  })
})
