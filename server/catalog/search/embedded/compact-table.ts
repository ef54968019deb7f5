import { StoreSort } from '#contracts/catalog/stores.ts'
import { columnKeys } from '#server/catalog/search/store-columns.ts'
import type { ColumnKey } from '#server/catalog/search/store-values.ts'
import { type Column, type ListColumn, UNKNOWN_LENGTH, type WordColumn } from './columns.ts'
import {
  createNumberById,
  createRowsByDay,
  type GrowableArray,
  growableUint32,
  withRoom,
} from './growable-arrays.ts'
import { inSlices } from './scheduling.ts'
import type { TableSnapshot } from './store-scan.ts'
import { ALIVE, sharedKeys, type StoreTable, tableOf, type TableParts } from './store-table.ts'

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
    sorts: await compactSorts(table, columns, rows),
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
      return {
        ...column,
        bits: await column.bits.pick(rows),
        ...(await compactLists(column, rows)),
      }
    case 'words':
      return { ...column, ...(await compactLists(column, rows)) }
    default:
      return column satisfies never
  }
}

/** `lengths` has the type of the column's own. */
async function compactLists<Own extends ListColumn | WordColumn>(column: Own, rows: Uint32Array) {
  const lengths = await column.lengths.pick(rows)
  const lengthOf = (row: number) => {
    const length = lengths.values[row] ?? 0
    return length === UNKNOWN_LENGTH ? 0 : length
  }
  let used = 0
  const starts = growableUint32(withRoom(rows.length))
  await inSlices(rows.length, (from, to) => {
    for (let row = from; row < to; row++) {
      starts.values[row] = used
      used += lengthOf(row)
    }
  })
  const pool = growableUint32(withRoom(used))
  await inSlices(rows.length, (from, to) => {
    for (let row = from; row < to; row++) {
      const start = column.starts.values[rows[row] ?? 0] ?? 0
      pool.values.set(column.pool.values.subarray(start, start + lengthOf(row)), starts.values[row])
    }
  })
  return { lengths: lengths as Own['lengths'], starts, pool, used }
}

async function compactSorts(
  table: StoreTable,
  columns: Record<ColumnKey, Column>,
  rows: Uint32Array,
): Promise<TableParts['sorts']> {
  const sorts: [StoreSort, GrowableArray<Float64Array>[]][] = []
  for (const sort of StoreSort.options) {
    const keys = sharedKeys(sort, columns) ?? []
    if (keys.length === 0) for (const key of table.sorts[sort]) keys.push(await key.pick(rows))
    sorts.push([sort, keys])
  }
  // Safe: one entry for each order.
  return Object.fromEntries(sorts) as TableParts['sorts']
}
