import type { StoreId } from '#contracts/ids.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '#contracts/catalog/score-profile.ts'
import { StoreSort } from '#contracts/catalog/stores.ts'
import { indexedStore } from '#testing/indexed-store.ts'
import { createRandom, pick } from '#testing/random.ts'
import { compareBy, findDistantRows } from './order.ts'
import { orderOf } from './store-order.ts'
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
      const scan = { table, rows: Uint32Array.from(rows) }
      const ordered = orderOf(scan, { sortBy, direction, scoring })
      const found = await findDistantRows(ordered, { from, end: from + count }, maxSorted)
      expect(found).toEqual(rows.toSorted(compareBy(ordered)).slice(from, from + count))
    },
  )
  await fc.assert(check, { numRuns: 300 })
})
