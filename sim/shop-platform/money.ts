import type { Country } from './catalogue/countries.ts'

/** `"19.99"`; `"1980"` for currencies without minor units; `"1.500"` for those with thousandths. */
export const priceText = (minor: number, { minorDigits }: Country): string =>
  (minor / 10 ** minorDigits).toFixed(minorDigits)

/** The price as the shop's pages show it. */
export function shownPrice(minor: number, country: Country): string {
  const amount = priceText(minor, country)
  return country.moneyFormat
    .replace('{{amount_with_comma_separator}}', amount.replace('.', ','))
    .replace('{{amount_no_decimals}}', amount)
    .replace('{{amount}}', amount)
}
