/** Digits after the point by ISO 4217, where they are not two. */
const EXPONENTS: Record<string, number> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  CLF: 4,
  UYW: 4,
}

export const currencyExponent = (currency: string | null): number =>
  currency ? (EXPONENTS[currency] ?? 2) : 2

/**
 * A published decimal as whole minor units, e.g. `"19.99"` EUR → 1999, `"1980"` JPY → 1980, `"1.5"` KWD → 1500. Digits
 * beyond the currency's exponent are rounded half up. Null for anything that is no plain, non-negative decimal.
 */
export function minorUnits(price: unknown, currency: string | null): number | null {
  const text = typeof price === 'number' && Number.isFinite(price) ? String(price) : price
  const [, whole, fraction = ''] =
    typeof text === 'string' ? (/^\s*(\d{1,12})(?:\.(\d{0,10}))?\s*$/.exec(text) ?? []) : []
  if (whole === undefined) return null
  const exponent = currencyExponent(currency)
  const kept = fraction.padEnd(exponent + 1, '0')
  const roundsUp = (kept[exponent] ?? '0') >= '5'
  const minor = Number(whole + kept.slice(0, exponent)) + (roundsUp ? 1 : 0)
  return Number.isSafeInteger(minor) ? minor : null
}
