/**
 * Text that jsonb refuses, in JSON's notation: NUL and lone surrogates. May also match an escaped
 * backslash, which only costs time.
 */
const REFUSED = /\\u(?:0000|d[89a-f])/i

/**
 * Rows as one JSON parameter. Foreign pages contain characters that PostgreSQL cannot store: one of
 * them must never keep a whole store from being written.
 */
export function jsonText(rows: unknown): string {
  const text = JSON.stringify(rows)
  if (!REFUSED.test(text)) return text
  return JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value,
  )
}

/**
 * For `lower(text) like …`: matches texts that contain the words as they are typed, with no special
 * characters.
 */
export const containsPattern = (text: string): string =>
  `%${text.toLowerCase().replaceAll(/[%_\\]/g, String.raw`\$&`)}%`
