import { expect, test } from 'vitest'
import { minorToDecimal } from '#contracts/money.ts'
import { minorUnits } from '#discovery/products/minor-units.ts'

test.each([
  ['19.99', 'EUR'],
  ['1980', 'JPY'],
  ['1.500', 'KWD'],
  ['0.05', null],
])('a price of %s %s is written as it was read', (price, currency) => {
  expect(minorToDecimal(minorUnits(price, currency) ?? -1, currency)).toBe(price)
})
