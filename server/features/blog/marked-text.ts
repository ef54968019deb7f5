import { type RawBuilder, sql } from 'kysely'
import type { FoundArticle, MarkedText } from '#contracts/blog.ts'

/** Two private-use characters that appear in no article: the text is stripped of them first. */
const [FROM, TO] = ['\uE000', '\uE001']

const MARKS = `StartSel="${FROM}", StopSel="${TO}"`
const WHOLE = sql.lit(`${MARKS}, HighlightAll=true`)
const PLACE = sql.lit(`${MARKS}, MaxFragments=1, MaxWords=24, MinWords=12, ShortWord=2`)

const configuration = sql`case language when 'de' then 'german' when 'fr' then 'french' when 'es' then 'spanish'
  when 'pt' then 'portuguese' when 'tr' then 'turkish' else 'english' end::regconfig`
const withoutMarks = (text: RawBuilder<unknown>) => sql`translate(${text}, ${sql.lit(FROM + TO)}, '')`
// The text itself contains no markup characters: `<` and `>` are entities there, also in attributes.
const withoutInlineTags = sql`regexp_replace(body_html, '</?(a|code|em|strong|s)( [^>]*)?>', '', 'g')`
const words = withoutMarks(sql`regexp_replace(${withoutInlineTags}, '<[^>]*>', ' ', 'g')`)

export type MarkedRow = {
  marked_title: string | null
  marked_text: string | null
  title: string
  excerpt: string
}

/** Title and best passage with the search words between the two characters; null without words. */
export const markedColumns = (query: RawBuilder<unknown> | null) => [
  (query === null
    ? sql<string | null>`null`
    : sql<string | null>`ts_headline(${configuration}, ${withoutMarks(sql`title`)}, ${query}, ${WHOLE})`
  ).as('marked_title'),
  (query === null
    ? sql<string | null>`null`
    : sql<string | null>`ts_headline(${configuration}, ${words}, ${query}, ${PLACE})`
  ).as('marked_text'),
]

/** Parts of plain text: the caller decides how to show them, without any markup. */
export function presentMarked({
  marked_title,
  marked_text,
  title,
  excerpt,
}: MarkedRow): FoundArticle['marked'] {
  const place = readEntities(marked_text ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return {
    title: partsOf(marked_title ?? title),
    text: partsOf(place.includes(FROM) ? withEllipses(place) : excerpt),
  }
}

/** A passage from within a sentence gets ellipses. */
function withEllipses(place: string): string {
  const plain = place.replaceAll(new RegExp(`[${FROM}${TO}]`, 'g'), '')
  return `${/^[\p{Lu}\p{N}]/u.test(plain) ? '' : '… '}${place}${/[.!?]$/.test(plain) ? '' : ' …'}`
}

function partsOf(text: string): MarkedText {
  // Every second part is a match: the two characters begin and end it.
  const parts = text
    .split(new RegExp(`[${FROM}${TO}]`))
    .map((part, at) => ({ text: part, isMatch: at % 2 === 1 }))
  return parts.filter((part) => part.text !== '')
}

/** The four entities that an article's HTML uses. */
const readEntities = (html: string): string =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
