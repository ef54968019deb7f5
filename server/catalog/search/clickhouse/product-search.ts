import type { Day } from '#contracts/dates.ts'
import type {
  DaySpan,
  ProductSearch,
  Range,
  TrendHit,
  TrendQuery,
  TrendSort,
} from '#server/catalog/search/search.ts'
import { titleWords } from '#server/catalog/search/text-folding.ts'
import type { ClickHouse } from './clickhouse.ts'
import type { ServingState } from './serving-state.ts'
import { createParams, type Params, storeConditions } from './store-conditions.ts'
import { NO_NEXT_DAY, type Placement, tableName } from './tables.ts'

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
        `select count() from (${productsOf(tables, query, params)})`,
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

/** Each product once, as it was on the latest of the days. */
function productsOf({ stores, trends, titles }: Tables, query: TrendQuery, params: Params): string {
  const { days, badges, title, stores: storeQuery } = query
  const conditions = latestWithin(days, params)
  if (storeQuery)
    conditions.push(`store_id in (select id from ${stores} where ${storeConditions(storeQuery, params)})`)
  const words = titleWords(title)
  if (words.length > 0) {
    const has = words.map((word) => `position(title, ${params.add(word, 'String')}) > 0`).join(' and ')
    conditions.push(`(store_id, product_id) in (select store_id, product_id from ${titles} where ${has})`)
  }
  if (badges) conditions.push(`badge in ${params.add(badges, 'Array(String)')}`)
  return `select store_id, product_id, day, score, stores from ${trends} where ${conditions.join(' and ')}`
}

/** Passed by the latest of each product's trends within the days. */
function latestWithin(days: DaySpan, params: Params): string[] {
  if (!days) return [`next_day = '${NO_NEXT_DAY}'`]
  const [from, to] = [params.add(days.from, 'Date32'), params.add(days.to, 'Date32')]
  return [`day between ${from} and ${to}`, ...(days.from === days.to ? [] : [`next_day > ${to}`])]
}

async function readPage(
  clickHouse: ClickHouse,
  tables: Tables,
  query: TrendQuery,
  sortBy: TrendSort,
  { offset, size }: Range,
): Promise<TrendHit[]> {
  const params = createParams()
  const products = productsOf(tables, query, params)
  const isByTime = sortBy === 'foundAt'
  const joined = isByTime
    ? ` left join (select id, found_at from ${tables.stores}) as s on s.id = store_id`
    : ''
  const rows = await clickHouse.select(
    `select store_id, product_id, toString(day) from (${products}) as p${joined}
    order by ${isByTime ? 'found_at' : sortBy} desc, store_id desc, product_id desc limit ${size} offset ${offset}`,
    params.values,
  )
  return (rows as [number, number, Day][]).map(([storeId, productId, latest]) => ({
    storeId: Number(storeId),
    productId: Number(productId),
    day: latest,
  }))
}
