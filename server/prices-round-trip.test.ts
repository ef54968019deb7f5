import { expect, test } from 'vitest'
import { minorToDecimal } from '#contracts/money.ts'
import { minorUnits } from '#discovery/products/parse-products.ts'

test.each([
  ['19.99', 'EUR'],
  ['1980', 'JPY'],
  ['1.500', 'KWD'],
  ['0.05', 'USD'],
])('a price of %s %s is written back as it was read', (price, currency) => {
  const minor = minorUnits(price, currency)
  expect(minor !== null && minorToDecimal(minor, currency)).toBe(price)
})
