import { isDeepStrictEqual } from 'node:util'
import { toClusterId, toStoreId } from '#contracts/ids.ts'
import type {
  FirstTrends,
  ProductSearch,
  Range,
  TrendHit,
  TrendMatch,
  TrendQuery,
  TrendSort,
} from '#server/catalog/search/search.ts'
import { dayAt } from '#server/catalog/search/store-readings.ts'
import { searchWords } from '#server/catalog/search/text-folding.ts'
import { type ClickHouse, ITEMS_PER_BATCH } from './clickhouse.ts'
import { createMarkLoader, type LoadMarks, type MarkedQuery } from './marks.ts'
import { createMatchCache, type Serving, type ServingState } from './serving-state.ts'
import { createParams, type Params } from './params.ts'
import { storeConditions } from './store-conditions.ts'
import { type Placement, tableName } from './tables.ts'

type Deps = {
  clickHouse: ClickHouse
  placement: Placement
  state: ServingState
  loadMarks?: LoadMarks
}
/** With the marks of its stores. */
type MarkedTrends = TrendQuery & { stores: MarkedQuery | null }
type Tables = { stores: string; trends: string; titles: string }

export function createProductSearch({
  clickHouse,
  placement,
  state,
  loadMarks = createMarkLoader({ clickHouse, placement }),
}: Deps): ProductSearch {
  const open = async (asked: TrendQuery, { generation, asOf }: Serving, first?: FirstTrends) => {
    const nameOf = (table: keyof Tables) => tableName(placement, generation, table)
    const tables = { stores: nameOf('stores'), trends: nameOf('trends'), titles: nameOf('titles') }
    const stores = asked.stores && (await loadMarks(asked.stores, generation))
    return findMatch({ clickHouse, tables, query: { ...asked, stores } }, asOf, first)
  }
  return { find: createMatchCache(state, open) }
}

async function findMatch(
  source: Source,
  asOf: Date | null,
  first?: FirstTrends,
): Promise<TrendMatch> {
  const begun = first && (await readFirstPage(source, first))
  return {
    total: begun?.total ?? (await countClusters(source)),
    asOf,
    page: async (sortBy, range) =>
      begun && isDeepStrictEqual(first, { sortBy, range })
        ? begun.page
        : readPage(source, sortBy, range),
    first: (sortBy, limit) => readBatches(source, sortBy, limit),
  }
}

async function countClusters({ clickHouse, tables, query }: Source): Promise<number> {
  const params = createParams()
  // Which listing stands for a cluster matters only for its badge.
  const statement = query.badges
    ? `select count() from (${clustersOf(tables, query, params)})`
    : `select uniqExact(cluster) from ${tables.trends} where ${rowsOf(tables, query, params)}`
  const [[total] = [0]] = await clickHouse.select(statement, params.values)
  return Number(total)
}

function rowsOf({ stores, titles }: Tables, query: MarkedTrends, params: Params): string {
  const { days, title, stores: storeQuery } = query
  const conditions = days
    ? [`day between ${params.add(days.from, 'Date32')} and ${params.add(days.to, 'Date32')}`]
    : ['1']
  if (storeQuery)
    conditions.push(
      `store_id in (select id from ${stores} where ${storeConditions(storeQuery, params)})`,
    )
  const words = searchWords(title)
  if (words.length > 0) {
    const has = words
      .map((word) => `position(title, ${params.add(word, 'String')}) > 0`)
      .join(' and ')
    conditions.push(
      `(store_id, product_id) in (select store_id, product_id from ${titles} where ${has})`,
    )
  }
  return conditions.join(' and ')
}

/** Each cluster once, with the listing that stands for it on the latest of the days. */
function clustersOf(tables: Tables, query: MarkedTrends, params: Params): string {
  const { trends } = tables
  const where = rowsOf(tables, query, params)
  const having = query.badges ? ` having badge in ${params.add(query.badges, 'Array(String)')}` : ''
  // The latest day first: it leaves few rows from which to choose the listing. Globally, because
  // the shards of a cluster split by store.
  return `select cluster, any(day) as latest, max((store_id, product_id)) as listing, argMax(score, (store_id, product_id)) as score,
      argMax(stores, (store_id, product_id)) as stores, argMax(badge, (store_id, product_id)) as badge
    from ${trends} where ${where} and (cluster, day) global in (select cluster, max(day) from ${trends} where ${where} group by cluster)
    group by cluster${having}`
}

type Source = { clickHouse: ClickHouse; tables: Tables; query: MarkedTrends }

const HIT_COLUMNS = 4

/** Each hit as four numbers; the days are counted from 1970. */
function pageStatement(
  { tables, query }: Source,
  { sortBy, range }: FirstTrends,
  params: Params,
): string {
  const isByTime = sortBy === 'foundAt'
  const joined = isByTime
    ? ` left join (select id, found_at from ${tables.stores}) as s on s.id = listing.1`
    : ''
  return `select cluster, listing.1, listing.2, toInt32(latest) from (${clustersOf(tables, query, params)}) as c${joined}
    order by ${isByTime ? 'found_at' : sortBy} desc, listing.1 desc, listing.2 desc, cluster desc limit ${range.size} offset ${range.offset}`
}

function selectHits(source: Source, sortBy: TrendSort, range: Range): Promise<Float64Array> {
  const params = createParams()
  const statement = pageStatement(source, { sortBy, range }, params)
  return source.clickHouse.selectNumbers(statement, params.values)
}

async function readFirstPage(
  source: Source,
  first: FirstTrends,
): Promise<{ total: number; page: TrendHit[] }> {
  const params = createParams()
  const statement = pageStatement(source, first, params)
  const { rows, total } = await source.clickHouse.selectCounted(statement, params.values)
  return { total, page: hitsOf(Float64Array.from(rows.flat(), Number)) }
}

const hitAt = (numbers: Float64Array, at: number): TrendHit => ({
  cluster: toClusterId(numbers[at]),
  storeId: toStoreId(numbers[at + 1]),
  productId: numbers[at + 2] ?? 0,
  day: dayAt(numbers[at + 3] ?? 0),
})

const hitsOf = (numbers: Float64Array): TrendHit[] =>
  Array.from({ length: numbers.length / HIT_COLUMNS }, (_, hit) =>
    hitAt(numbers, hit * HIT_COLUMNS),
  )

const readPage = async (source: Source, sortBy: TrendSort, range: Range): Promise<TrendHit[]> =>
  hitsOf(await selectHits(source, sortBy, range))

/** One statement, so that changes meanwhile neither skip nor repeat a hit. */
async function* readBatches(
  source: Source,
  sortBy: TrendSort,
  limit: number,
): AsyncGenerator<TrendHit[]> {
  const numbers = await selectHits(source, sortBy, { offset: 0, size: limit })
  const perBatch = ITEMS_PER_BATCH * HIT_COLUMNS
  for (let at = 0; at < numbers.length; at += perBatch)
    yield hitsOf(numbers.subarray(at, at + perBatch))
}
