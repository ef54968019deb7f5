import { expect, test } from 'vitest'
import type { ProductVariant } from '#contracts/catalog/products.ts'
import { offerOf, offerOfVariant } from './price.tsx'

const variant = (
  price: string,
  compareAtPrice: string | null = null,
  available = true,
): ProductVariant => ({
  id: price,
  title: price,
  price,
  compareAtPrice,
  available,
})

test('a product costs what its cheapest variant costs, compared as numbers', () => {
  expect(offerOf([variant('100.00'), variant('20.00'), variant('9.50')])).toEqual({
    price: '9.50',
    compareAtPrice: null,
    discountShare: null,
    isFrom: true,
  })
})

test('an unavailable variant sets the price only when no variant is available', () => {
  expect(offerOf([variant('5.00', null, false), variant('9.00')])?.price).toBe('9.00')
  expect(offerOf([variant('5.00', null, false), variant('9.00', null, false)])?.price).toBe('5.00')
})

test('equal prices are not “from”', () => {
  expect(offerOf([variant('9.00'), variant('9.00')])?.isFrom).toBe(false)
})

test.each([
  ['15.00', '20.00', 0.25, '20.00'],
  ['20.00', '20.00', null, null],
  ['20.00', '15.00', null, null],
  ['20.00', null, null, null],
  ['0.00', '20.00', 1, '20.00'],
  ['99.99', '100.00', null, '100.00'],
])('the price %s instead of %s shows the right discount', (price, before, share, shownBefore) => {
  const offer = offerOfVariant(variant(price, before))
  expect(offer.discountShare).toBe(share)
  expect(offer.compareAtPrice).toBe(shownBefore)
})

test('a product without variants has no price', () => {
  expect(offerOf([])).toBeNull()
})
