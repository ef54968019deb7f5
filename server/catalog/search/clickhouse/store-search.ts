import { LRUCache } from 'lru-cache'
import { addDays, type Day, DAY_MS } from '#contracts/dates.ts'
import { type Position, readCursor, writeCursor } from '#server/catalog/search/cursor.ts'
import type {
  ProductSlice,
  Range,
  StoreDay,
  StoreMatch,
  StoreOrder,
  StorePage,
  StoreQuery,
  StoreSearch,
} from '#server/catalog/search/search.ts'
import { dayNumber } from '#server/catalog/search/store-columns.ts'
import type { ClickHouse } from './clickhouse.ts'
import type { Serving, ServingState } from './serving-state.ts'
import { createParams, type Params, storeConditions } from './store-conditions.ts'
import { countFacets } from './store-facets.ts'
import { type Placement, sortColumnsOf, tableName } from './tables.ts'

type Deps = { clickHouse: ClickHouse; placement: Placement; state: ServingState }

const MAX_MATCHES = 200

/** Stores in ClickHouse: see `StoreSearch`. */
export function createStoreSearch({ clickHouse, placement, state }: Deps): StoreSearch {
  /** The list, its counts and its next page ask for the same stores within seconds, and the counters all the time. */
  const matches = new LRUCache<string, Promise<StoreMatch>>({ max: MAX_MATCHES })
  const readEnds = createEndsReader(clickHouse)
  const open = (query: StoreQuery, serving: Serving) =>
    findMatch({ clickHouse, placement, serving, query, readEnds })
  return {
    async find(query) {
      const serving = await state.current()
      if (query.savedStoreIds) return open(query, serving)
      const key = `${serving.token} ${serving.asOf?.getTime()} ${JSON.stringify(query)}`
      const match = matches.get(key) ?? open(query, serving)
      matches.set(key, match)
      match.catch(() => matches.delete(key))
      return match
    },
    async evaluate(query, ids) {
      const { generation } = await state.current()
      const params = createParams()
      const rows = await clickHouse.select(
        `select id from ${tableName(placement, generation, 'stores')}
        where id in ${params.add(ids, 'Array(UInt64)')} and ${storeConditions(query, params)} order by id`,
        params.values,
      )
      return new Set(rows.map(([id]) => Number(id)))
    },
    changeToken: async () => (await state.current()).token,
  }
}

type Source = Omit<Deps, 'state'> & { serving: Serving; query: StoreQuery; readEnds: ReadEnds }

async function findMatch(source: Source): Promise<StoreMatch> {
  const { clickHouse, placement, serving, query } = source
  const [stores, labels] = [
    tableName(placement, serving.generation, 'stores'),
    tableName(placement, serving.generation, 'labels'),
  ]
  const params = createParams()
  const [sums = []] = await clickHouse.select(
    `select count(), sum(has_email), sum(listed_products) from ${stores} where ${storeConditions(query, params)}`,
    params.values,
  )
  const [total = 0, leads = 0, listedProducts = 0] = sums.map(Number)
  let days: Promise<StoreDay[]> | undefined
  return {
    total,
    leads,
    listedProducts,
    asOf: serving.asOf,
    position: serving.position,
    page: async (order, range) =>
      (await pageWithin(source, stores, total, order, range)) ?? pageAt(source, stores, order, range),
    async after(order, cursor, size) {
      const position = cursor === null ? null : readCursor(cursor, order)
      return pageAt(source, stores, order, { offset: 0, size }, position)
    },
    ids: (order, limit) => idsInOrder(source, stores, order, limit),
    facets: (keys, options) => countFacets(clickHouse, { stores, labels }, query, keys, options),
    days: () => (days ??= countDays(source, stores)),
    products: (range) => findSlices(source, stores, range),
  }
}

/** The least and the greatest moment of all stores, in ms; as they were within the last minute. */
type Ends = Record<'found_at' | 'visible_at', [first: number, last: number]>
type ReadEnds = (stores: string) => Promise<Ends>

const ENDS_FOR_MS = 60_000

function createEndsReader(clickHouse: ClickHouse): ReadEnds {
  const cache = new LRUCache<string, Promise<Ends>>({ max: 2, ttl: ENDS_FOR_MS })
  return (stores) => {
    const ends = cache.get(stores) ?? readEnds(clickHouse, stores)
    cache.set(stores, ends, { noUpdateTTL: true })
    ends.catch(() => cache.delete(stores))
    return ends
  }
}

async function readEnds(clickHouse: ClickHouse, stores: string): Promise<Ends> {
  const [row = []] = await clickHouse.select(
    `select min(found_at), max(found_at), min(visible_at), max(visible_at) from ${stores}`,
  )
  const [found = 0, foundLast = 0, visible = 0, visibleLast = 0] = row.map(Number)
  return { found_at: [found, foundLast], visible_at: [visible, visibleLast] }
}

