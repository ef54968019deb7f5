import { hash } from 'node:crypto'
import { type FilterRule, storeFilters } from '#contracts/catalog/store-filters.ts'
import { type ColumnRule, columnKeys, storeColumns } from '#server/catalog/search/store-columns.ts'
import { sqlOf } from '#server/catalog/search/store-readings.ts'
import { type StoredSort, sortKeys, storedSorts } from '#server/catalog/search/store-sorts.ts'
import { type ColumnKey, storeValues } from '#server/catalog/search/store-values.ts'

/** The column of a filter; for a filter with several values also whether they are known. */
export const columnOf = (key: ColumnKey): string => `c_${key}`
export const knownColumnOf = (key: ColumnKey): string => `known_${key}`
/** How many values a list has: a part of its column that is read by itself. */
export const sizeColumnOf = (key: ColumnKey): string => `${columnOf(key)}.size0`

/** First key first. */
export function sortColumnsOf(sort: StoredSort): string[] {
  const { column, count } = sortKeys[sort]
  if (column) return [columnOf(column)]
  if (sort === 'foundAt' || sort === 'visibleAt')
    return [sort === 'foundAt' ? 'found_at' : 'visible_at']
  return Array.from({ length: count }, (_, at) => `s_${sort}_${at + 1}`)
}

/** Sort keys that are neither a filter nor a time. */
export const ownSortColumns: { sort: StoredSort; columns: string[] }[] = storedSorts
  .filter((sort) => sortColumnsOf(sort)[0]?.startsWith('s_'))
  .map((sort) => ({ sort, columns: sortColumnsOf(sort) }))

/** The index of a store's words answers for sequences of as many letters. */
export const LETTERS_PER_TOKEN = 4

const COLUMN_TYPES = {
  // Empty = unknown: a nullable column would cost another column.
  code: (key: ColumnKey) => [`${columnOf(key)} LowCardinality(String)`],
  list: (key: ColumnKey) => [
    `${columnOf(key)} Array(LowCardinality(String))`,
    `${knownColumnOf(key)} Bool`,
  ],
  words: (key: ColumnKey) => [`${columnOf(key)} String`],
  // Prices have no upper bound; other numbers are read in half the time as half as many bytes.
  number: (key: ColumnKey) => [
    isPrice(storeFilters[key])
      ? `${columnOf(key)} Nullable(Int64) codec(T64, LZ4)`
      : `${columnOf(key)} Nullable(Int32)`,
  ],
}

const isPrice = (filter: FilterRule) => filter.kind === 'range' && filter.unit === 'dollars'

const storeColumnTypes: readonly string[] = [
  // Ids and moments grow from row to row.
  'id UInt64 codec(Delta, LZ4)',
  'version UInt64',
  'is_deleted UInt8',
  // 0 = newly launched, 1 = established.
  'scope UInt8',
  // Days since 1970; moments in ms.
  'found_day UInt16',
  'found_at Int64 codec(Delta, LZ4)',
  'visible_at Int64 codec(Delta, LZ4)',
  'has_email UInt8',
  'listed_products UInt32',
  ...columnKeys.flatMap((key) => COLUMN_TYPES[storeColumns[key].kind](key)),
  ...ownSortColumns.flatMap(({ columns }) => columns.map((column) => `${column} Nullable(UInt64)`)),
]

const keysOf = (kind: ColumnRule['kind']): ColumnKey[] =>
  columnKeys.filter((key) => storeColumns[key].kind === kind)

/** Ids grow with the time of finding, so these let a query for some days skip most rows. */
const storeIndexes: readonly string[] = [
  'index found_day_minmax found_day type minmax granularity 1',
  'index found_at_minmax found_at type minmax granularity 1',
  'index visible_at_minmax visible_at type minmax granularity 1',
  // Which stores have a sequence of letters, so that a search for words need not read the words of
  // every store.
  ...keysOf('words').map(
    (key) => `index words ${columnOf(key)} type text(tokenizer = ngrams(${LETTERS_PER_TOKEN}))`,
  ),
  // Which stores have a value, so that a filter need not read the lists.
  ...keysOf('list').map(
    (key) => `index values_${key} ${columnOf(key)} type text(tokenizer = 'array')`,
  ),
]

