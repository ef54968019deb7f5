import { minorToDecimal } from '#contracts/money.ts'

/** A store may publish any figure; a higher one is not treated as a price, and must not break the whole page. */
export const MAX_PRICE_MINOR = 1e12

/** The price in the platform's format, or null for an invalid one. */
export function priceText(amountMinor: number | null, currency: string | null): string | null {
  if (amountMinor === null || !Number.isSafeInteger(amountMinor)) return null
  return amountMinor >= 0 && amountMinor < MAX_PRICE_MINOR ? minorToDecimal(amountMinor, currency) : null
}
