/**
 * ISO 4217 currencies without a minor unit, and those with thousandths. All others have hundredths.
 */
const NO_MINOR_UNIT = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
)
const THOUSANDTHS = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))

/** Digits after the decimal point: 0 for JPY, 3 for KWD, 2 for EUR and for an unknown currency. */
export function minorDigits(currency: string | null): 0 | 2 | 3 {
  const code = currency?.toUpperCase() ?? ''
  if (NO_MINOR_UNIT.has(code)) return 0
  return THOUSANDTHS.has(code) ? 3 : 2
}

/**
 * Whole minor units as the platform writes prices: `1999, 'EUR'` → `19.99`, `1980, 'JPY'` → `1980`.
 * @throws below zero
 */
export function minorToDecimal(amountMinor: number, currency: string | null): string {
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 0)
    throw new RangeError(`not an amount: ${amountMinor}`)
  const digits = minorDigits(currency)
  if (digits === 0) return String(amountMinor)
  const padded = String(amountMinor).padStart(digits + 1, '0')
  return `${padded.slice(0, -digits)}.${padded.slice(-digits)}`
}

/**
 * Units per US dollar in late 2025, to two or three digits: enough to tell a cheap shop from an
 * expensive one, and whether two prices can belong to one product (within a factor of four). Only
 * figures over shops with several currencies are shown in dollars, and say so.
 */
const PER_DOLLAR: Record<string, number> = {
  USD: 1, EUR: 0.86, GBP: 0.76, CAD: 1.4, AUD: 1.53, NZD: 1.75, JPY: 154, CNY: 7.1, INR: 88, CHF: 0.8, SEK: 9.5, NOK: 10.1, DKK: 6.4,
  PLN: 3.65, CZK: 20.9, HUF: 332, RON: 4.4, BGN: 1.68, TRY: 42, ILS: 3.25, AED: 3.67, SAR: 3.75, QAR: 3.64, KWD: 0.31, BHD: 0.376,
  OMR: 0.385, JOD: 0.709, EGP: 47.5, MAD: 9.3, TND: 2.95, ZAR: 17.2, NGN: 1450, KES: 129, GHS: 11, UGX: 3550, TZS: 2450, MXN: 18.4,
  BRL: 5.35, ARS: 1420, CLP: 935, COP: 3800, PEN: 3.37, UYU: 39.8, CRC: 502, DOP: 64, GTQ: 7.66, HKD: 7.78, TWD: 31, KRW: 1460, SGD: 1.3,
  MYR: 4.15, THB: 32.4, IDR: 16_650, PHP: 58.8, VND: 26_300, PKR: 281, BDT: 122, LKR: 305, NPR: 141, UAH: 42, RUB: 80, KZT: 522, GEL: 2.7,
  AMD: 382, AZN: 1.7, RSD: 101, ISK: 126, ALL: 83, MKD: 53, BAM: 1.68, MDL: 16.9, LBP: 89_500, IQD: 1310, DZD: 130, XOF: 564, XAF: 564,
  ETB: 153, RWF: 1450, MUR: 45.5, BWP: 13.4, NAD: 17.2, PYG: 7050, BOB: 6.9, HNL: 26.2, NIO: 36.7, JMD: 160, TTD: 6.77, XCD: 2.7,
} // prettier-ignore

/** Null when the currency or the amount is unknown. */
export function usDollars(amountMinor: number | null, currency: string | null): number | null {
  const rate = currency === null ? undefined : PER_DOLLAR[currency.toUpperCase()]
  if (amountMinor === null || rate === undefined) return null
  return amountMinor / 10 ** minorDigits(currency) / rate
}

/** Dollars per minor unit of each known currency, for conversions in the database. */
export const dollarsPerMinorUnit: readonly (readonly [currency: string, dollars: number])[] =
  Object.entries(PER_DOLLAR).map(([currency, rate]) => [
    currency,
    1 / 10 ** minorDigits(currency) / rate,
  ])

/** Rounded down. */
export function wholeUsDollars(amountMinor: number | null, currency: string | null): number | null {
  const dollars = usDollars(amountMinor, currency)
  return dollars === null ? null : Math.floor(dollars)
}

/**
 * A store may publish any figure; a higher one is not treated as a price, and must not break the
 * whole page.
 */
export const MAX_PRICE_MINOR = 1e12

/** The price in the platform's format, or null for an invalid one. */
export function priceText(amountMinor: number | null, currency: string | null): string | null {
  if (amountMinor === null || !Number.isSafeInteger(amountMinor)) return null
  return amountMinor >= 0 && amountMinor < MAX_PRICE_MINOR
    ? minorToDecimal(amountMinor, currency)
    : null
}
