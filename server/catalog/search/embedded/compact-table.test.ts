import type { StoreId } from '#contracts/ids.ts'
import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '#contracts/catalog/score-profile.ts'
import type { ColumnKey } from '#server/catalog/search/store-values.ts'
import { indexedStore } from '#testing/indexed-store.ts'
import { createRandom, pick, type Random, whole } from '#testing/random.ts'
import { type Column, createNumberReader } from '#server/catalog/search/embedded/columns/columns.ts'
import { compactTable } from './compact-table.ts'
import { columnKeys } from '#server/catalog/search/store-columns.ts'
import { storedSorts } from '#server/catalog/search/store-sorts.ts'
import { UNKNOWN_LIST } from '#server/catalog/search/embedded/columns/list-dictionary.ts'
import { createStoreTable, keysOf, type StoreTable } from './store-table.ts'

const APPS = ['reviews', 'upsell', 'loyalty']

const madeStore = (random: Random, id: StoreId) =>
  indexedStore({
    id,
    name: pick(random, ['Moon lamp', 'Café Élan', 'Desk']),
    about: pick(random, [null, 'we make lamps and lamps']),
    status: pick(random, ['OPEN', 'CLOSED']),
    country: pick(random, [null, 'DE', 'FR']),
    apps_handle: APPS.filter(() => random() < 0.4),
    ships_to: pick(random, [[], ['DE'], ['DE', 'FR', 'DE']]),
    product_count: pick(random, [null, 3, 70]),
    listed_products: whole(random, 9),
    has_email: random() < 0.5,
    found_day: 20_000 + whole(random, 4),
    found_at: whole(random, 1e6),
  })

function change(table: StoreTable, random: Random, version: number): void {
  for (let times = 0; times < 120; times++) {
    const id = (1 + whole(random, 300)) as StoreId
    if (random() < 0.2) table.remove(id, version)
    else table.put(madeStore(random, id), version)
  }
}

function valueOf(column: Column, row: number): unknown {
  if (column.kind === 'number') return createNumberReader(column)(row)
  if (column.kind === 'code') return column.dictionary.valueAt(column.codes.values[row] ?? 0)
  if (column.kind === 'list') {
    const list = column.codes.values[row] ?? UNKNOWN_LIST
    const codes = column.lists.pool().slice(...column.lists.starts().slice(list, list + 2))
    return list === UNKNOWN_LIST ? null : [...codes].map(column.dictionary.valueAt)
  }
  const start = column.starts.values[row] ?? 0
  const words = column.pool.values.slice(start, start + (column.lengths.values[row] ?? 0))
  return [...words].map(column.dictionary.wordAt)
}

const storeAt = (table: StoreTable, row: number) => ({
  id: table.ids.values[row],
  born: table.born.values[row],
  own: [table.scopes, table.foundDays, table.hasEmail, table.listedProducts].map(
    ({ values }) => values[row],
  ),
  columns: columnKeys.map((key: ColumnKey) => [key, valueOf(table.columns[key], row)]),
  keys: storedSorts.map((sort) => keysOf(table, sort).map((keyOf) => keyOf(row))),
  points: table.scores.of({ profile: DEFAULT_PROFILE, today: '2026-03-09' }).pointsAt(row),
})

/** By their ids, because tables differ in their rows. */
const storesOf = (table: StoreTable, version: number) =>
  Array.from({ length: 300 }, (_, at) => table.rowAt((at + 1) as StoreId, version) ?? -1)
    .filter((row) => row >= 0)
    .map((row) => storeAt(table, row))

test('a compacted table holds the same stores and follows later changes like the old one', async () => {
  const random = createRandom(17)
  const table = createStoreTable(5)
  for (let version = 1; version <= 8; version++) change(table, random, version)
  const snapshot = { table, version: 8 }
  const before = storesOf(table, 8)
  const compacting = compactTable(snapshot)
  // Meanwhile the old table takes the next changes, which the compacted one must not see yet.
  change(table, createRandom(18), 9)
  const compacted = await compacting
  expect(compacted.rows()).toBe(before.length)
  expect(compacted.dead()).toBe(0)
  expect(table.dead()).toBeGreaterThan(300)
  expect(storesOf(compacted, 8)).toEqual(before)
  const days = (own: StoreTable) =>
    [...own.rowsByDay.between(20_000, 20_001)].filter((row) => (own.died.values[row] ?? 0) > 8)
  expect(days(compacted)).toHaveLength(
    before.filter(({ own: [, day] }) => day === 20_000 || day === 20_001).length,
  )
  change(compacted, createRandom(18), 9)
  expect(storesOf(compacted, 9)).toEqual(storesOf(table, 9))
  expect(storesOf(compacted, 8)).toEqual(before)
})

const listsOf = ({ columns: { socials } }: StoreTable) =>
  socials.kind === 'list' ? socials.lists : undefined

test('a compacted table shares the lists of the old one while most are of some store', async () => {
  const table = createStoreTable(5)
  const put = (id: number, version: number) =>
    table.put(indexedStore({ id: id as StoreId, socials: [`network-${id}`] }), version)
  for (let id = 1; id <= 50; id++) put(id, 1)
  for (let version = 2; version <= 50; version++) put(7, version)
  table.remove(7 as StoreId, 51)
  const compacted = await compactTable({ table, version: 51 })
  expect(compacted.rows()).toBe(49)
  expect(listsOf(compacted)).toBe(listsOf(table))
})

test('a list that no store has any more is gone from the compacted table', async () => {
  const table = createStoreTable(5)
  const id = 1 as StoreId
  for (let version = 1; version <= 50; version++)
    table.put(indexedStore({ id, socials: [`network-${version}`] }), version)
  const sizeOf = (own: StoreTable) => listsOf(own)?.size() ?? 0
  const withoutAny = sizeOf(createStoreTable(5))
  expect(sizeOf(table)).toBe(withoutAny + 50)
  const compacted = await compactTable({ table, version: 50 })
  expect(sizeOf(compacted)).toBe(withoutAny + 1)
  expect(storesOf(compacted, 50)).toEqual(storesOf(table, 50))
})
