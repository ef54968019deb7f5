import { expect, test } from 'vitest'
import { usDollars, wholeUsDollars } from './money.ts'

test.each([
  [1999, 'USD', 19.99, 19],
  [1999, 'usd', 19.99, 19],
  [15_400, 'JPY', 100, 100],
  [3_100, 'KWD', 10, 10],
  [0, 'EUR', 0, 0],
])(
  '%i minor units of %s are %d dollars, %d of them whole',
  (amountMinor, currency, dollars, whole) => {
    expect(usDollars(amountMinor, currency)).toBeCloseTo(dollars, 6)
    expect(wholeUsDollars(amountMinor, currency)).toBe(whole)
  },
)

test.each([
  [null, 'EUR'],
  [100, null],
  [100, 'XXX'],
])('%s minor units of %s have no known dollar value', (amountMinor, currency) => {
  expect(usDollars(amountMinor, currency)).toBeNull()
  expect(wholeUsDollars(amountMinor, currency)).toBeNull()
})
