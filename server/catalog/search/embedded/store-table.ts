import { type StoreId, toStoreId } from '#contracts/ids.ts'
import type { IndexedStore } from '#server/catalog/search/store-rows.ts'
import { type Column, createColumn, createNumberReader, createWriter } from './columns/columns.ts'
import {
  createNumberById,
  createRowsByDay,
  type GrowableArray,
  growableFloat64,
  growableInt32,
  growableUint32,
  growableUint8,
  type NumberById,
  type RowsByDay,
} from './columns/growable-arrays.ts'
import { createRowMarks, type RowMarks } from './row-marks.ts'
import { createRowScores, type RowScores } from './row-scores.ts'
import { columnKeys, mapColumns, storeColumns } from '#server/catalog/search/store-columns.ts'
import { type StoredSort, sortKeys, storedSorts } from '#server/catalog/search/store-sorts.ts'
import type { ColumnKey } from '#server/catalog/search/store-values.ts'

/**
 * Rows are only added: a changed store gets a new row and its old one ends, so that a reader who
 * started earlier sees the earlier state. A row belongs to the versions from `born` (inclusive) to
 * `died` (exclusive).
 */
export type StoreTable = TableParts & {
  rows: () => number
  /** Ended or not. */
  rowsAt: (version: number) => number
  rowOf: (storeId: StoreId) => number | undefined
  rowAt: (storeId: StoreId, version: number) => number | undefined
  /** Ended or not, the latest first. */
  eachRow: (storeId: StoreId, visit: (row: number) => void) => void
  marks: RowMarks
  scores: RowScores
  put: (store: IndexedStore, version: number) => void
  remove: (storeId: StoreId, version: number) => void
  /** In the order of their end. */
  dead: () => number
  ended: GrowableArray<Uint32Array>
  deadAt: (version: number) => number
}

export type TableParts = {
  ids: GrowableArray<Float64Array>
  born: GrowableArray<Uint32Array>
  died: GrowableArray<Uint32Array>
  /** 0 = newly launched, 1 = established. */
  scopes: GrowableArray<Uint8Array>
  /** Days since 1970. */
  foundDays: GrowableArray<Int32Array>
  rowsByDay: RowsByDay
  hasEmail: GrowableArray<Uint8Array>
  listedProducts: GrowableArray<Uint32Array>
  columns: Record<ColumnKey, Column>
  newest: NumberById
  /** Keys of the orders that follow from no column. */
  ownKeys: OwnKeys
}
type OwnKeys = ReadonlyMap<StoredSort, readonly GrowableArray<Float64Array>[]>

export const ALIVE = 0xffff_ffff

export const storeIdAt = ({ ids }: Pick<StoreTable, 'ids'>, row: number): StoreId =>
  toStoreId(ids.values[row] ?? 0)

/** `expected` = how many stores there will be. */
export const createStoreTable = (expected?: number): StoreTable => tableOf(createParts(expected), 0)

