import { minorDigits } from '#contracts/money.ts'

/**
 * A published decimal as whole minor units, e.g. `"19.99"` EUR → 1999, `"1980"` JPY → 1980, `"1.5"` KWD → 1500. Digits
 * beyond those of the currency are rounded half up. Null for anything that is no plain, non-negative decimal.
 */
export function minorUnits(price: unknown, currency: string | null): number | null {
  const text = typeof price === 'number' && Number.isFinite(price) ? String(price) : price
  const [, whole, fraction = ''] =
    typeof text === 'string' ? (/^\s*(\d{1,12})(?:\.(\d{0,10}))?\s*$/.exec(text) ?? []) : []
  if (whole === undefined) return null
  const digits = minorDigits(currency)
  const kept = fraction.padEnd(digits + 1, '0')
  const roundsUp = (kept[digits] ?? '0') >= '5'
  const minor = Number(whole + kept.slice(0, digits)) + (roundsUp ? 1 : 0)
  return Number.isSafeInteger(minor) ? minor : null
}
