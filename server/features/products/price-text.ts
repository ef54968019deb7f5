import { minorToDecimal } from '#contracts/money.ts'

/** A store may publish any figure; one beyond this is no price, and must not take the whole page with it. */
export const MAX_PRICE_MINOR = 1e12

/** As the platform writes it, or null for what is no price. */
export function priceText(amountMinor: number | null, currency: string | null): string | null {
  if (amountMinor === null || !Number.isSafeInteger(amountMinor)) return null
  return amountMinor >= 0 && amountMinor < MAX_PRICE_MINOR ? minorToDecimal(amountMinor, currency) : null
}
