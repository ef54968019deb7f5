import { StoreSort } from '#contracts/stores.ts'
import {
  type Column,
  createCodeColumn,
  createListColumn,
  createNumberColumn,
  setCode,
  setList,
  setNumber,
} from './columns.ts'
import { growing, type Growing } from './growing.ts'
import { sortKeys } from './sort-keys.ts'
import { type ColumnKey, dayNumber, storeColumns } from './store-columns.ts'
import type { IndexedStore } from './store-row.ts'

/**
 * What lists ask of all stores, by columns. Rows are only added: a store that changed gets a new row and its old one ends, so that a reader who
 * began before sees what was there then. A row belongs to the versions from `born` up to, not with, `died`.
 */
export type StoreTable = {
  rows: () => number
  ids: Growing<Float64Array>
  born: Growing<Uint32Array>
  died: Growing<Uint32Array>
  /** 0 = newly launched, 1 = established. */
  scopes: Growing<Uint8Array>
  foundDays: Growing<Float64Array>
  visibleAt: Growing<Float64Array>
  hasEmail: Growing<Uint8Array>
  listedProducts: Growing<Float64Array>
  columns: Record<ColumnKey, Column>
  sorts: Record<StoreSort, Growing<Float64Array>[]>
  /** The row that is alive now. */
  rowOf: (storeId: number) => number | undefined
  /** The row that was alive at a version. */
  rowAt: (storeId: number, version: number) => number | undefined
  /** This state of the store is there already: a change is read again as long as a transaction that began before it is open. */
  isKnown: (store: IndexedStore) => boolean
  put: (store: IndexedStore, version: number) => void
  remove: (storeId: number, version: number) => void
  /** Rows that ended. */
  dead: () => number
}

const ALIVE = 0xffff_ffff

const float64 = () => growing((length) => new Float64Array(length))
const uint32 = () => growing((length) => new Uint32Array(length))
const uint8 = () => growing((length) => new Uint8Array(length))

export function createStoreTable(): StoreTable {
  const columns = createColumns()
  const sorts = createSorts()
  /** The latest row of each store, and of each row the one that it took the place of, its number + 1. */
  const newest = new Map<number, number>()
  const earlier = uint32()
  const changes = float64()
  let rows = 0
  let dead = 0
  const table: StoreTable = {
    rows: () => rows,
    dead: () => dead,
    ids: float64(),
    born: uint32(),
    died: uint32(),
    scopes: uint8(),
    foundDays: float64(),
    visibleAt: float64(),
    hasEmail: uint8(),
    listedProducts: float64(),
    columns,
    sorts,
    rowOf(storeId) {
      const row = newest.get(storeId)
      return row !== undefined && table.died.values[row] === ALIVE ? row : undefined
    },
    rowAt(storeId, version) {
      let row = newest.get(storeId) ?? -1
      while (row >= 0 && (table.born.values[row] ?? 0) > version) row = (earlier.values[row] ?? 0) - 1
      return row >= 0 && (table.died.values[row] ?? 0) > version ? row : undefined
    },
    isKnown({ id, change_id }) {
      const row = table.rowOf(id)
      return row !== undefined && change_id !== 0 && changes.values[row] === change_id
    },
    put(store, version) {
      if (table.isKnown(store)) return
      table.remove(store.id, version)
      const row = rows
      table.ids.set(row, store.id)
      table.born.set(row, version)
      table.died.set(row, ALIVE)
      changes.set(row, store.change_id)
      table.scopes.set(row, store.launch_status === 'new' ? 0 : 1)
      table.foundDays.set(row, dayNumber(store.found_day))
      table.visibleAt.set(row, store.visible_at.getTime())
      table.hasEmail.set(row, store.email === null ? 0 : 1)
      table.listedProducts.set(row, store.listed_products)
      for (const key of columnKeys) setValue(columns[key], key, store, row)
      for (const sort of StoreSort.options) setKeys(sorts[sort], sortKeys[sort].read(store), row)
      earlier.set(row, (newest.get(store.id) ?? -1) + 1)
      newest.set(store.id, row)
      rows++
    },
    remove(storeId, version) {
      const row = table.rowOf(storeId)
      if (row === undefined) return
      table.died.set(row, version)
      dead++
    },
  }
  return table
}

// Safe: the keys of a literal object.
const columnKeys = Object.keys(storeColumns) as ColumnKey[]

const createColumn = { code: createCodeColumn, list: createListColumn, number: createNumberColumn }

// Safe: one entry for each key, as the types say.
const createColumns = () =>
  Object.fromEntries(columnKeys.map((key) => [key, createColumn[storeColumns[key].kind]()])) as Record<
    ColumnKey,
    Column
  >

const createSorts = () =>
  Object.fromEntries(
    StoreSort.options.map((sort) => [sort, Array.from({ length: sortKeys[sort].count }, float64)]),
  ) as Record<StoreSort, Growing<Float64Array>[]>

function setValue(column: Column, key: ColumnKey, store: IndexedStore, row: number): void {
  const rule = storeColumns[key]
  if (column.kind === 'code' && rule.kind === 'code') setCode(column, row, rule.read(store))
  if (column.kind === 'list' && rule.kind === 'list') setList(column, row, rule.read(store))
  if (column.kind === 'number' && rule.kind === 'number') setNumber(column, row, rule.read(store))
}

const setKeys = (columns: Growing<Float64Array>[], keys: readonly (number | null)[], row: number): void =>
  columns.forEach((column, at) => column.set(row, keys[at] ?? Number.NaN))
