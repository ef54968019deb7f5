import { expect, test } from 'vitest'
import { minorDigits, minorToDecimal } from '#contracts/money.ts'
import { currencyExponent, minorUnits } from '#discovery/products/currency-exponent.ts'

/** Units of account with four digits; no shop sells in them. */
const NO_SHOP_CURRENCIES = new Set(['CLF', 'UYW'])

test('prices are read and written with the same number of digits in every currency', () => {
  const currencies = Intl.supportedValuesOf('currency').filter(
    (currency) => !NO_SHOP_CURRENCIES.has(currency),
  )
  const differing = currencies.filter((currency) => minorDigits(currency) !== currencyExponent(currency))
  expect(differing).toEqual([])
  for (const [price, currency] of [
    ['19.99', 'EUR'],
    ['1980', 'JPY'],
    ['1.500', 'KWD'],
    ['0.05', null],
  ] as const) {
    expect(minorToDecimal(minorUnits(price, currency) ?? -1, currency)).toBe(price)
  }
})
