import { addDays, type Day } from '#contracts/dates.ts'
import { toClusterId, toStoreId } from '#contracts/ids.ts'
import type { ProductSearch, Range, TrendHit, TrendQuery, TrendSort } from '#server/catalog/search/search.ts'
import { titleWords } from '#server/catalog/search/text-folding.ts'
import type { ClickHouse } from './clickhouse.ts'
import type { ServingState } from './serving-state.ts'
import { createParams, type Params, storeConditions } from './store-conditions.ts'
import { type Placement, tableName } from './tables.ts'

type Deps = { clickHouse: ClickHouse; placement: Placement; state: ServingState }
type Tables = { stores: string; trends: string; titles: string }

const EPOCH: Day = '1970-01-01'

/** Trends in ClickHouse: see `ProductSearch`. */
export function createProductSearch({ clickHouse, placement, state }: Deps): ProductSearch {
  return {
    async find(query) {
      const { generation, asOf, position } = await state.current()
      const nameOf = (table: keyof Tables) => tableName(placement, generation, table)
      const tables = { stores: nameOf('stores'), trends: nameOf('trends'), titles: nameOf('titles') }
      const params = createParams()
      const [[total] = [0]] = await clickHouse.select(
        `select count() from (${clustersOf(tables, query, params)})`,
        params.values,
      )
      return {
        total: Number(total),
        asOf,
        position,
        page: (sortBy, range) => readPage({ clickHouse, tables, query }, sortBy, range),
        first: (sortBy, limit) => readFirst({ clickHouse, tables, query }, sortBy, limit),
      }
    },
  }
}

/** Each cluster once, with the listing that stands for it on the latest of the days. */
function clustersOf({ stores, trends, titles }: Tables, query: TrendQuery, params: Params): string {
  const { days, badges, title, stores: storeQuery } = query
  const conditions = days
    ? [`day between ${params.add(days.from, 'Date32')} and ${params.add(days.to, 'Date32')}`]
    : ['1']
  if (storeQuery)
    conditions.push(`store_id in (select id from ${stores} where ${storeConditions(storeQuery, params)})`)
  const words = titleWords(title)
  if (words.length > 0) {
    const has = words.map((word) => `position(title, ${params.add(word, 'String')}) > 0`).join(' and ')
    conditions.push(`(store_id, product_id) in (select store_id, product_id from ${titles} where ${has})`)
  }
  const where = conditions.join(' and ')
  const having = badges ? ` having badge in ${params.add(badges, 'Array(String)')}` : ''
  // The latest day first: it leaves few rows from which to choose the listing. Globally, because the shards of a cluster split by store.
  return `select cluster, any(day) as latest, max((store_id, product_id)) as listing, argMax(score, (store_id, product_id)) as score,
      argMax(stores, (store_id, product_id)) as stores, argMax(badge, (store_id, product_id)) as badge
    from ${trends} where ${where} and (cluster, day) global in (select cluster, max(day) from ${trends} where ${where} group by cluster)
    group by cluster${having}`
}

type Source = { clickHouse: ClickHouse; tables: Tables; query: TrendQuery }

const HIT_COLUMNS = 4
const HITS_PER_BATCH = 20_000

/** A page of hits, each as four numbers; the days are counted from 1970. */
function selectHits(
  { clickHouse, tables, query }: Source,
  sortBy: TrendSort,
  { offset, size }: Range,
): Promise<Float64Array> {
  const params = createParams()
  const clusters = clustersOf(tables, query, params)
  const isByTime = sortBy === 'foundAt'
  const joined = isByTime
    ? ` left join (select id, found_at from ${tables.stores}) as s on s.id = listing.1`
    : ''
  return clickHouse.selectNumbers(
    `select cluster, listing.1, listing.2, toInt32(latest) from (${clusters}) as c${joined}
    order by ${isByTime ? 'found_at' : sortBy} desc, listing.1 desc, listing.2 desc, cluster desc limit ${size} offset ${offset}`,
    params.values,
  )
}

const hitAt = (numbers: Float64Array, at: number): TrendHit => ({
  cluster: toClusterId(numbers[at]),
  storeId: toStoreId(numbers[at + 1]),
  productId: numbers[at + 2] ?? 0,
  day: addDays(EPOCH, numbers[at + 3] ?? 0),
})

const hitsOf = (numbers: Float64Array): TrendHit[] =>
  Array.from({ length: numbers.length / HIT_COLUMNS }, (_, hit) => hitAt(numbers, hit * HIT_COLUMNS))

const readPage = async (source: Source, sortBy: TrendSort, range: Range): Promise<TrendHit[]> =>
  hitsOf(await selectHits(source, sortBy, range))

/** One statement, so that changes meanwhile neither skip nor repeat a hit. */
async function* readFirst(source: Source, sortBy: TrendSort, limit: number): AsyncGenerator<TrendHit[]> {
  const numbers = await selectHits(source, sortBy, { offset: 0, size: limit })
  const perBatch = HITS_PER_BATCH * HIT_COLUMNS
  for (let at = 0; at < numbers.length; at += perBatch) yield hitsOf(numbers.subarray(at, at + perBatch))
}
