import { type StoreId, toStoreId } from '#contracts/ids.ts'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { readAllStores } from '#server/catalog/search/store-rows.ts'
import { foldText } from '#server/catalog/search/text-folding.ts'
import { findTrendDays, hasTrend, readDays } from '#server/catalog/search/trend-rows.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { ClickHouse } from '#server/catalog/search/clickhouse/clickhouse.ts'
import { tableName } from '#server/catalog/search/clickhouse/tables.ts'
import { storeRow } from '#server/catalog/search/clickhouse/writer.ts'

type Difference =
  | { kind: 'store'; id: StoreId; column: string }
  | { kind: 'trends'; day: string }
  | { kind: 'month'; month: number }
  /** `product` = its store's number and its own. */
  | { kind: 'title'; product: string }

/**
 * Stores that are missing, left over or differ in any column, days whose trends differ, months
 * whose latest trends do, and titles of trending products. Changes meanwhile count as differences.
 */
export async function* compareSearch(deps: {
  db: Db
  clickHouse: ClickHouse
  database: string
  generation: number
}): AsyncGenerator<Difference> {
  yield* compareStores(deps)
  yield* compareTrends(deps)
  yield* compareMonths(deps)
  yield* compareTitles(deps)
}

type Deps = Parameters<typeof compareSearch>[0]

async function* compareStores({
  db,
  clickHouse,
  database,
  generation,
}: Deps): AsyncGenerator<Difference> {
  const table = tableName(database, generation, 'stores')
  let from = 0
  for await (const batch of readAllStores(db)) {
    const stores = [...batch]
    const to = stores.at(-1)?.id ?? from
    const present = await readRows(clickHouse, table, from, to)
    for (const store of stores) {
      const row = present.get(store.id)
      present.delete(store.id)
      const column = row ? differingColumn(row, storeRow(store, 0)) : 'id'
      if (column) yield { kind: 'store', id: store.id, column }
    }
    for (const id of present.keys()) yield { kind: 'store', id, column: 'id' }
    from = to
  }
  for (const id of (await readRows(clickHouse, table, from, Number.MAX_SAFE_INTEGER)).keys())
    yield { kind: 'store', id, column: 'id' }
}

type Row = Record<string, unknown>

/** `after` is exclusive, `to` inclusive. */
async function readRows(
  clickHouse: ClickHouse,
  table: string,
  after: number,
  to: number,
): Promise<Map<StoreId, Row>> {
  const columns = (
    await clickHouse.select(
      `select name from system.columns where concat(database, '.', table) = {table:String}`,
      { table },
    )
  ).map(([name]) => String(name))
  const rows = await clickHouse.select(
    `select ${columns.join(', ')} from ${table} where id > {after:UInt64} and id <= {to:UInt64}`,
    { after, to },
  )
  const named = rows.map((row) =>
    Object.fromEntries(columns.map((column, at) => [column, row[at]])),
  )
  return new Map(named.map((row) => [toStoreId(row['id']), row]))
}

/** Large numbers may come as texts. */
const plain = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value

const differingColumn = (row: Row, expected: Row): string | undefined =>
  Object.keys(expected).find(
    (column) =>
      column !== 'version' && !isDeepStrictEqual(plain(row[column]), plain(expected[column])),
  )

async function* compareTrends({
  db,
  clickHouse,
  database,
  generation,
}: Deps): AsyncGenerator<Difference> {
  const table = tableName(database, generation, 'trends')
  const found = await clickHouse.select(`select distinct toString(day) from ${table}`)
  const days = new Set([...(await findTrendDays(db)), ...found.map(([day]) => String(day))])
  for (const day of days) {
    const rows = await clickHouse.select(
      `select store_id, product_id, score, stores, badge from ${table} where day = {day:Date32}`,
      { day },
    )
    const actual = rows.map((row) => row.map(String).join(' ')).toSorted()
    const [{ rows: read } = { rows: [] }] = await readDays(db, [day])
    const expected = read
      .map(({ store_id, product_id, score, stores, badge }) =>
        [store_id, product_id, score, stores, badge].join(' '),
      )
      .toSorted()
    if (!isDeepStrictEqual(actual, expected)) yield { kind: 'trends', day }
  }
}

/** The latest trend of each listing in a month, beside all trends of ClickHouse itself. */
async function* compareMonths({
  clickHouse,
  database,
  generation,
}: Deps): AsyncGenerator<Difference> {
  const trends = tableName(database, generation, 'trends')
  const months = tableName(database, generation, 'trend_months')
  const found = await clickHouse.select(
    `select toYYYYMM(day) as month from ${trends} union distinct select month from ${months}`,
  )
  for (const month of found.map(([month]) => Number(month))) {
    const [[differing] = []] = await clickHouse.select(
      `select count() from (
        select sum(side) as difference from (
          select cluster, store_id, product_id, max(day) as latest, argMax(score, day) as last_score,
            argMax(stores, day) as last_stores, argMax(badge, day) as last_badge, 1 as side
          from ${trends} where toYYYYMM(day) = {month:UInt32} group by cluster, store_id, product_id
          union all
          select cluster, store_id, product_id, day, score, stores, badge, -1 from ${months} where month = {month:UInt32})
        group by cluster, store_id, product_id, latest, last_score, last_stores, last_badge having difference != 0)`,
      { month },
    )
    if (Number(differing) > 0) yield { kind: 'month', month }
  }
}

const STORES_PER_READ = 10_000

async function* compareTitles({
  db,
  clickHouse,
  database,
  generation,
}: Deps): AsyncGenerator<Difference> {
  const table = tableName(database, generation, 'titles')
  const [[lastWritten] = [0]] = await clickHouse.select(`select max(store_id) from ${table}`)
  const { last } = await db
    .selectFrom('product_trends')
    .select((on) => on.fn.max('store_id').as('last'))
    .executeTakeFirstOrThrow()
  for (let after = 0; after < Math.max(Number(lastWritten), last ?? 0); after += STORES_PER_READ) {
    const to = after + STORES_PER_READ
    const rows = await clickHouse.select(
      `select store_id, product_id, title from ${table} where store_id > {after:UInt64} and store_id <= {to:UInt64}`,
      { after, to },
    )
    const actual = titlesOf(rows)
    const expected = titlesOf(await readTitles(db, after, to))
    for (const product of new Set([...actual.keys(), ...expected.keys()]))
      if (actual.get(product) !== expected.get(product)) yield { kind: 'title', product }
  }
}

const titlesOf = (rows: readonly unknown[][]) =>
  new Map(
    rows.map(([store, product, title]) => [`${String(store)}-${String(product)}`, String(title)]),
  )

async function readTitles(db: Db, after: number, to: number): Promise<unknown[][]> {
  const { rows } = await sql<{ store_id: StoreId; product_id: number; title: string }>`
    select store_id, product_id, title from products p
    where store_id > ${after} and store_id <= ${to} and ${hasTrend}`.execute(db)
  return rows.map(({ store_id, product_id, title }) => [store_id, product_id, foldText(title)])
}
