import { describe, expect, test } from 'vitest'
import { minorDigits, minorToDecimal, usDollars, wholeUsDollars } from '#contracts/money.ts'

describe('money on the wire', () => {
  test.each([
    [1999, 'EUR', '19.99'],
    [5, 'USD', '0.05'],
    [0, 'USD', '0.00'],
    [100, null, '1.00'],
    [1980, 'JPY', '1980'],
    [0, 'JPY', '0'],
    [12_345, 'KWD', '12.345'],
    [7, 'TND', '0.007'],
    [50_000, 'krw', '50000'],
  ])('%i minor units of %s are written %s', (amountMinor, currency, written) => {
    expect(minorToDecimal(amountMinor, currency)).toBe(written)
  })

  test('the decimal digits of each currency match Intl.NumberFormat', () => {
    for (const currency of [
      'JPY',
      'KRW',
      'VND',
      'CLP',
      'KWD',
      'BHD',
      'TND',
      'OMR',
      'JOD',
      'EUR',
      'USD',
      'TRY',
      'BRL',
    ]) {
      const { minimumFractionDigits } = new Intl.NumberFormat('en', {
        style: 'currency',
        currency,
      }).resolvedOptions()
      expect([currency, minorDigits(currency)]).toEqual([currency, minimumFractionDigits])
    }
  })

  test('a negative, fractional, NaN or unsafe amount is refused', () => {
    for (const bad of [-1, 1.5, Number.NaN, 2 ** 53])
      expect(() => minorToDecimal(bad, 'EUR')).toThrow(/not an amount/)
  })
})

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