async function endsOf({ query: { days }, readEnds }: Source, stores: string, column: keyof Ends) {
  if (days && column === 'found_at')
    return [dayNumber(days.from) * DAY_MS, (dayNumber(days.to) + 1) * DAY_MS] as const
  return (await readEnds(stores))[column]
}

/** How many times over the tried span should hold the page. */
const RESERVE = 4
/** A longer span would not be much cheaper than all rows. */
const MAX_SHARE = 0.25

/**
 * A page near one end of an order by time: reads only a span of time that should hold it, which skips most rows. Null when the page is
 * elsewhere, or the span turns out too short.
 */
async function pageWithin(
  source: Source,
  stores: string,
  total: number,
  order: StoreOrder,
  range: Range,
): Promise<StorePage | null> {
  const [column] = sortColumnsOf(order.sortBy)
  if (column !== 'found_at' && column !== 'visible_at') return null
  const needed = range.offset + range.size + 1
  const share = (needed * RESERVE) / total
  if (!(share < MAX_SHARE)) return null
  const [first, last] = await endsOf(source, stores, column)
  const reach = Math.ceil((last - first) * share)
  const [sign, edge] = order.direction === 'desc' ? ['>=', last - reach] : ['<=', first + reach]
  const page = await pageAt(source, stores, order, range, null, `${column} ${sign} ${edge}`)
  // A last page may be one because the span ends there.
  return page.next === null ? null : page
}

async function pageAt(
  { clickHouse, query }: Source,
  stores: string,
  order: StoreOrder,
  { offset, size }: Range,
  position: Position | null = null,
  span = '1',
): Promise<StorePage> {
  const params = createParams()
  const columns = sortColumnsOf(order.sortBy)
  const after = position ? ` and ${comesAfter(order, position, params)}` : ''
  // One extra row shows whether there is a next page.
  const rows = await clickHouse.select(
    `select id, version, ${columns.join(', ')} from ${stores} where ${storeConditions(query, params)}${after} and ${span}
    order by ${orderBy(order)} limit ${size + 1} offset ${offset}`,
    params.values,
  )
  const last = rows.length > size ? rows[size - 1] : undefined
  return {
    stores: rows.slice(0, size).map(([id, version]) => ({ id: Number(id), version: Number(version) })),
    next: last ? writeCursor(order, positionOf(last)) : null,
  }
}

function positionOf([id, , ...keys]: readonly unknown[]): Position {
  return { id: Number(id), keys: keys.map((key) => (key === null ? null : Number(key))) }
}

/** Unknown values come last in both directions. */
function orderBy({ sortBy, direction }: StoreOrder): string {
  const keys = sortColumnsOf(sortBy).map((column) => `${column} ${direction} nulls last`)
  return [...keys, `id ${direction}`].join(', ')
}

/** Key by key: after the position's value, or equal to it and after it by the next key. */
function comesAfter({ sortBy, direction }: StoreOrder, { keys, id }: Position, params: Params): string {
  const sign = direction === 'asc' ? '>' : '<'
  const condition = sortColumnsOf(sortBy).reduceRight(
    (rest, column, at) => {
      const key = keys[at] ?? null
      if (key === null) return `isNull(${column}) and (${rest})`
      const value = params.add(key, 'Int64')
      return `isNull(${column}) or ${column} ${sign} ${value} or (${column} = ${value} and (${rest}))`
    },
    `id ${sign} ${params.add(id, 'UInt64')}`,
  )
  return `(${condition})`
}

const IDS_PER_BATCH = 20_000

/** One statement, so that changes meanwhile neither skip nor repeat a store. */
async function* idsInOrder(
  { clickHouse, query }: Source,
  stores: string,
  order: StoreOrder,
  limit: number,
): AsyncGenerator<number[]> {
  const params = createParams()
  const statement = `select id from ${stores} where ${storeConditions(query, params)} order by ${orderBy(order)} limit ${limit}`
  let batch: number[] = []
  for await (const rows of clickHouse.stream(statement, params.values)) {
    batch.push(...rows.map(([id]) => Number(id)))
    if (batch.length < IDS_PER_BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const EPOCH: Day = '1970-01-01'

async function countDays({ clickHouse, query }: Source, stores: string): Promise<StoreDay[]> {
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

/** Equal spans of time are added up first, so that only the stores around the page are sorted. */
const BUCKETS = 4_096

async function findSlices(source: Source, stores: string, { offset, size }: Range): Promise<ProductSlice[]> {
  const { clickHouse, query } = source
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

/** The times around the products from `from` (inclusive) to `to` (exclusive); `before` = products of later stores. */
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

function slicesOf(rows: readonly unknown[][], { from, to }: { from: number; to: number }): ProductSlice[] {
  const slices: ProductSlice[] = []
  let start = 0
  for (const [id, listed] of rows) {
    const end = start + Number(listed)
    const [skip, until] = [Math.max(from, start), Math.min(to, end)]
    if (until > skip) slices.push({ storeId: Number(id), skip: skip - start, take: until - skip })
    start = end
    if (start >= to) break
  }
  return slices
}
