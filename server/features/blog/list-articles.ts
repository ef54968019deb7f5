import { type RawBuilder, type SelectQueryBuilder, type Simplify, sql } from 'kysely'
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

type Ctx = Pick<AppContext, 'db' | 'now'>
export type Selection = SelectQueryBuilder<Database, 'articles', unknown>

/** Articles dated in the future are not shown yet. */
export const published = ({ db, now }: Ctx): Selection =>
  db.selectFrom('articles').where('published_at', '<=', now())

const orders: Record<ArticleSort, RawBuilder<unknown>> = {
  publishedAt: sql`published_at`,
  updatedAt: sql`updated_at`,
  title: sql`lower(title) collate "C"`,
  readTime: sql`word_count`,
  views: sql`views`,
}

export type Asked = Pick<Paging, 'limit' | 'offset' | 'sortOrder'> & { sortBy?: ArticleSort | undefined }

/** The rows of a page; with `rank`, the highest rank first. */
export function pageOf<Row>(
  selection: SelectQueryBuilder<Database, 'articles', Row>,
  { limit, offset, sortBy = 'publishedAt', sortOrder }: Asked,
  rank?: RawBuilder<unknown>,
): Promise<Simplify<Row>[]> {
  const isUpwards = sortOrder.toLowerCase() === 'asc'
  const direction = sql.raw(isUpwards && !rank ? 'asc' : 'desc')
  return selection
    .orderBy(sql`${rank ?? orders[sortBy]} ${direction}, published_at ${direction}, id ${direction}`)
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countOf(selection: Selection): Promise<number> {
  const { total } = await selection
    .select((on) => on.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

async function presentPage(selection: Selection, asked: Asked): Promise<ArticlePage> {
  const [rows, total] = await Promise.all([
    pageOf(selection.select(summaryColumns), asked),
    countOf(selection),
  ])
  return { articles: rows.map(presentSummary), total, limit: asked.limit, offset: asked.offset }
}

export const listArticles = (ctx: Ctx, paging: Paging): Promise<ArticlePage> =>
  presentPage(published(ctx), paging)

/** @throws AppError `not_found` */
export function listArticlesOfCategory(ctx: Ctx, category: string, paging: Paging): Promise<ArticlePage> {
  const slug = categorySlugOf(category)
  if (slug === undefined) throw notFound()
  return presentPage(published(ctx).where('category', '=', slug), paging)
}

export const categorySlugOf = (text: string): string | undefined =>
  blogCategories.find(
    ({ slug, name }) => slug === text.toLowerCase() || name.toLowerCase() === text.toLowerCase(),
  )?.slug

export async function listRecentArticles(ctx: Ctx, limit: number): Promise<ArticleSummary[]> {
  return (await listArticles(ctx, { limit, offset: 0, sortBy: 'publishedAt', sortOrder: 'desc' })).articles
}

export async function listPopularArticles(ctx: Ctx, limit: number): Promise<ArticleSummary[]> {
  return (await listArticles(ctx, { limit, offset: 0, sortBy: 'views', sortOrder: 'desc' })).articles
}

/** Articles that their authors featured; the latest ones fill the remaining places. */
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
