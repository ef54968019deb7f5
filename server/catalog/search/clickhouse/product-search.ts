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
import { askAbout, type ClickHouse, ITEMS_PER_BATCH } from './clickhouse.ts'
import { createMarkLoader, type EngineDeps, type MarkedQuery } from './marks.ts'
import { createMatchCache, type Serving } from './serving-state.ts'
import { all, createParams, type Params } from './params.ts'
import { storeConditions } from './store-conditions.ts'
import { tableName } from './tables.ts'
import { latestTrends } from './trend-months.ts'

/** With the marks of its stores. */
type MarkedTrends = TrendQuery & { stores: MarkedQuery | null }
type Tables = Record<'stores' | 'trends' | 'trend_months' | 'titles', string>

export function createProductSearch({
  clickHouse,
  database,
  state,
  loadMarks = createMarkLoader({ clickHouse, database }),
}: EngineDeps): ProductSearch {
  const open = async (asked: TrendQuery, { generation, asOf }: Serving, first?: FirstTrends) => {
    const nameOf = (table: keyof Tables) => tableName(database, generation, table)
    const tables = {
      stores: nameOf('stores'),
      trends: nameOf('trends'),
      trend_months: nameOf('trend_months'),
      titles: nameOf('titles'),
    }
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
        : hitsOf(await selectHits(source, sortBy, range)),
    first: (sortBy, limit) => readBatches(source, sortBy, limit),
  }
}

async function countClusters({ clickHouse, tables, query }: Source): Promise<number> {
  const params = createParams()
  // Which listing stands for a cluster matters only for its badge.
  const statement = query.badges
    ? `select count() from (${clustersOf(tables, query, params)})`
    : `select uniqExact(cluster) from (${rowsOf(tables, query, params)})`
  const [[total] = [0]] = await askAbout(clickHouse, 'trends', query.days).select(
    statement,
    params.values,
  )
  return Number(total)
}

/** The trends of the question that have the latest day of each listing among them. */
function rowsOf(tables: Tables, query: MarkedTrends, params: Params): string {
  const { days, title, stores } = query
  const conditions: string[] = []
  if (stores)
    conditions.push(
      `store_id in (select id from ${tables.stores} where ${storeConditions(stores, params)})`,
    )
  const words = searchWords(title)
  if (words.length > 0) {
    const has = words
      .map((word) => `position(title, ${params.add(word, 'String')}) > 0`)
      .join(' and ')
    conditions.push(
      `(store_id, product_id) in (select store_id, product_id from ${tables.titles} where ${has})`,
    )
  }
  return latestTrends(tables, days, params, all(conditions))
}

/**
 * Each cluster once, with the listing that stands for it on the latest of the days: the greatest of
 * its rows by one number, which takes an eighth of the time that comparing tuples does.
 */
function clustersOf(tables: Tables, query: MarkedTrends, params: Params): string {
  const having = query.badges ? ` having badge in ${params.add(query.badges, 'Array(String)')}` : ''
  return `select cluster, max(rank) as best, argMax(score, rank) as score, argMax(stores, rank) as stores, argMax(badge, rank) as badge
    from (select cluster, score, stores, badge, ${RANK} as rank from (${rowsOf(tables, query, params)}))
    group by cluster${having}`
}

/** 16 bits of the day, 48 of the store and 64 of the product. */
const RANK =
  'bitShiftLeft(toUInt128(bitShiftLeft(toUInt64(toUInt16(day)), 48) + store_id), 64) + product_id'
const RANKED = `toUInt16(bitShiftRight(best, 112)) as latest, toUInt64(bitShiftRight(best, 64)) % ${2 ** 48} as store,
  toUInt64(best) as product`

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
    ? ` left join (select id, found_at from ${tables.stores}) as s on s.id = store`
    : ''
  return `select cluster, store, product, latest
    from (select cluster, ${RANKED}, score, stores from (${clustersOf(tables, query, params)})) as c${joined}
    order by ${isByTime ? 'found_at' : sortBy} desc, store desc, product desc, cluster desc limit ${range.size} offset ${range.offset}`
}

function selectHits(source: Source, sortBy: TrendSort, range: Range): Promise<Float64Array> {
  const params = createParams()
  const statement = pageStatement(source, { sortBy, range }, params)
  return askAbout(source.clickHouse, 'trends', source.query.days).selectNumbers(
    statement,
    params.values,
  )
}

async function readFirstPage(
  source: Source,
  first: FirstTrends,
): Promise<{ total: number; page: TrendHit[] }> {
  const params = createParams()
  const statement = pageStatement(source, first, params)
  const asking = askAbout(source.clickHouse, 'trends', source.query.days)
  const { rows, total } = await asking.selectCounted(statement, params.values)
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
