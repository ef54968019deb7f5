import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { TREND_BADGES, type TrendBadge } from '#contracts/catalog/trending.ts'
import { addDays, type Day } from '#contracts/dates.ts'
import type { ClusterId, StoreId } from '#contracts/ids.ts'
import { createEmbeddedSearch } from '#server/catalog/search/open-search.ts'
import type {
  DaySpan,
  FirstTrends,
  ProductSearch,
  StoreQuery,
  TrendHit,
  TrendQuery,
} from '#server/catalog/search/search.ts'
import { foldText } from '#server/catalog/search/text-folding.ts'
import { marksOf } from '#testing/account-marks.ts'
import { insertProduct, insertStores, insertTrend, removeStore } from '#testing/factories.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { createTestContext } from '#testing/test-context.ts'

/** The days are of two months. */
const FIRST: Day = '2026-02-23'
const DAYS = 12
const TITLES = ['Moon lamp', 'Sun lamp', 'Élan chair', 'Desk']

let storeIds: StoreId[]
const ctx = sharedByTests(createTestContext)
beforeAll(async () => {
  storeIds = await insertStores(
    ctx.db,
    Array.from({ length: 12 }, (_, n) => ({ found_at: `2026-02-${10 + (n % 5)}T08:00:00Z` })),
  )
  for (const [n, store] of storeIds.entries())
    for (let p = 0; p < 6; p++) {
      // Two stores share a platform number now and then.
      const id = await insertProduct(ctx.db, store, {
        product_id: 9_000 + p + 4 * n,
        title: TITLES[(p + n) % 4] ?? '',
      })
      for (let day = 0; day < DAYS; day++)
        if ((p * 7 + n * 5 + day * 3) % 4 === 0)
          await insertTrend(ctx.db, id, addDays(FIRST, day), trendOf(p, n, day))
    }
})

/**
 * Each cluster has listings in several stores; a listing belongs to another one on some days, as
 * while clusters are merged.
 */
const trendOf = (p: number, n: number, day: number) => ({
  cluster: (70_000 + ((p + 3 * n + (day > 8 ? 1 : 0)) % 9)) as ClusterId,
  score: 25 + ((p + n + day) % 5),
  stores: 3 + ((p * n + day) % 4),
  badge: TREND_BADGES[(p + day) % 3] ?? 'testing',
})