/** A table whose first `filled` rows are there already. */
export function tableOf(parts: TableParts, filled: number): StoreTable {
  const { newest } = parts
  /** For each row the one that it replaced, as its number + 1. */
  const earlier = growableUint32(parts.ids.values.length)
  const writers = columnKeys.map((key) => createWriter(parts.columns[key], key))
  const ended = growableUint32()
  let rows = filled
  let dead = 0
  const eachRow: StoreTable['eachRow'] = (storeId, visit) => {
    for (let row = newest.get(storeId) ?? -1; row >= 0; row = (earlier.values[row] ?? 0) - 1)
      visit(row)
  }
  const table: StoreTable = {
    ...parts,
    rows: () => rows,
    eachRow,
    marks: createRowMarks({ ids: parts.ids, rows: () => rows, eachRow }),
    scores: createRowScores({ columns: parts.columns, rows: () => rows }),
    dead: () => dead,
    ended,
    rowsAt(version) {
      let end = rows
      while (end > 0 && (parts.born.values[end - 1] ?? 0) > version) end--
      return end
    },
    deadAt(version) {
      let end = dead
      while (end > 0 && (parts.died.values[ended.values[end - 1] ?? 0] ?? 0) > version) end--
      return end
    },
    rowOf(storeId) {
      const row = newest.get(storeId)
      return row !== undefined && parts.died.values[row] === ALIVE ? row : undefined
    },
    rowAt(storeId, version) {
      let row = newest.get(storeId) ?? -1
      while (row >= 0 && (parts.born.values[row] ?? 0) > version)
        row = (earlier.values[row] ?? 0) - 1
      return row >= 0 && (parts.died.values[row] ?? 0) > version ? row : undefined
    },
    put(store, version) {
      table.remove(store.id, version)
      setRow(parts, rows, store)
      for (const write of writers) write(store, rows)
      parts.born.set(rows, version)
      parts.died.set(rows, ALIVE)
      earlier.set(rows, (newest.get(store.id) ?? -1) + 1)
      newest.set(store.id, rows)
      rows++
    },
    remove(storeId, version) {
      const row = table.rowOf(storeId)
      if (row === undefined) return
      parts.died.set(row, version)
      ended.set(dead++, row)
    },
  }
  return table
}

const createParts = (expected?: number): TableParts => ({
  ids: growableFloat64(expected),
  born: growableUint32(expected),
  died: growableUint32(expected),
  scopes: growableUint8(expected),
  foundDays: growableInt32(expected),
  rowsByDay: createRowsByDay(),
  hasEmail: growableUint8(expected),
  listedProducts: growableUint32(expected),
  columns: mapColumns((key) => createColumn[storeColumns[key].kind](key, expected)),
  newest: createNumberById(),
  ownKeys: createOwnKeys(expected),
})

function setRow(parts: TableParts, row: number, store: IndexedStore): void {
  parts.ids.set(row, store.id)
  parts.scopes.set(row, store.launch_status === 'new' ? 0 : 1)
  parts.foundDays.set(row, store.found_day)
  parts.rowsByDay.add(store.found_day, row)
  parts.hasEmail.set(row, store.has_email ? 1 : 0)
  parts.listedProducts.set(row, store.listed_products)
  for (const [sort, keys] of parts.ownKeys) setKeys(keys, sortKeys[sort].read(store), row)
}

const ownSorts = storedSorts.filter(
  (sort) => sortKeys[sort].column === undefined && sortKeys[sort].code === undefined,
)

const createOwnKeys = (expected?: number): OwnKeys =>
  new Map(
    ownSorts.map((sort) => [
      sort,
      Array.from({ length: sortKeys[sort].count }, () => growableFloat64(expected)),
    ]),
  )

/** Moments in ms. */
export const momentsOf = (
  { ownKeys }: Pick<TableParts, 'ownKeys'>,
  sort: 'foundAt' | 'visibleAt',
): Float64Array => ownKeys.get(sort)?.[0]?.values ?? new Float64Array()

/** The numbers that sort the rows, first key first; null = not known. */
export function keysOf(
  { ownKeys, columns }: TableParts,
  sort: StoredSort,
): ((row: number) => number | null)[] {
  const key = sortKeys[sort].column ?? sortKeys[sort].code
  const column = key && columns[key]
  if (column?.kind === 'number') return [createNumberReader(column)]
  if (column?.kind === 'code')
    return [
      (row) => {
        const code = column.codes.values[row] ?? 0
        return code === 0 ? null : column.dictionary.sortKeyAt(code)
      },
    ]
  return (ownKeys.get(sort) ?? []).map(
    ({ values }) =>
      (row) =>
        values[row] ?? 0,
  )
}

const setKeys = (
  columns: readonly GrowableArray<Float64Array>[],
  keys: readonly (number | null)[],
  row: number,
): void => columns.forEach((column, at) => column.set(row, keys[at] ?? 0))
