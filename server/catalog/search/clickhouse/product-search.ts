import type { Day } from '#contracts/dates.ts'
import { toClusterId, toStoreId } from '#contracts/ids.ts'
import type { ProductSearch, Range, TrendHit, TrendQuery, TrendSort } from '#server/catalog/search/search.ts'
import { titleWords } from '#server/catalog/search/text-folding.ts'
import type { ClickHouse } from './clickhouse.ts'
import type { ServingState } from './serving-state.ts'
import { createParams, type Params, storeConditions } from './store-conditions.ts'
import { type Placement, tableName } from './tables.ts'

type Deps = { clickHouse: ClickHouse; placement: Placement; state: ServingState }
type Tables = { stores: string; trends: string; titles: string }

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
        page: (sortBy, range) => readPage(clickHouse, tables, query, sortBy, range),
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

async function readPage(
  clickHouse: ClickHouse,
  tables: Tables,
  query: TrendQuery,
  sortBy: TrendSort,
  { offset, size }: Range,
): Promise<TrendHit[]> {
  const params = createParams()
  const clusters = clustersOf(tables, query, params)
  const isByTime = sortBy === 'foundAt'
  const joined = isByTime
    ? ` left join (select id, found_at from ${tables.stores}) as s on s.id = listing.1`
    : ''
  const rows = await clickHouse.select(
    `select cluster, listing.1, listing.2, toString(latest) from (${clusters}) as c${joined}
    order by ${isByTime ? 'found_at' : sortBy} desc, listing.1 desc, listing.2 desc, cluster desc limit ${size} offset ${offset}`,
    params.values,
  )
  return (rows as [number, number, number, Day][]).map(([cluster, storeId, productId, day]) => ({
    cluster: toClusterId(cluster),
    storeId: toStoreId(storeId),
    productId: Number(productId),
    day,
  }))
}
