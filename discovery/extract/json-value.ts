/** Narrows untrusted parsed JSON: each function returns null for a value of the wrong shape. */

export type JsonRecord = Record<string, unknown>

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const recordOf = (value: unknown): JsonRecord => (isRecord(value) ? value : {})

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** A non-empty trimmed text, cut to `maxLength` characters, without control characters. */
export function textOf(value: unknown, maxLength = 500): string | null {
  if (typeof value !== 'string') return null
  // PostgreSQL text cannot hold NUL, and lone surrogates break later encoders.
  const text = value
    .toWellFormed()
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/g, '')
    .trim()
  if (text === '') return null
  return text.length <= maxLength
    ? text
    : text
        .slice(0, maxLength)
        .toWellFormed()
        .replace(/\ufffd$/, '')
}

/**
 * A platform id as text: digits only, from a safe integer or a text of digits. Real ids have up to 14 digits; beyond 2^53 numbers are
 * inexact.
 */
export function idOf(value: unknown): string | null {
  const isDigits = typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value)
  const id = isDigits ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? String(id) : null
}

/** No shop has more of anything; a larger figure is not a count. */
const MAX_COUNT = 2 ** 31 - 1

export function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= MAX_COUNT
    ? value
    : null
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
