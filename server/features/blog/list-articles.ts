import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import {
  type ArticlePage,
  type ArticleSort,
  type ArticleSummary,
  blogCategories,
  type Paging,
} from '#contracts/blog.ts'
import type { AppContext } from '#server/context.ts'
import type { Database } from '#server/db/schema.ts'
import { notFound } from '#server/errors.ts'
import { presentSummary, summaryColumns } from './present-article.ts'
import { searchQuery } from './search-query.ts'

type Ctx = Pick<AppContext, 'db' | 'now'>
type Selection = SelectQueryBuilder<Database, 'articles', unknown>

/** What is dated ahead is not there yet. */
export const published = ({ db, now }: Ctx): Selection =>
  db.selectFrom('articles').where('published_at', '<=', now())

const orders: Record<ArticleSort, RawBuilder<unknown>> = {
  publishedAt: sql`published_at`,
  updatedAt: sql`updated_at`,
  title: sql`lower(title) collate "C"`,
  readTime: sql`word_count`,
  views: sql`views`,
}

type Asked = Pick<Paging, 'limit' | 'offset' | 'sortOrder'> & { sortBy?: ArticleSort | undefined }

async function pageOf(
  selection: Selection,
  { limit, offset, sortBy = 'publishedAt', sortOrder }: Asked,
  rank?: RawBuilder<unknown>,
): Promise<ArticlePage> {
  const isUpwards = sortOrder.toLowerCase() === 'asc'
  const direction = sql.raw(isUpwards && !rank ? 'asc' : 'desc')
  const [rows, { total }] = await Promise.all([
    selection
      .select(summaryColumns)
      .orderBy(sql`${rank ?? orders[sortBy]} ${direction}, published_at ${direction}, id ${direction}`)
      .limit(limit)
      .offset(offset)
      .execute(),
    selection.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { articles: rows.map(presentSummary), total, limit, offset }
}

export const listArticles = (ctx: Ctx, paging: Paging): Promise<ArticlePage> => pageOf(published(ctx), paging)

/** @throws AppError `not_found` */
export function listArticlesOfCategory(ctx: Ctx, category: string, paging: Paging): Promise<ArticlePage> {
  const slug = categorySlugOf(category)
  if (slug === undefined) throw notFound()
  return pageOf(published(ctx).where('category', '=', slug), paging)
}

const categorySlugOf = (text: string): string | undefined =>
  blogCategories.find(
    ({ slug, name }) => slug === text.toLowerCase() || name.toLowerCase() === text.toLowerCase(),
  )?.slug

type Search = Asked & { q: string; category?: string | undefined; tags?: string | undefined }

export async function searchArticles(
  ctx: Ctx,
  { q, category, tags, ...asked }: Search,
): Promise<ArticlePage> {
  let selection = published(ctx)
  if (category !== undefined && category !== '')
    selection = selection.where('category', '=', categorySlugOf(category) ?? '')
  const wanted = (tags ?? '').split(',').flatMap((tag) => tag.trim().toLowerCase() || [])
  if (wanted.length > 0)
    selection = selection.where(
      sql<boolean>`exists (select from unnest(tags) as tag where lower(tag) = any(${wanted}::text[]))`,
    )
  const words = searchQuery(q)
  if (words === null)
    return q.trim() === ''
      ? pageOf(selection, asked)
      : { articles: [], total: 0, limit: asked.limit, offset: asked.offset }
  const rank = sql`ts_rank(search, ${words})`
  return pageOf(selection.where(sql<boolean>`search @@ ${words}`), asked, asked.sortBy ? undefined : rank)
}

export async function listRecentArticles(ctx: Ctx, limit: number): Promise<ArticleSummary[]> {
  return (await listArticles(ctx, { limit, offset: 0, sortBy: 'publishedAt', sortOrder: 'desc' })).articles
}

export async function listPopularArticles(ctx: Ctx, limit: number): Promise<ArticleSummary[]> {
  return (await listArticles(ctx, { limit, offset: 0, sortBy: 'views', sortOrder: 'desc' })).articles
}

/** Put forward by their authors; the latest ones fill up what is missing. */
export async function listFeaturedArticles(ctx: Ctx, limit: number): Promise<ArticleSummary[]> {
  const rows = await published(ctx)
    .select(summaryColumns)
    .orderBy('is_featured', 'desc')
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(presentSummary)
}
