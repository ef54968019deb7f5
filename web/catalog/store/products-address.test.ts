import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isNarrowed,
  productMarks,
  productSorts,
  productsQueryOf,
  readProductsAddress,
  withProducts,
} from './products-address.ts'

const read = (search: string) => readProductsAddress(new URLSearchParams(search))

test.each([
  ['', { sort: 'newest', text: '', marks: [], page: 0 }],
  ['sortBy=price&sortDirection=ASC&page=3', { sort: 'priceUp', text: '', marks: [], page: 2 }],
  [
    'q=%20lamp%20&trending=yes&onSale=yes',
    { sort: 'newest', text: 'lamp', marks: ['onSale', 'trending'], page: 0 },
  ],
  [
    'sortBy=size&sortDirection=UP&page=-1&onSale=1',
    { sort: 'newest', text: '', marks: [], page: 0 },
  ],
])('the address "%s" is read without its invalid parts', (search, address) => {
  expect(read(search)).toEqual(address)
})

const anyAddress = fc.record({
  sort: fc.constantFrom(...productSorts),
  text: fc.string({ maxLength: 30 }).map((text) => text.trim()),
  marks: fc.subarray([...productMarks]),
  page: fc.nat(9_999),
})

test('a choice written into the address reads back unchanged, and the tab stays open', () => {
  fc.assert(
    fc.property(anyAddress, (address) => {
      const params = withProducts(new URLSearchParams('tab=products'), address)
      expect(readProductsAddress(params)).toEqual(address)
      expect(params.get('tab')).toBe('products')
    }),
  )
})

test('changing the order, the search or a mark returns to the first page', () => {
  const params = new URLSearchParams('tab=products&page=3&q=lamp')
  for (const change of [
    { sort: 'title' as const },
    { text: 'mug' },
    { marks: ['available' as const] },
  ]) {
    expect(withProducts(params, change).has('page')).toBe(false)
  }
})

test('the whole list, newest first, leaves nothing in the address', () => {
  const params = new URLSearchParams(
    'sortBy=price&sortDirection=DESC&q=a&onSale=yes&available=yes&page=2',
  )
  expect(String(withProducts(params, { sort: 'newest', text: ' ', marks: [] }))).toBe('')
})

test('the call requests what the address says', () => {
  const address = read('sortBy=score&sortDirection=DESC&q=lamp&available=yes&page=2')
  expect(productsQueryOf(address)).toEqual({
    page: '1',
    size: '24',
    sortBy: 'score',
    sortDirection: 'DESC',
    q: 'lamp',
    available: 'yes',
  })
  expect([isNarrowed(address), isNarrowed(read('sortBy=price&sortDirection=ASC'))]).toEqual([
    true,
    false,
  ])
})
