import { expect, test } from 'vitest'
import type { Facet, StoreSummary } from '#contracts/catalog/stores.ts'
import { unknownLeftOut } from '#web/catalog/list/filters/chosen-filters.tsx'
import { readAddress } from '#web/catalog/list/list-address.ts'
import { groupByDay, hasDayHeads } from './store-table.tsx'
import { priceBand } from '#web/lib/i18n/price-band.ts'

const priced = (min: string, max: string, currency: string | null) => ({
  price: { min, median: min, max },
  currency,
})
test.each([
  [priced('12.49', '89.00', 'USD'), 'en', '$12 – $89'],
  [priced('1980', '1980', 'JPY'), 'en', '¥1,980'],
  [priced('12.49', '89.00', 'EUR'), 'de', '12–89 €'],
  [priced('1', '2', 'no currency'), 'en', null],
  [{ price: null, currency: 'EUR' }, 'en', null],
] as const)('the prices of a store form a band of whole units', (store, language, band) => {
  expect(priceBand(store, language)?.replaceAll(/\s/g, ' ') ?? null).toBe(band)
})

const found = (id: number, foundDay: string) => ({ id, foundDay }) as StoreSummary
test.each([
  ['', ['2026-11-20', '2026-11-19']],
  ['sortBy=name', [null]],
  ['date=2026-11-20', [null]],
])('rows are grouped by day only where the order calls for it: “%s”', (search, days) => {
  const stores = [found(1, '2026-11-20'), found(2, '2026-11-20'), found(3, '2026-11-19')]
  const groups = groupByDay(stores, hasDayHeads(readAddress(new URLSearchParams(search))))
  expect(groups.map(({ day }) => day)).toEqual(days)
  expect(groups.flatMap((group) => group.stores.map(({ id }) => id))).toEqual([1, 2, 3])
})

const facet: Facet = {
  key: 'email',
  options: [
    { value: 'yes', label: null, count: 5 },
    { value: 'no', label: null, count: 3 },
  ],
  unknown: 2,
  any: null,
  none: null,
  more: 0,
}
test('stores with an unknown value are left out until the filter includes them', () => {
  expect(unknownLeftOut({ include: ['yes'], exclude: [], unknown: false }, facet)).toBe(2)
  expect(unknownLeftOut({ include: ['yes'], exclude: [], unknown: true }, facet)).toBe(0)
})
