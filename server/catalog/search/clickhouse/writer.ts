import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Day } from '#contracts/dates.ts'
import { type ClusterId, type StoreId, toClusterId, toStoreId } from '#contracts/ids.ts'
import { closedValuesOf } from '#server/catalog/search/choices.ts'
import {
  columnKeys,
  MAX_LIST_VALUES,
  MAX_SEARCHED_WORDS,
  storeColumns,
  valueIn,
} from '#server/catalog/search/store-columns.ts'
import { sortKeys } from '#server/catalog/search/store-sorts.ts'
import type { ColumnKey, Item } from '#server/catalog/search/store-values.ts'
import type { IndexedStore } from '#server/catalog/search/store-rows.ts'
import { foldText, wordsOf } from '#server/catalog/search/text-folding.ts'
import { hasTrend } from '#server/catalog/search/trend-rows.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { ClickHouse, Server } from './clickhouse.ts'
import { columnOf, knownColumnOf, ownSortColumns, type TableName, tableName } from './tables.ts'
import { foldStatement } from './trend-months.ts'

/**
 * Writes stores and trends into the tables of one generation. A row of a higher version replaces a
 * lower one, so that the same change may be written any number of times.
 */
export type Writer = {
  putStores: (stores: readonly IndexedStore[], version: number) => Promise<void>
  removeStores: (ids: readonly StoreId[], version: number) => Promise<void>
  /**
   * Writes the trends that some clusters have on a day, with their titles, and removes those that
   * they no longer have; null = all clusters.
   */
  putTrends: (
    trends: { day: Day; clusters: readonly ClusterId[] | null },
    version: number,
  ) => Promise<void>
  /** After the trends of its days: what the month's listings had last; null = of all clusters. */
  foldMonth: (
    folded: { month: number; clusters: readonly ClusterId[] | null },
    version: number,
  ) => Promise<void>
}

const MAX_LABELS = 200_000

export function createWriter({
  db,
  clickHouse,
  database,
  generation,
}: Server & { db: Db; generation: number }): Writer {
  const tableOf = (table: TableName) => tableName(database, generation, table)
  const knownLabels = new LRUCache<string, true>({ max: MAX_LABELS })
  return {
    async putStores(stores, version) {
      const labels = new Map(
        stores.flatMap(labelsOf).map((label) => [`${label.key} ${label.value}`, label]),
      )
      for (const name of labels.keys()) if (knownLabels.has(name)) labels.delete(name)
      // Labels first: a value without its label could not be found by its name.
      await clickHouse.insert(tableOf('labels'), [...labels.values()])
      for (const name of labels.keys()) knownLabels.set(name, true)
      await clickHouse.insert(
        tableOf('stores'),
        stores.map((store) => storeRow(store, version)),
      )
    },
    removeStores: (ids, version) =>
      clickHouse.insert(
        tableOf('stores'),
        ids.map((id) => ({ id, version, is_deleted: 1 })),
      ),
    async putTrends({ day, clusters }, version) {
      const rows = await readTrends(db, day, clusters)
      const present = await findPresent(clickHouse, tableOf('trends'), day, clusters)
      for (const row of rows) present.delete(keyOf(row))
      const gone = [...present.values()]
      const untitled = await findWithoutTrend(db, gone)
      const titles = rows.map(({ store_id, product_id, title }) => ({
        store_id,
        product_id,
        title: foldText(title),
        version,
      }))
      // A title leaves before the last trend of its product and comes after the first, so that a
      // step that is cut off leaves no title behind.
      await clickHouse.insert(
        tableOf('titles'),
        untitled.map((key) => ({ ...key, version, is_deleted: 1 })),
      )
      await clickHouse.insert(tableOf('trends'), [
        ...rows.map((row) => toTrend(row, day, version)),
        ...gone.map((key) => ({ day, ...key, version, is_deleted: 1 })),
      ])
      await clickHouse.insert(tableOf('titles'), titles)
    },
    foldMonth: ({ month, clusters }, version) =>
      clickHouse.run(
        foldStatement(
          { trends: tableOf('trends'), trend_months: tableOf('trend_months') },
          clusters,
        ),
        { month, version, ...(clusters && { clusters }) },
      ),
  }
}

export function storeRow(store: IndexedStore, version: number): Record<string, unknown> {
  const row: Record<string, unknown> = {
    id: store.id,
    version,
    scope: store.launch_status === 'new' ? 0 : 1,
    found_day: store.found_day,
    found_at: store.found_at,
    visible_at: store.visible_at,
    has_email: store.has_email ? 1 : 0,
    listed_products: store.listed_products,
  }
  for (const key of columnKeys) setColumn(row, key, store)
  for (const { sort, columns } of ownSortColumns) {
    const keys = sortKeys[sort].read(store)
    columns.forEach((column, at) => (row[column] = keys[at] ?? null))
  }
  return row
}

