import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareProducts, type ProductState } from './compare-products.ts'

const state = (fields: Partial<ProductState> = {}): ProductState => ({
  currency: 'EUR',
  priceMinMinor: 1000,
  available: true,
  isRemoved: false,
  ...fields,
})
const kinds = (before: ProductState | null, after: ProductState, isNews = true) =>
  compareProducts(before, after, { isNews }).map(({ kind }) => kind)

test.each<[string, Partial<ProductState>, Partial<ProductState>, string[]]>([
  ['nothing', {}, {}, []],
  ['dearer', {}, { priceMinMinor: 1200 }, ['price_up']],
  ['cheaper', {}, { priceMinMinor: 900 }, ['price_down']],
  ['sold out', {}, { available: false }, ['sold_out']],
  ['back in stock', { available: false }, {}, ['restocked']],
  ['sold out and cheaper', {}, { available: false, priceMinMinor: 1 }, ['sold_out', 'price_down']],
  ['back after it was removed', { isRemoved: true }, {}, ['returned']],
  ['back, but sold out', { isRemoved: true }, { available: false }, ['returned']],
  ['stock not told any more', {}, { available: null }, []],
  ['stock told for the first time', { available: null }, { available: false }, []],
  ['another currency', {}, { currency: 'USD', priceMinMinor: 2000 }, []],
  ['currency known only now', { currency: null, priceMinMinor: null }, {}, []],
  ['price gone', {}, { priceMinMinor: null }, []],
])('%s', (_name, before, after, expected) =>
  expect(kinds(state(before), state(after))).toEqual(expected),
)

test('an unknown product is news only if the whole catalogue was known', () => {
  expect(kinds(null, state(), true)).toEqual(['added'])
  expect(kinds(null, state(), false)).toEqual([])
})

test('a price change carries both prices', () => {
  expect(compareProducts(state(), state({ priceMinMinor: 900 }), { isNews: false })).toEqual([
    { kind: 'price_down', beforeMinor: 1000, afterMinor: 900 },
  ])
})

const fields = {
  currency: fc.constantFrom('EUR', 'JPY', null),
  priceMinMinor: fc.option(fc.nat()),
  available: fc.constantFrom(true, false, null),
}
const anyState = fc.record({ ...fields, isRemoved: fc.boolean() })
const anyLook = fc.record({ ...fields, isRemoved: fc.constant(false) })

test('an identical second look finds no change', () => {
  fc.assert(
    fc.property(anyLook, (look) => {
      expect(kinds(look, look)).toEqual([])
    }),
  )
})

test('no product gets both dearer and cheaper, or both sold out and restocked, in one comparison', () => {
  fc.assert(
    fc.property(anyState, anyLook, (before, after) => {
      const found = kinds(before, after)
      expect(new Set(found).size).toBe(found.length)
      expect(found.filter((kind) => kind.startsWith('price')).length).toBeLessThanOrEqual(1)
      expect(found.filter((kind) => !kind.startsWith('price')).length).toBeLessThanOrEqual(1)
    }),
  )
})
