import { sql } from 'kysely'
import type { Day } from '#contracts/dates.ts'

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

/**
 * When a store `s` began to list a product `p`: the day on which it was found, or the product's own
 * day if that is later. Not the day of publishing, which a store can renew at will. The triggers on
 * products use the same function.
 */
export const listedOn = sql<Day>`listed_day(s.found_day, p.created_at, p.published_at, p.last_seen_at)`
