/** Text that jsonb refuses, in JSON's notation: NUL and lone surrogates. May also match an escaped backslash, which only costs time. */
const REFUSED = /\\u(?:0000|d[89a-f])/i

/**
 * Rows as one JSON parameter. Foreign pages contain characters that PostgreSQL cannot store: one of them must never keep a whole store from
 * being written.
 */
export function jsonText(rows: unknown): string {
  const text = JSON.stringify(rows)
  if (!REFUSED.test(text)) return text
  return JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value,
  )
}
