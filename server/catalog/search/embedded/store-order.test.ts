import type { StoreId } from '#contracts/ids.ts'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { DEFAULT_PROFILE } from '#contracts/catalog/score-profile.ts'
import { StoreSort } from '#contracts/catalog/stores.ts'
import { EVERYTHING } from '#server/catalog/search/search.ts'
import { indexedStore } from '#testing/indexed-store.ts'
import { createRandom, pick } from '#testing/random.ts'
import { compareBy, findDistantRows } from './order.ts'
import { rowsOf } from './row-set.ts'
import { createFirstRowsCache, orderOf } from './store-order.ts'
import { scanStores, updateScan } from './store-scan.ts'
import { createStoreTable } from './store-table.ts'

const NAMES = ['', 'Moon', 'Moonlight of the north', 'Moonlight of the north and south']
const scoring = { profile: DEFAULT_PROFILE, today: '2026-03-09' }
const random = createRandom(17)
const table = createStoreTable()
for (let id = 80; id > 0; id--) {
  const [name, country] = [pick(random, NAMES), pick(random, [null, 'DE', 'FR'])]
  const [product_count, found_at] = [pick(random, [null, 0, 1]), pick(random, [5, 6])]
  table.put(indexedStore({ id: id as StoreId, name, country, product_count, found_at }), 1)
}

test('pages far down are those of the sorted rows, even where most rows have equal keys', async () => {
  const asked = fc.record({
    rows: fc.shuffledSubarray([...Array(table.rows()).keys()]),
    sortBy: fc.constantFrom(...StoreSort.options),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
    from: fc.nat(70),
    count: fc.integer({ min: 1, max: 15 }),
    maxSorted: fc.integer({ min: 1, max: 12 }),
  })
  const check = fc.asyncProperty(
    asked,
    async ({ rows, sortBy, direction, from, count, maxSorted }) => {
      const scan = { table, rows: rowsOf(Uint32Array.from(rows)) }
      const ordered = orderOf(scan, { sortBy, direction, scoring })
      const found = await findDistantRows(ordered, { from, end: from + count }, maxSorted)
      expect(found).toEqual(rows.toSorted(compareBy(ordered)).slice(from, from + count))
    },
  )
  await fc.assert(check, { numRuns: 300 })
})

test('the first rows stay known while stores change that keep their places', async () => {
  const order = { sortBy: 'foundAt', direction: 'desc' } as const
  const own = createStoreTable()
  const storeAt = (id: number, product_count = 1) =>
    indexedStore({ id: id as StoreId, found_at: id, product_count })
  for (let id = 1; id <= 1_000; id++) own.put(storeAt(id), 1)
  let scan = await scanStores({ table: own, version: 1 }, EVERYTHING)
  let first = createFirstRowsCache(scan)
  await first.of(order, 20)
  for (let version = 2; version <= 300; version++) {
    own.put(storeAt(1_000 - (version % 190), version), version)
    const later = await updateScan(scan, { table: own, version })
    if (!later) throw new Error('so few changes need no new scan')
    first = await first.update(later)
    scan = later
  }
  const searches = vi.spyOn(scan.rows, 'eachSlice')
  const found = await first.of(order, 180)
  expect(found.slice(0, 180).map((row) => own.ids.values[row])).toEqual(
    Array.from({ length: 180 }, (_, at) => 1_000 - at),
  )
  expect(searches).not.toHaveBeenCalled()
})
