import { columnKeys } from '#server/catalog/search/store-columns.ts'
import type { StoredSort } from '#server/catalog/search/store-sorts.ts'
import type { ColumnKey } from '#server/catalog/search/store-values.ts'
import type { Column, ListColumn, WordColumn } from './columns/columns.ts'
import {
  createNumberById,
  createRowsByDay,
  type GrowableArray,
  growableUint32,
  withRoom,
} from './columns/growable-arrays.ts'
import {
  createListDictionary,
  EMPTY_LIST,
  type ListDictionary,
  UNKNOWN_LIST,
} from './columns/list-dictionary.ts'
import { inSlices } from './scheduling.ts'
import type { TableSnapshot } from './store-scan.ts'
import { ALIVE, type StoreTable, tableOf, type TableParts } from './store-table.ts'

/**
 * The same stores without ended rows, as of the snapshot. Both tables share the dictionaries, whose
 * codes never change; the old one keeps serving, and may take further changes, meanwhile.
 */
export async function compactTable(snapshot: TableSnapshot): Promise<StoreTable> {
  const { table } = snapshot
  const rows = await findLiveRows(snapshot)
  const columns = await compactColumns(table, rows)
  const ids = await table.ids.pick(rows)
  const foundDays = await table.foundDays.pick(rows)
  const parts: TableParts = {
    ids,
    born: await table.born.pick(rows),
    died: growableUint32(withRoom(rows.length)),
    scopes: await table.scopes.pick(rows),
    foundDays,
    rowsByDay: createRowsByDay(),
    hasEmail: await table.hasEmail.pick(rows),
    listedProducts: await table.listedProducts.pick(rows),
    columns,
    newest: createNumberById(),
    ownKeys: await compactKeys(table, rows),
  }
  await inSlices(rows.length, (from, to) => {
    parts.died.values.fill(ALIVE, from, to)
    for (let row = from; row < to; row++) {
      parts.newest.set(ids.values[row] ?? 0, row)
      parts.rowsByDay.add(foundDays.values[row] ?? 0, row)
    }
  })
  return tableOf(parts, rows.length)
}

async function findLiveRows({ table, version }: TableSnapshot): Promise<Uint32Array> {
  const end = table.rowsAt(version)
  const rows = new Uint32Array(end)
  let count = 0
  await inSlices(end, (from, to) => {
    for (let row = from; row < to; row++)
      if ((table.died.values[row] ?? 0) > version) rows[count++] = row
  })
  return rows.subarray(0, count)
}

async function compactColumns(
  table: StoreTable,
  rows: Uint32Array,
): Promise<Record<ColumnKey, Column>> {
  const columns: [ColumnKey, Column][] = []
  for (const key of columnKeys) columns.push([key, await compactColumn(table.columns[key], rows)])
  // Safe: one entry for each key.
  return Object.fromEntries(columns) as Record<ColumnKey, Column>
}

async function compactColumn(column: Column, rows: Uint32Array): Promise<Column> {
  switch (column.kind) {
    case 'code':
      return { ...column, codes: await column.codes.pick(rows) }
    case 'number':
      return { ...column, numbers: await column.numbers.pick(rows) }
    case 'list':
      return { ...column, ...(await compactLists(column, rows)) }
    case 'words':
      return { ...column, ...(await compactWords(column, rows)) }
    default:
      return column satisfies never
  }
}

/** With fewer unused ones, making a dictionary of the others costs more than their memory. */
const MAX_UNUSED_SHARE = 0.25

/** The dictionary is shared too, until it has too many lists that no row has any more. */
async function compactLists({ lists, codes }: ListColumn, rows: Uint32Array) {
  const size = lists.size()
  const picked = await codes.pick(rows)
  const isUsed = new Uint8Array(size)
  let unused = size
  await inSlices(rows.length, (from, to) => {
    for (let row = from; row < to; row++) {
      const list = picked.at(row)
      if (isUsed[list] === 0) unused--
      isUsed[list] = 1
    }
  })
  if (unused <= MAX_UNUSED_SHARE * size) return { lists, codes: picked }
  const { kept, numbers } = await keepLists(lists, isUsed)
  await inSlices(rows.length, (from, to) => {
    for (let row = from; row < to; row++) picked.set(row, numbers[picked.at(row)] ?? UNKNOWN_LIST)
  })
  return { lists: kept, codes: picked }
}

/** In their order; `numbers` = their new ones. */
async function keepLists(lists: ListDictionary, isUsed: Uint8Array) {
  const kept = createListDictionary()
  const numbers = new Uint32Array(isUsed.length)
  numbers[EMPTY_LIST] = EMPTY_LIST
  const [starts, pool] = [lists.starts(), lists.pool()]
  await inSlices(isUsed.length, (from, to) => {
    for (let list = Math.max(from, EMPTY_LIST + 1); list < to; list++) {
      if (isUsed[list] !== 1) continue
      const own = pool.subarray(starts[list], starts[list + 1])
      numbers[list] = kept.codeOf(own, own.length)
    }
  })
  return { kept, numbers }
}

async function compactWords(column: WordColumn, rows: Uint32Array) {
  const lengths = await column.lengths.pick(rows)
  let used = 0
  const starts = growableUint32(withRoom(rows.length))
  await inSlices(rows.length, (from, to) => {
    for (let row = from; row < to; row++) {
      starts.values[row] = used
      used += lengths.values[row] ?? 0
    }
  })
  const pool = growableUint32(withRoom(used))
  await inSlices(rows.length, (from, to) => {
    for (let row = from; row < to; row++) {
      const start = column.starts.values[rows[row] ?? 0] ?? 0
      const words = column.pool.values.subarray(start, start + (lengths.values[row] ?? 0))
      pool.values.set(words, starts.values[row])
    }
  })
  return { lengths, starts, pool, used }
}

async function compactKeys(
  { ownKeys }: StoreTable,
  rows: Uint32Array,
): Promise<TableParts['ownKeys']> {
  const compacted = new Map<StoredSort, GrowableArray<Float64Array>[]>()
  for (const [sort, keys] of ownKeys)
    compacted.set(sort, await Promise.all(keys.map((key) => key.pick(rows))))
  return compacted
}
