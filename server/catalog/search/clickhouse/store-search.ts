import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import { addDays, type Day } from '#contracts/dates.ts'
import { type StoreId, toStoreId } from '#contracts/ids.ts'
import type {
  FirstPage,
  StoreDay,
  StoreMatch,
  StoreOrder,
  StoreQuery,
  StoreSearch,
  StoreSums,
  ProductSlice,
  Range,
} from '#server/catalog/search/search.ts'
import type { ClickHouse } from './clickhouse.ts'
import type { Serving, ServingState } from './serving-state.ts'
import { createParams, storeConditions } from './store-conditions.ts'
import { createLabelReader, type ReadLabels, countFacets } from './store-facets.ts'
import {
  createEndsReader,
  orderBy,
  pageAfter,
  pageByNumber,
  type PageSource,
  readFirstPage,
  sortsAllRows,
} from './store-pages.ts'
import { type Placement, type TableName, tableName } from './tables.ts'

type Deps = { clickHouse: ClickHouse; placement: Placement; state: ServingState }

const MAX_MATCHES = 200

/** Stores in ClickHouse: see `StoreSearch`. */
export function createStoreSearch({ clickHouse, placement, state }: Deps): StoreSearch {
  /**
   * The list, its counts and its next page ask for the same stores within seconds, and the counters
   * all the time.
   */
  const matches = new LRUCache<string, Promise<StoreMatch>>({ max: MAX_MATCHES })
  const readEnds = createEndsReader(clickHouse)
  const readLabels = createLabelReader(clickHouse)
  const open = (query: StoreQuery, serving: Serving, first?: FirstPage) => {
    const nameOf = (table: TableName) => tableName(placement, serving.generation, table)
    const tables = { stores: nameOf('stores'), labels: nameOf('labels') }
    return findMatch({ clickHouse, ...tables, serving, query, readEnds, readLabels }, first)
  }
  return {
    async find(query, first) {
      const serving = await state.current()
      if (query.savedStoreIds) return open(query, serving, first)
      const key = `${serving.token} ${serving.asOf?.getTime()} ${JSON.stringify(query)}`
      const match = matches.get(key) ?? open(query, serving, first)
      matches.set(key, match)
      match.catch(() => matches.delete(key))
      return match
    },
    async evaluate(query, ids) {
      const { generation } = await state.current()
      return selectAmong(
        { clickHouse, query, stores: tableName(placement, generation, 'stores') },
        ids,
      )
    },
    changeToken: async () => (await state.current()).token,
  }
}

type Source = PageSource & { labels: string; readLabels: ReadLabels }

async function findMatch(source: Source, first?: FirstPage): Promise<StoreMatch> {
  const { stores, labels, serving, query } = source
  const begun =
    first && sortsAllRows(first.order)
      ? await readFirstPage(source, first.order, first.range)
      : null
  const total = begun?.total ?? (await countStores(source))
  return {
    total,
    asOf: serving.asOf,
    page: async (order, range) =>
      begun && isDeepStrictEqual(first, { order, range })
        ? begun.page
        : pageByNumber(source, total, order, range),
    after: async (order, cursor, size) => pageAfter(source, order, cursor, size),
    ids: (order, limit) => idsInOrder(source, order, limit),
    among: (ids) => selectAmong(source, ids),
    facets: (keys, options) => countFacets(source, { stores, labels }, query, { ...options, keys }),
    days: readOnce(() => countDays(source)),
    sums: readOnce(() => addUp(source)),
    products: (range) => findSlices(source, range),
    firstProducts: (limit) => firstSlices(source, limit),
  }
}

/** A failed answer is read again: the match stays in use until the next change. */
function readOnce<Answer>(read: () => Promise<Answer>): () => Promise<Answer> {
  let known: Promise<Answer> | undefined
  return () =>
    (known ??= read().catch((error: unknown) => {
      known = undefined
      throw error
    }))
}

async function selectAmong(
  { clickHouse, query, stores }: Pick<Source, 'clickHouse' | 'query' | 'stores'>,
  ids: readonly StoreId[],
): Promise<ReadonlySet<StoreId>> {
  const params = createParams()
  const rows = await clickHouse.select(
    `select id from ${stores} where (${params.isAmong('id', ids)}) and ${storeConditions(query, params)} order by id`,
    params.values,
  )
  return new Set(rows.map(([id]) => toStoreId(id)))
}

async function countStores({ clickHouse, stores, query }: Source): Promise<number> {
  const params = createParams()
  const [[total] = [0]] = await clickHouse.select(
    `select count() from ${stores} where ${storeConditions(query, params)}`,
    params.values,
  )
  return Number(total)
}

async function addUp({ clickHouse, stores, query }: Source): Promise<StoreSums> {
  const params = createParams()
  const [row = []] = await clickHouse.select(
    `select sum(has_email), sum(listed_products) from ${stores} where ${storeConditions(query, params)}`,
    params.values,
  )
  const [leads = 0, listedProducts = 0] = row.map(Number)
  return { leads, listedProducts }
}