type Row = Record<'cluster' | 'store_id' | 'product_id' | 'score' | 'stores', number> & {
  day: Day
  badge: TrendBadge
  title: string
  found: Date
}
async function allRows(): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select t.cluster, t.store_id, t.product_id, day, d.score, d.stores, d.badge, p.title, s.found_at as found
    from product_trends t join trend_scores d using (cluster, day) join products p using (store_id, product_id) join stores s on s.id = t.store_id`.execute(
    ctx.db,
  )
  return rows
}

type Asked = {
  span: [from: number, length: number] | null
  badges: TrendBadge[] | null
  title: string
  some: StoreId[] | null
  sortBy: 'score' | 'stores' | 'foundAt'
  place: { offset: number; size: number }
  /** The question names the page that it will ask for. */
  isFirst?: boolean
}
const EVERYTHING: Asked = {
  span: null,
  badges: null,
  title: '',
  some: null,
  sortBy: 'score',
  place: { offset: 0, size: 99 },
}
const spanOf = ({ span }: Asked) =>
  span && { from: addDays(FIRST, span[0]), to: addDays(FIRST, span[0] + span[1]) }

function byHand(rows: Row[], asked: Asked) {
  const span = spanOf(asked)
  const words = foldText(asked.title)
    .split(' ')
    .filter((word) => word !== '')
  const matching = rows.filter(
    (row) =>
      (!span || (row.day >= span.from && row.day <= span.to)) &&
      (asked.some?.includes(row.store_id as StoreId) ?? true) &&
      words.every((word) => foldText(row.title).includes(word)),
  )
  const latest = new Map<number, Row>()
  for (const row of matching.toSorted(
    (a, b) => a.day.localeCompare(b.day) || a.store_id - b.store_id || a.product_id - b.product_id,
  ))
    latest.set(row.cluster, row)
  const wanted = [...latest.values()].filter((row) => asked.badges?.includes(row.badge) ?? true)
  const figure = (row: Row) =>
    asked.sortBy === 'foundAt' ? row.found.getTime() : row[asked.sortBy]
  wanted.sort(
    (a, b) =>
      figure(b) - figure(a) ||
      b.store_id - a.store_id ||
      b.product_id - a.product_id ||
      b.cluster - a.cluster,
  )
  const { offset, size } = asked.place
  return {
    total: wanted.length,
    page: wanted
      .slice(offset, offset + size)
      .map((row) => [row.cluster, row.store_id, row.product_id, row.day]),
  }
}

const find = (query: Partial<TrendQuery>, first?: FirstTrends, search = ctx.productSearch) =>
  search.find({ days: null, badges: null, title: '', stores: null, ...query }, first)

/** Any selection of stores, as the filter "saved" makes it. */
const storesOf = (ids: StoreId[]): StoreQuery => ({
  days: null,
  scope: 'all',
  choices: { saved: { include: ['yes'], exclude: [], unknown: false } },
  marks: { saved: marksOf({ yes: ids }) },
})

const queryOf = (asked: Asked): TrendQuery => ({
  days: spanOf(asked),
  badges: asked.badges,
  title: asked.title,
  stores: asked.some && storesOf(asked.some),
})

const rowOf = ({ cluster, storeId, productId, day }: TrendHit) => [cluster, storeId, productId, day]

async function bySearch(asked: Asked, search?: ProductSearch) {
  const { sortBy, place, isFirst = false } = asked
  const first = isFirst ? { sortBy, range: place } : undefined
  const match = await find(queryOf(asked), first, search)
  return { total: match.total, page: (await match.page(sortBy, place)).map(rowOf) }
}

async function firstBySearch(asked: Asked) {
  const match = await find(queryOf(asked))
  return (await collect(match.first(asked.sortBy, asked.place.size))).map(rowOf)
}

async function collect<Item>(batches: AsyncIterable<Item[]>): Promise<Item[]> {
  const items: Item[] = []
  for await (const batch of batches) items.push(...batch)
  return items
}

const count = async (days: DaySpan) => (await find({ days })).total

const anyAsked = (): fc.Arbitrary<Asked> =>
  fc.record({
    span: fc.option(
      fc.tuple(fc.integer({ min: -1, max: DAYS }), fc.integer({ min: 0, max: DAYS })),
    ),
    badges: fc.option(fc.subarray([...TREND_BADGES])),
    title: fc.constantFrom('', '', 'LAMP', 'elan', 'lamp moon', 'table', ' - '.trim()),
    some: fc.option(fc.subarray(storeIds)),
    sortBy: fc.constantFrom('score' as const, 'stores' as const, 'foundAt' as const),
    place: fc.record({
      offset: fc.integer({ min: 0, max: 60 }),
      size: fc.integer({ min: 1, max: 20 }),
    }),
    isFirst: fc.boolean(),
  })

async function expectAgreement(rounds: number): Promise<void> {
  const rows = await allRows()
  const asked = fc.asyncProperty(anyAsked(), async (asked) => {
    const title = asked.title === '-' ? '' : asked.title
    expect(await bySearch(asked)).toEqual(byHand(rows, { ...asked, title }))
    const first = { ...asked, place: { offset: 0, size: asked.place.size } }
    expect(await firstBySearch(first)).toEqual(byHand(rows, { ...first, title }).page)
    const days = spanOf(asked)
    const plain = { ...asked, badges: null, title: '', some: null }
    expect(await count(days)).toBe(byHand(rows, plain).total)
  })
  await fc.assert(asked, { numRuns: rounds, seed: 11 })
  for (const title of ['moon', 'table']) {
    const everywhere: Asked = { ...EVERYTHING, title }
    expect(await bySearch(everywhere)).toEqual(byHand(rows, everywhere))
  }
}

test('the search for trends counts, orders and pages as the rows themselves do', () =>
  expectAgreement(120))

const product = async () =>
  ctx.db.selectFrom('product_trends').selectAll().orderBy('day', 'desc').executeTakeFirstOrThrow()

const changes: Record<string, () => Promise<unknown>> = {
  'a product is trending on one more day': async () => {
    const { store_id, product_id } = await product()
    await insertTrend(ctx.db, `${store_id}-${product_id}`, '2026-03-20', { score: 99 })
  },
  'figures of a day change': () =>
    sql`update trend_scores set score = score + 1, badge = 'proven' where day = ${addDays(FIRST, 3)}`.execute(
      ctx.db,
    ),
  'a day loses all its trends': () =>
    ctx.db.deleteFrom('product_trends').where('day', '=', addDays(FIRST, 5)).execute(),
  'a store is erased with all it had': async () => {
    const store = storeIds[0] as StoreId
    for (const table of ['product_trends', 'products'] as const)
      await ctx.db.deleteFrom(table).where('store_id', '=', store).execute()
    await removeStore(ctx.db, store)
  },
}

test.each(Object.keys(changes))(
  'the answer includes every change committed before the query: %s',
  async (name) => {
    await changes[name]?.()
    await expectAgreement(15)
  },
)

test('a search that followed all changes equals a freshly read one', async () => {
  const { productSearch } = createEmbeddedSearch(ctx.db)
  for (const title of ['', 'moon']) {
    const asked: Asked = { ...EVERYTHING, title }
    expect(await bySearch(asked, productSearch)).toEqual(await bySearch(asked))
  }
})

test('simultaneous queries all see the changes committed before them', async () => {
  const before = await count(null)
  const store = storeIds.at(-1) as StoreId
  const id = await insertProduct(ctx.db, store, { title: 'Late' })
  const asked = [count(null)]
  await insertTrend(ctx.db, id, FIRST)
  asked.push(...Array.from({ length: 5 }, () => count(null)))
  const [, ...after] = await Promise.all(asked)
  expect(after).toEqual(Array.from({ length: 5 }, () => before + 1))
})

/** Engines hand on as many at once. */
const BATCH = 20_000

async function collectAround<Item>(batches: AsyncIterable<Item[]>, change: () => Promise<unknown>) {
  const iterator = batches[Symbol.asyncIterator]()
  const items = [...((await iterator.next()).value as Item[])]
  await change()
  await caughtUp()
  for (let next = await iterator.next(); !next.done; next = await iterator.next())
    items.push(...next.value)
  return items
}

/** An engine that is behind answers with what it has. */
async function caughtUp(): Promise<void> {
  while ((await find({})).asOf !== null);
}

test('the first products of an order are those of one moment, whatever changes while they are used', async () => {
  const [day, products] = ['2026-04-01', BATCH + 1_000]
  const insertTrends = sql`
    with scored as (
      insert into trend_scores (cluster, day, stores, score, badge, components, is_trending)
      select 2000000 + n, ${day}, 3, n % 90, 'testing', '[]', true from generate_series(1, ${products}) as n returning cluster),
    added as (
      insert into products select made.* from scored, (select p from products p limit 1) as one (product)
      cross join lateral jsonb_populate_record(one.product, jsonb_build_object('product_id', scored.cluster)) as made
      returning store_id, product_id)
    insert into product_trends (store_id, product_id, day, cluster)
    select store_id, product_id, ${day}, product_id from added`
  await ctx.db.transaction().execute(async (db) => {
    await insertTrends.execute(db)
    // The follower reads them at once; without statistics that takes seconds.
    await sql`analyze trend_scores, product_trends, products`.execute(db)
  })
  await caughtUp()
  const match = await find({ days: { from: day, to: day } })
  const hits = await collectAround(match.first('score', products), () =>
    sql`update trend_scores set score = 90 - score where day = ${day}`.execute(ctx.db),
  )
  expect(hits).toHaveLength(products)
  expect(new Set(hits.map(({ cluster }) => cluster)).size).toBe(products)
})

test('the first of all products of stores are those of one moment, whatever changes while they are used', async () => {
  const found_at = '2026-04-02T10:00:00Z'
  const listed_products = (3 * BATCH) / 4
  await insertStores(
    ctx.db,
    Array.from({ length: 3 }, () => ({ found_at, listed_products })),
  )
  await caughtUp()
  const day = { from: '2026-04-02', to: '2026-04-02' }
  const match = await ctx.storeSearch.find({ days: day, scope: 'all', choices: {} })
  const slices = await collectAround(match.firstProducts(2.5 * listed_products), () =>
    insertStores(ctx.db, [{ found_at: '2026-04-02T11:00:00Z', listed_products }]),
  )
  const products = slices.flatMap(({ storeId, skip, take }) =>
    Array.from({ length: take }, (_, at) => `${storeId}-${skip + at}`),
  )
  expect(products).toHaveLength(2.5 * listed_products)
  expect(new Set(products).size).toBe(products.length)
})
