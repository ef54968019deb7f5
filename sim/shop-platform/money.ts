import type { Country } from './catalogue/countries.ts'

/** `"19.99"`, or `"1980"` where the currency has no minor unit. */
export const priceText = (minor: number, { minorDigits }: Country): string =>
  minorDigits === 0 ? String(minor) : (minor / 100).toFixed(2)

/** As the shop's pages show it. */
export function shownPrice(minor: number, country: Country): string {
  const amount = priceText(minor, country)
  return country.moneyFormat
    .replace('{{amount_with_comma_separator}}', amount.replace('.', ','))
    .replace('{{amount_no_decimals}}', amount)
    .replace('{{amount}}', amount)
}
