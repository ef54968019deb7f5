import { sql } from 'kysely'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import type { FoundArticle, FoundArticles } from '#contracts/blog.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/errors.ts'
import { secondsOf } from '#server/features/auth/limiter-store.ts'
import { type Asked, categorySlugOf, countOf, pageOf, published, type Selection } from './list-articles.ts'
import { type MarkedRow, markedColumns, presentMarked } from './marked-text.ts'
import { presentSummary, summaryColumns } from './present-article.ts'
import { searchQuery } from './search-query.ts'

type Ctx = Pick<AppContext, 'db' | 'now'>
type Search = Asked & { q: string; category?: string | undefined; tags?: string | undefined }

/** The search box sends a request whenever a visitor pauses typing; this is enough for several people behind one address. */
export const SEARCHES_PER_MINUTE = 240

/** Per process and network: a search reads the text of every article. @throws AppError `rate_limited` */
export function createSearchLimit(): (network: string) => Promise<void> {
  const limiter = new RateLimiterMemory({ points: SEARCHES_PER_MINUTE, duration: 60 })
  return async (network) => {
    await limiter.consume(network).catch((refused: RateLimiterRes) => {
      throw new AppError('rate_limited', { retryAfterSeconds: secondsOf(refused.msBeforeNext) })
    })
  }
}

/** Articles that contain the words, with the matching passages; all articles when no word is given. */
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

function narrow(selection: Selection, { category = '', tags = '' }: Omit<Search, 'q'>): Selection {
  const wanted = tags.split(',').flatMap((tag) => tag.trim().toLowerCase() || [])
  const ofCategory =
    category === '' ? selection : selection.where('category', '=', categorySlugOf(category) ?? '')
  return wanted.length === 0
    ? ofCategory
    : ofCategory.where(
        sql<boolean>`exists (select from unnest(tags) as tag where lower(tag) = any(${wanted}::text[]))`,
      )
}

const presentFound = (row: Parameters<typeof presentSummary>[0] & MarkedRow): FoundArticle => ({
  ...presentSummary(row),
  marked: presentMarked(row),
})
