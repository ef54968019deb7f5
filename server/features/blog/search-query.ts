import { type RawBuilder, sql } from 'kysely'

const MAX_WORDS = 8
const LANGUAGE_CONFIGURATIONS = ['english', 'german', 'french', 'spanish', 'portuguese', 'turkish']

/** Every word has to begin a word of the article, or share its stem in one of the languages; null for a text without words. */
export function searchQuery(text: string): RawBuilder<unknown> | null {
  const words = (text.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS)
  if (words.length === 0) return null
  // Letters and digits only, so the words contain no query syntax.
  const queries = words.map((word) => {
    const stems = LANGUAGE_CONFIGURATIONS.map(
      (name) => sql`plainto_tsquery(${sql.lit(name)}::regconfig, ${word})`,
    )
    return sql`(to_tsquery('simple', ${`${word}:*`}) || ${sql.join(stems, sql` || `)})`
  })
  return sql`(${sql.join(queries, sql` && `)})`
}
