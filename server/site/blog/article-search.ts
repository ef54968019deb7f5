import { type RawBuilder, sql } from 'kysely'
import type { FoundArticle, FoundArticles, MarkedText } from '#contracts/site/blog.ts'
import type { AppContext } from '#server/platform/context.ts'
import {
  type PageQuery,
  categorySlugOf,
  countOf,
  pageOf,
  presentSummary,
  published,
  type Selection,
  summaryColumns,
} from './articles.ts'
import { textSearchOf } from './load-articles.ts'

type Ctx = Pick<AppContext, 'db' | 'now'>
type Search = PageQuery & { q: string; category?: string | undefined; tags?: string | undefined }

/**
 * Articles that contain the words, with the matching passages; all articles when no word is given.
 */
export async function searchArticles(ctx: Ctx, { q, ...search }: Search): Promise<FoundArticles> {
  const { limit, offset } = search
  const words = searchQuery(q)
  // Punctuation alone matches no article.
  if (words === null && q.trim() !== '') return { articles: [], total: 0, limit, offset }
  let selection = narrow(published(ctx), search)
  if (words !== null) selection = selection.where(sql<boolean>`search @@ ${words}`)
  const isByRank = words !== null && search.sortBy === undefined
  const [rows, total] = await Promise.all([
    pageOf(
      selection.select(summaryColumns).select(markedColumns(words)),
      search,
      isByRank ? sql`ts_rank(search, ${words})` : undefined,
    ),
    countOf(selection),
  ])
  return { articles: rows.map(presentFound), total, limit, offset }
}

/**
 * A search reads the text of every article. The search box sends a request whenever a visitor
 * pauses typing; this is enough for several people behind one address.
 */
export const SEARCHES_PER_MINUTE = 240

function narrow(selection: Selection, { category = '', tags = '' }: Omit<Search, 'q'>): Selection {
  const tagList = tags.split(',').flatMap((tag) => tag.trim().toLowerCase() || [])
  const ofCategory =
    category === '' ? selection : selection.where('category', '=', categorySlugOf(category) ?? '')
  return tagList.length === 0
    ? ofCategory
    : ofCategory.where(
        sql<boolean>`exists (select from unnest(tags) as tag where lower(tag) = any(${tagList}::text[]))`,
      )
}

const presentFound = (row: Parameters<typeof presentSummary>[0] & MarkedRow): FoundArticle => ({
  ...presentSummary(row),
  marked: presentMarked(row),
})

const MAX_WORDS = 8

/**
 * Every word has to begin a word of the article, or share its stem in one of the languages; null
 * for a text without words.
 */
function searchQuery(text: string): RawBuilder<unknown> | null {
  const words = (text.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS)
  if (words.length === 0) return null
  // Letters and digits only, so the words contain no query syntax.
  const queries = words.map((word) => {
    const stems = Object.values(textSearchOf).map(
      (name) => sql`plainto_tsquery(${sql.lit(name)}::regconfig, ${word})`,
    )
    return sql`(to_tsquery('simple', ${`${word}:*`}) || ${sql.join(stems, sql` || `)})`
  })
  return sql`(${sql.join(queries, sql` && `)})`
}

/** Two private-use characters that appear in no article: the text is stripped of them first. */
const [FROM, TO] = ['\uE000', '\uE001']

const MARKS = `StartSel="${FROM}", StopSel="${TO}"`
const WHOLE = sql.lit(`${MARKS}, HighlightAll=true`)
const PLACE = sql.lit(`${MARKS}, MaxFragments=1, MaxWords=24, MinWords=12, ShortWord=2`)

const branches = Object.entries(textSearchOf).map(
  ([language, name]) => sql`when ${sql.lit(language)} then ${sql.lit(name)}`,
)
const configuration = sql`case language ${sql.join(branches, sql` `)} end::regconfig`
const withoutMarks = (text: RawBuilder<unknown>) =>
  sql`translate(${text}, ${sql.lit(FROM + TO)}, '')`
// The text itself contains no markup characters: `<` and `>` are entities there, also in
// attributes.
const withoutInlineTags = sql`regexp_replace(body_html, '</?(a|code|em|strong|s)( [^>]*)?>', '', 'g')`
const words = withoutMarks(sql`regexp_replace(${withoutInlineTags}, '<[^>]*>', ' ', 'g')`)

type MarkedRow = {
  marked_title: string | null
  marked_text: string | null
  title: string
  excerpt: string
}

/** Title and best passage with the search words between the two characters; null without words. */
const markedColumns = (query: RawBuilder<unknown> | null) => {
  const headline = (text: RawBuilder<unknown>, options: typeof WHOLE) =>
    query === null
      ? sql<string | null>`null`
      : sql<string | null>`ts_headline(${configuration}, ${text}, ${query}, ${options})`
  return [
    headline(withoutMarks(sql`title`), WHOLE).as('marked_title'),
    headline(words, PLACE).as('marked_text'),
  ]
}

/** Parts of plain text: the caller decides how to show them, without any markup. */
function presentMarked({
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
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
