/** ISO 4217 currencies without a minor unit, and those with thousandths. All others have hundredths. */
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

/** Whole minor units as the platform writes prices: `1999, 'EUR'` → `19.99`, `1980, 'JPY'` → `1980`. @throws below zero */
export function minorToDecimal(amountMinor: number, currency: string | null): string {
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 0)
    throw new RangeError(`not an amount: ${amountMinor}`)
  const digits = minorDigits(currency)
  if (digits === 0) return String(amountMinor)
  const padded = String(amountMinor).padStart(digits + 1, '0')
  return `${padded.slice(0, -digits)}.${padded.slice(-digits)}`
}