export type TableName = 'stores' | 'trends' | 'trend_months' | 'titles' | 'labels' | 'marks'

/** A set of marks is written when a question needs it, and expires by itself. */
export const MARKS_KEPT_HOURS = 24

type Table = {
  name: TableName
  columns: readonly string[]
  indexes?: readonly string[]
  tail: string
}

const trendColumns: readonly string[] = [
  'day Date32',
  'cluster UInt64',
  'store_id UInt64',
  'product_id UInt64',
  'score UInt16',
  'stores UInt32',
  'badge LowCardinality(String)',
  'version UInt64',
  'is_deleted UInt8',
]

/** All tables of one generation: a new load fills the next generation while this one serves. */
const tables: readonly Table[] = [
  {
    name: 'stores',
    columns: storeColumnTypes,
    indexes: storeIndexes,
    // By id, which never changes, so that a later version always replaces the earlier one.
    tail: 'partition by intDiv(id, 1000000) order by id',
  },
  {
    name: 'trends',
    columns: trendColumns,
    tail: 'partition by toYYYYMM(day) order by (day, cluster, store_id, product_id)',
  },
  {
    // Of each listing the latest trend of each month. See `trend-months.ts`.
    name: 'trend_months',
    columns: ['month UInt32', ...trendColumns],
    tail: 'partition by month order by (month, cluster, store_id, product_id)',
  },
  {
    name: 'titles',
    columns: [
      'store_id UInt64',
      'product_id UInt64',
      'title String',
      'version UInt64',
      'is_deleted UInt8',
    ],
    tail: 'order by (store_id, product_id)',
  },
  {
    name: 'labels',
    columns: [
      'key LowCardinality(String)',
      'value String',
      'label String',
      'folded String',
      'version UInt64',
      'is_deleted UInt8',
    ],
    tail: 'order by (key, value)',
  },
  {
    name: 'marks',
    columns: [
      'mark String',
      'marked_value String',
      'marked_id UInt64',
      'written DateTime default now()',
      'version UInt8',
      'is_deleted UInt8',
    ],
    tail: `order by (mark, marked_value, marked_id) ttl written + interval ${MARKS_KEPT_HOURS} hour`,
  },
]

export const tableName = (database: string, generation: number, table: TableName): string =>
  `${database}.${table}_${generation}`

export const createTables = (database: string, generation: number): string[] =>
  tables.map(
    ({ name, columns, indexes = [], tail }) =>
      `create table if not exists ${tableName(database, generation, name)} (
  ${[...columns, ...indexes].join(',\n  ')}
)
  engine = ReplacingMergeTree(version, is_deleted) ${tail}`,
  )

export const dropTables = (database: string, generation: number): string[] =>
  tables.map(({ name }) => `drop table if exists ${tableName(database, generation, name)} sync`)

/**
 * Differs whenever the tables differ, or what is read for them: a worker then loads new tables
 * beside the old ones, and no process asks tables that it does not know.
 */
export const SCHEMA_VERSION = versionOf([
  ...createTables('d', 1),
  ...columnKeys.map((key) => `${key}: ${storeValues[key].reads.map(sqlOf).join(', ')}`),
])

/** Positive, and fits into an `integer`. */
export function versionOf(texts: readonly string[]): number {
  const digest = hash('sha256', texts.join('\n'), 'buffer')
  return digest.readUInt32BE() >>> 1 || 1
}

/** How far each generation has come. One row each, replaced by later ones. */
export const createStateTable = (database: string): string[] => [
  `create database if not exists ${database}`,
  `create table if not exists ${database}.search_state (
  generation UInt32, schema UInt32, position UInt64, loaded_stores UInt64, loaded_days String, is_complete Bool,
  written DateTime64(6) default now64(6)
)
  engine = ReplacingMergeTree(written) order by generation`,
]
