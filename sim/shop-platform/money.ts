import type { Country } from './catalogue/countries.ts'

/** `"19.99"`, `"1980"` where the currency has no minor unit, `"1.500"` where it has thousandths. */
export const priceText = (minor: number, { minorDigits }: Country): string =>
  (minor / 10 ** minorDigits).toFixed(minorDigits)

/** As the shop's pages show it. */
export function shownPrice(minor: number, country: Country): string {
  const amount = priceText(minor, country)
  return country.moneyFormat
    .replace('{{amount_with_comma_separator}}', amount.replace('.', ','))
    .replace('{{amount_no_decimals}}', amount)
    .replace('{{amount}}', amount)
}