const IDS_PER_BATCH = 20_000

/** One statement, so that changes meanwhile neither skip nor repeat a store. */
async function* idsInOrder(
  { clickHouse, query, stores }: Source,
  order: StoreOrder,
  limit: number,
): AsyncGenerator<StoreId[]> {
  const params = createParams()
  const ids = await clickHouse.selectNumbers(
    `select id from ${stores} where ${storeConditions(query, params)} order by ${orderBy(order)} limit ${limit}`,
    params.values,
  )
  for (let at = 0; at < ids.length; at += IDS_PER_BATCH)
    yield Array.from(ids.subarray(at, at + IDS_PER_BATCH), toStoreId)
}

const EPOCH: Day = '1970-01-01'

async function countDays({ clickHouse, query, stores }: Source): Promise<StoreDay[]> {
  const params = createParams()
  const rows = await clickHouse.select(
    `select found_day, count(), sum(has_email) from ${stores} where ${storeConditions(query, params)} group by found_day order by found_day`,
    params.values,
  )
  return rows.map(([day, count, leads]) => ({
    day: addDays(EPOCH, Number(day)),
    stores: Number(count),
    leads: Number(leads),
  }))
}

/** `stores` = the name of their table. */
type SliceSource = { clickHouse: ClickHouse; stores: string; query: StoreQuery }

/** Equal spans of time are added up first, so that only the stores around the page are sorted. */
const BUCKETS = 4_096

async function findSlices(source: SliceSource, { offset, size }: Range): Promise<ProductSlice[]> {
  const { clickHouse, query, stores } = source
  const params = createParams()
  const where = `${storeConditions(query, params)} and listed_products > 0`
  const buckets = await clickHouse.select(
    `with (select (min(found_at), max(found_at)) from ${stores} where ${where}) as ends
    select intDiv(found_at - ends.1, intDiv(ends.2 - ends.1, ${BUCKETS}) + 1) as bucket, min(found_at), max(found_at), sum(listed_products)
    from ${stores} where ${where} group by bucket order by bucket desc`,
    params.values,
  )
  const span = bucketsAround(
    buckets.map((row) => row.map(Number)),
    offset,
    offset + size,
  )
  if (!span) return []
  const rows = await clickHouse.select(
    `select id, listed_products from ${stores}
    where ${where} and found_at between ${params.add(span.from, 'Int64')} and ${params.add(span.to, 'Int64')}
    order by found_at desc, id desc`,
    params.values,
  )
  return slicesOf(rows, { from: offset - span.before, to: offset + size - span.before })
}

const PRODUCTS_PER_BATCH = 20_000

/**
 * One statement, as `idsInOrder`. All products of a store are one slice, so that changes of the
 * store do not shift a second one either.
 */
async function* firstSlices(
  { clickHouse, query, stores }: SliceSource,
  limit: number,
): AsyncGenerator<ProductSlice[]> {
  const params = createParams()
  // Each of the stores lists at least one of the products.
  const found = await clickHouse.selectNumbers(
    `select id, listed_products from ${stores} where ${storeConditions(query, params)} and listed_products > 0
    order by found_at desc, id desc limit ${limit}`,
    params.values,
  )
  let batch: ProductSlice[] = []
  let [left, leftInBatch] = [limit, PRODUCTS_PER_BATCH]
  for (let at = 0; at < found.length && left > 0; at += 2) {
    const take = Math.min(left, found[at + 1] ?? 0)
    batch.push({ storeId: toStoreId(found[at]), skip: 0, take })
    left -= take
    leftInBatch -= take
    if (leftInBatch > 0) continue
    yield batch
    batch = []
    leftInBatch = PRODUCTS_PER_BATCH
  }
  if (batch.length > 0) yield batch
}

/**
 * The times around the products from `from` (inclusive) to `to` (exclusive); `before` = products of
 * later stores.
 */
function bucketsAround(buckets: readonly number[][], from: number, to: number) {
  let sum = 0
  const around: { earliest: number; latest: number; before: number }[] = []
  for (const [, earliest = 0, latest = 0, products = 0] of buckets) {
    if (sum < to && sum + products > from) around.push({ earliest, latest, before: sum })
    sum += products
  }
  const [first, last] = [around[0], around.at(-1)]
  return first && last && { from: last.earliest, to: first.latest, before: first.before }
}

function slicesOf(
  rows: readonly unknown[][],
  { from, to }: { from: number; to: number },
): ProductSlice[] {
  const slices: ProductSlice[] = []
  let start = 0
  for (const [id, listed] of rows) {
    const end = start + Number(listed)
    const [skip, until] = [Math.max(from, start), Math.min(to, end)]
    if (until > skip)
      slices.push({ storeId: toStoreId(id), skip: skip - start, take: until - skip })
    start = end
    if (start >= to) break
  }
  return slices
}