function setColumn(row: Record<string, unknown>, key: ColumnKey, store: IndexedStore): void {
  const rule = storeColumns[key]
  switch (rule.kind) {
    case 'code': {
      const item = rule.read(store)
      row[columnOf(key)] = item === null ? '' : valueIn(item)
      return
    }
    case 'list': {
      const items = rule.read(store)
      const values = [...new Set((items ?? []).map(valueIn))].slice(0, MAX_LIST_VALUES)
      row[columnOf(key)] = values
      row[knownColumnOf(key)] = items !== null
      return
    }
    case 'words': {
      const words = new Set(wordsOf(rule.read(store).join(' ')).slice(0, MAX_SEARCHED_WORDS))
      row[columnOf(key)] = words.size > 0 ? `\n${[...words].join('\n')}\n` : ''
      return
    }
    case 'number':
      row[columnOf(key)] = rule.read(store)
      return
    default:
      rule satisfies never
  }
}

type Label = { key: string; value: string; label: string; folded: string; version: number }

/** Filters whose values are those that stores have. */
const openKeys = columnKeys.filter((key) => !closedValuesOf(key))

const labelsOf = (store: IndexedStore): Label[] =>
  openKeys.flatMap((key) => itemsOf(key, store).map((item) => labelOf(key, item)))

function itemsOf(key: ColumnKey, store: IndexedStore): readonly Item[] {
  const rule = storeColumns[key]
  if (rule.kind === 'list') return rule.read(store) ?? []
  const item = rule.kind === 'code' ? rule.read(store) : null
  return item === null ? [] : [item]
}

function labelOf(key: string, item: Item): Label {
  const [value, label] = typeof item === 'string' ? [item, item] : [item.value, item.label]
  // Always the same version: which spelling stays does not matter.
  return { key, value, label, folded: foldText(label), version: 1 }
}

type TrendKey = { cluster: ClusterId; store_id: StoreId; product_id: number }
type TrendRow = TrendKey & { score: number; stores: number; badge: string; title: string }

const keyOf = ({ cluster, store_id, product_id }: TrendKey): string =>
  `${cluster}-${store_id}-${product_id}`

const toTrend = (row: TrendRow, day: Day, version: number) => {
  const { cluster, store_id, product_id, score, stores, badge } = row
  return { day, cluster, store_id, product_id, score, stores, badge, version }
}

async function readTrends(
  db: Db,
  day: Day,
  clusters: readonly ClusterId[] | null,
): Promise<TrendRow[]> {
  const { rows } = await sql<TrendRow>`
    select t.cluster, t.store_id, t.product_id, d.score, d.stores, d.badge, p.title
    from product_trends t
    join trend_scores d on d.cluster = t.cluster and d.day = t.day
    join products p on p.store_id = t.store_id and p.product_id = t.product_id
    where t.day = ${day} and (${clusters}::bigint[] is null or t.cluster = any(${clusters}::bigint[]))`.execute(
    db,
  )
  return rows
}

async function findPresent(
  clickHouse: ClickHouse,
  table: string,
  day: Day,
  clusters: readonly ClusterId[] | null,
): Promise<Map<string, TrendKey>> {
  const rows = await clickHouse.select(
    `select cluster, store_id, product_id from ${table} where day = {day:Date32}${clusters ? ' and cluster in {clusters:Array(UInt64)}' : ''}`,
    { day, ...(clusters && { clusters }) },
  )
  return new Map(
    rows.map((row) => {
      const [cluster = 0, store_id = 0, product_id = 0] = row.map(Number)
      const key = { cluster: toClusterId(cluster), store_id: toStoreId(store_id), product_id }
      return [keyOf(key), key]
    }),
  )
}

type ProductRow = Pick<TrendKey, 'store_id' | 'product_id'>

/** Those of the products that no trend names any more, such as those of a store that was erased. */
async function findWithoutTrend(db: Db, products: readonly ProductRow[]): Promise<ProductRow[]> {
  if (products.length === 0) return []
  const { rows } = await sql<ProductRow>`
    select distinct p.store_id, p.product_id
    from unnest(${products.map((one) => one.store_id)}::bigint[], ${products.map((one) => one.product_id)}::bigint[])
      as p (store_id, product_id)
    where not ${hasTrend}`.execute(db)
  return rows
}
