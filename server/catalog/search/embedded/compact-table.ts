import { columnKeys } from '#server/catalog/search/store-columns.ts'
import type { StoredSort } from '#server/catalog/search/store-sorts.ts'
import type { ColumnKey } from '#server/catalog/search/store-values.ts'
import type { Column, ListColumn, WordColumn } from './columns.ts'
import {
  createNumberById,
  createRowsByDay,
  createWholeNumbers,
  type GrowableArray,
  growableUint32,
  withRoom,
} from './growable-arrays.ts'
import { createListDictionary, EMPTY_LIST, UNKNOWN_LIST } from './list-dictionary.ts'
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

/** Only lists that a row still has; they get new numbers. */
async function compactLists(column: ListColumn, rows: Uint32Array) {
  const lists = createListDictionary()
  const codes = createWholeNumbers(withRoom(rows.length))
  const [starts, pool] = [column.lists.starts(), column.lists.pool()]
  const numbers = new Uint32Array(column.lists.size())
  numbers[EMPTY_LIST] = EMPTY_LIST
  const numberOf = (list: number): number => {
    if (list === UNKNOWN_LIST) return UNKNOWN_LIST
    const own = pool.subarray(starts[list], starts[list + 1])
    return (numbers[list] ||= lists.codeOf(Uint32Array.from(own), own.length))
  }
  await inSlices(rows.length, (from, to) => {
    for (let row = from; row < to; row++)
      codes.set(row, numberOf(column.codes.values[rows[row] ?? 0] ?? UNKNOWN_LIST))
  })
  return { lists, codes }
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
