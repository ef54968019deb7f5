import { type StoreId, toStoreId } from '#contracts/ids.ts'
import { isDeepStrictEqual } from 'node:util'
import { readAllStores } from '#server/catalog/search/store-rows.ts'
import { findTrendDays, readDays } from '#server/catalog/search/trend-rows.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { ClickHouse } from './clickhouse.ts'
import { type Placement, tableName } from './tables.ts'
import { storeRow } from './writer.ts'

export type Difference = { kind: 'store'; id: StoreId; column: string } | { kind: 'trends'; day: string }

/**
 * Every difference between the database and a generation in ClickHouse: stores that are missing, left over or have another value in any
 * column, and days whose trends differ. Changes meanwhile count as differences.
 */
export async function* compareSearch(deps: {
  db: Db
  clickHouse: ClickHouse
  placement: Placement
  generation: number
}): AsyncGenerator<Difference> {
  yield* compareStores(deps)
  yield* compareTrends(deps)
}

type Deps = Parameters<typeof compareSearch>[0]

async function* compareStores({ db, clickHouse, placement, generation }: Deps): AsyncGenerator<Difference> {
  const table = tableName(placement, generation, 'stores')
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

/** The stores with ids from `after` (exclusive) to `to` (inclusive). */
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
  const named = rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])))
  return new Map(named.map((row) => [toStoreId(row['id']), row]))
}

/** Large numbers may come as texts. */
const plain = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value

const differingColumn = (row: Row, expected: Row): string | undefined =>
  Object.keys(expected).find(
    (column) => column !== 'version' && !isDeepStrictEqual(plain(row[column]), plain(expected[column])),
  )

async function* compareTrends({ db, clickHouse, placement, generation }: Deps): AsyncGenerator<Difference> {
  const table = tableName(placement, generation, 'trends')
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
