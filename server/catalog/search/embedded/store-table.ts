import { storeFilters } from '#contracts/stores/store-filters.ts'
import { StoreSort } from '#contracts/stores/stores.ts'
import type { IndexedStore } from '#server/catalog/search/store-rows.ts'
import {
  type Column,
  createCodeColumn,
  createListColumn,
  createNumberColumn,
  createWordColumn,
  setCode,
  setList,
  setNumber,
  setWords,
} from './columns.ts'
import {
  createNumberById,
  createRowsByDay,
  createGrowableArray,
  type GrowableArray,
  type RowsByDay,
} from './growable-arrays.ts'
import { type ColumnKey, searchedTexts, sortKeys, storeColumns } from '#server/catalog/search/store-columns.ts'

/**
 * The list columns of all stores. Rows are only added: a changed store gets a new row and its old one ends, so that a reader who started
 * earlier sees the earlier state. A row belongs to the versions from `born` (inclusive) to `died` (exclusive).
 */
export type StoreTable = {
  rows: () => number
  /** How many of the first rows existed at a version, ended or not. */
  rowsAt: (version: number) => number
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
  sorts: Record<StoreSort, GrowableArray<Float64Array>[]>
  /** The store's current row. */
  rowOf: (storeId: number) => number | undefined
  /** The store's row at a version. */
  rowAt: (storeId: number, version: number) => number | undefined
  put: (store: IndexedStore, version: number) => void
  remove: (storeId: number, version: number) => void
  /** Ended rows, in the order of their end. */
  dead: () => number
  ended: GrowableArray<Uint32Array>
  /** How many of them had ended at a version. */
  deadAt: (version: number) => number
}

const ALIVE = 0xffff_ffff

const float64 = () => createGrowableArray((length) => new Float64Array(length))
const uint32 = () => createGrowableArray((length) => new Uint32Array(length))
const uint8 = () => createGrowableArray((length) => new Uint8Array(length))

export function createStoreTable(): StoreTable {
  const parts = createParts()
  /** The latest row of each store, and for each row the one that it replaced, as its number + 1. */
  const newest = createNumberById()
  const earlier = uint32()
  const ended = uint32()
  let rows = 0
  let dead = 0
  const table: StoreTable = {
    ...parts,
    rows: () => rows,
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
      while (row >= 0 && (parts.born.values[row] ?? 0) > version) row = (earlier.values[row] ?? 0) - 1
      return row >= 0 && (parts.died.values[row] ?? 0) > version ? row : undefined
    },
    put(store, version) {
      table.remove(store.id, version)
      setRow(parts, rows, store)
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

type Parts = Omit<
  StoreTable,
  'rows' | 'rowsAt' | 'dead' | 'ended' | 'deadAt' | 'rowOf' | 'rowAt' | 'put' | 'remove'
>

const createParts = (columns = createColumns()): Parts => ({
  ids: float64(),
  born: uint32(),
  died: uint32(),
  scopes: uint8(),
  foundDays: createGrowableArray((length) => new Int32Array(length)),
  rowsByDay: createRowsByDay(),
  hasEmail: uint8(),
  listedProducts: uint32(),
  columns,
  sorts: createSorts(columns),
})

function setRow(parts: Parts, row: number, store: IndexedStore): void {
  parts.ids.set(row, store.id)
  parts.scopes.set(row, store.launch_status === 'new' ? 0 : 1)
  parts.foundDays.set(row, store.found_day)
  parts.rowsByDay.add(store.found_day, row)
  parts.hasEmail.set(row, store.has_email ? 1 : 0)
  parts.listedProducts.set(row, store.listed_products)
  for (const key of columnKeys) setValue(parts.columns[key], key, store, row)
  for (const sort of ownSorts) setKeys(parts.sorts[sort], sortKeys[sort].read(store), row)
}

// Safe: the keys of a literal object.
const columnKeys = Object.keys(storeColumns) as ColumnKey[]

const createColumn = {
  code: createCodeColumn,
  list: createListColumn,
  number: createNumberColumn,
  words: createWordColumn,
}

const kindOf = (key: ColumnKey): keyof typeof createColumn =>
  storeFilters[key].kind === 'text' ? 'words' : storeColumns[key].kind

// Safe: one entry for each key, as the types say.
const createColumns = () =>
  Object.fromEntries(columnKeys.map((key) => [key, createColumn[kindOf(key)]()])) as Record<ColumnKey, Column>

/** Orders whose numbers no filter has. */
const ownSorts = StoreSort.options.filter((sort) => sortKeys[sort].column === undefined)

const createSorts = (columns: Record<ColumnKey, Column>) =>
  Object.fromEntries(StoreSort.options.map((sort) => [sort, createSort(sort, columns)])) as Record<
    StoreSort,
    GrowableArray<Float64Array>[]
  >

function createSort(sort: StoreSort, columns: Record<ColumnKey, Column>): GrowableArray<Float64Array>[] {
  const { column: key, count } = sortKeys[sort]
  const column = key && columns[key]
  return column?.kind === 'number' ? [column.numbers] : Array.from({ length: count }, float64)
}

function setValue(column: Column, key: ColumnKey, store: IndexedStore, row: number): void {
  const rule = storeColumns[key]
  if (column.kind === 'words') setWords(column, row, searchedTexts(store))
  if (column.kind === 'code' && rule.kind === 'code') setCode(column, row, rule.read(store))
  if (column.kind === 'list' && rule.kind === 'list') setList(column, row, rule.read(store))
  if (column.kind === 'number' && rule.kind === 'number') setNumber(column, row, rule.read(store))
}

const setKeys = (
  columns: GrowableArray<Float64Array>[],
  keys: readonly (number | null)[],
  row: number,
): void => columns.forEach((column, at) => column.set(row, keys[at] ?? Number.NaN))
