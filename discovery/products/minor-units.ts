import { minorDigits } from '#contracts/money.ts'

/** `1,234.50` and `1.234,50` are unambiguous; `1,234` and `12,5` are not, so they do not count as a price. */
const GROUPED = [
  { form: /^\d{1,3}(?:,\d{3})+\.\d{1,10}$/, group: ',', point: '.' },
  { form: /^\d{1,3}(?:\.\d{3})+,\d{1,10}$/, group: '.', point: ',' },
]

/**
 * A published decimal as whole minor units, e.g. `"19.99"` EUR → 1999, `"1980"` JPY → 1980, `"1.5"` KWD → 1500. Excess digits are rounded
 * half up. Null for anything except a plain, non-negative decimal, and if the currency is unknown: its number of digits would be a guess.
 */
export function minorUnits(price: unknown, currency: string | null): number | null {
  if (currency === null) return null
  const text = typeof price === 'number' && Number.isFinite(price) ? String(price) : price
  const [, whole, fraction = ''] =
    typeof text === 'string' ? (/^(\d{1,12})(?:\.(\d{0,10}))?$/.exec(plainDecimal(text)) ?? []) : []
  if (whole === undefined) return null
  const digits = minorDigits(currency)
  const kept = fraction.padEnd(digits + 1, '0')
  const roundsUp = (kept[digits] ?? '0') >= '5'
  const minor = Number(whole + kept.slice(0, digits)) + (roundsUp ? 1 : 0)
  return Number.isSafeInteger(minor) ? minor : null
}

function plainDecimal(price: string): string {
  const text = price.slice(0, 40).trim()
  const grouped = GROUPED.find(({ form }) => form.test(text))
  return grouped ? text.replaceAll(grouped.group, '').replace(grouped.point, '.') : text
}
