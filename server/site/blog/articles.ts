import { createHmac } from 'node:crypto'
import {
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  type Simplify,
  sql,
} from 'kysely'
import { dayOf } from '#contracts/dates.ts'
import {
  type Article,
  type ArticlePage,
  type ArticleSort,
  type ArticleSummary,
  blogCategories,
  type Paging,
} from '#contracts/site/blog.ts'
import { languageOrFallback } from '#i18n/languages.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/schema.ts'
import type { Articles } from '#server/platform/db/site-schema.ts'
import { notFound } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { limits } from '#server/site/limits.ts'
import { coverPath } from './cover.ts'

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

export type PageQuery = Pick<Paging, 'limit' | 'offset' | 'sortOrder'> & {
  sortBy?: ArticleSort | undefined
}

/** The rows of a page; with `rank`, the highest rank first. */
export function pageOf<Row>(
  selection: SelectQueryBuilder<Database, 'articles', Row>,
  { limit, offset, sortBy = 'publishedAt', sortOrder }: PageQuery,
  rank?: RawBuilder<unknown>,
): Promise<Simplify<Row>[]> {
  const isUpwards = sortOrder.toLowerCase() === 'asc'
  const direction = sql.raw(isUpwards && !rank ? 'asc' : 'desc')
  return selection
    .orderBy(
      sql`${rank ?? orders[sortBy]} ${direction}, published_at ${direction}, id ${direction}`,
    )
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

async function presentPage(selection: Selection, query: PageQuery): Promise<ArticlePage> {
  const [rows, total] = await Promise.all([
    pageOf(selection.select(summaryColumns), query),
    countOf(selection),
  ])
  return { articles: rows.map(presentSummary), total, limit: query.limit, offset: query.offset }
}

export const listArticles = (ctx: Ctx, paging: Paging): Promise<ArticlePage> =>
  presentPage(published(ctx), paging)

/** @throws AppError `not_found` */
export function listArticlesOfCategory(
  ctx: Ctx,
  category: string,
  paging: Paging,
): Promise<ArticlePage> {
  const slug = categorySlugOf(category)
  if (slug === undefined) throw notFound()
  return presentPage(published(ctx).where('category', '=', slug), paging)
}

export const categorySlugOf = (text: string): string | undefined =>
  blogCategories.find(
    ({ slug, name }) => slug === text.toLowerCase() || name.toLowerCase() === text.toLowerCase(),
  )?.slug

export async function listTopArticles(
  ctx: Ctx,
  sortBy: ArticleSort,
  limit: number,
): Promise<ArticleSummary[]> {
  return (await listArticles(ctx, { limit, offset: 0, sortBy, sortOrder: 'desc' })).articles
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

const WORDS_PER_MINUTE = 220

export const summaryColumns = [
  'id',
  'slug',
  'title',
  'excerpt',
  'category',
  'tags',
  'author',
  'language',
  'published_at',
  'updated_at',
  'word_count',
] as const satisfies (keyof Articles)[]

type SummaryRow = Pick<Selectable<Articles>, (typeof summaryColumns)[number]>

export function presentSummary(row: SummaryRow): ArticleSummary {
  const readTime = row.word_count / WORDS_PER_MINUTE
  const publishedAt = row.published_at.toISOString()
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    excerpt: row.excerpt,
    image: coverPath(row),
    category: blogCategories.find(({ slug }) => slug === row.category)?.name ?? row.category,
    categorySlug: row.category,
    tags: row.tags,
    author: row.author,
    language: languageOrFallback(row.language),
    publishDate: publishedAt,
    publishedAt,
    updatedAt: row.updated_at.toISOString(),
    readTime,
    readingTime: Math.max(1, Math.ceil(readTime)),
  }
}

/** The envelope of every answer of the blog. */
export const enveloped = <Data>(data: Data) => ({ success: true as const, data, message: 'OK' })

/** @throws AppError `not_found` */
export async function getArticle(
  ctx: Ctx,
  by: { id: number } | { slug: string },
): Promise<Article> {
  const articles = published(ctx).select(summaryColumns).select(['body_html', 'headings', 'views'])
  const row = await (
    'id' in by ? articles.where('id', '=', by.id) : articles.where('slug', '=', by.slug)
  ).executeTakeFirst()
  if (!row) throw notFound()
  return {
    ...presentSummary(row),
    bodyHtml: row.body_html,
    headings: row.headings,
    views: row.views,
  }
}

/** By language, then shared tags, then category, then date. @throws AppError `not_found` */
export async function listRelatedArticles(
  ctx: Ctx,
  id: number,
  limit: number,
): Promise<ArticleSummary[]> {
  const article = await published(ctx)
    .select(['tags', 'category', 'language'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!article) throw notFound()
  const rows = await published(ctx)
    .select(summaryColumns)
    .where('id', '<>', id)
    .orderBy(
      sql`(language = ${article.language}) desc,
        (select count(*) from unnest(tags) as tag where tag = any(${article.tags}::text[])) desc, (category = ${article.category}) desc, published_at desc, id desc`,
    )
    .limit(limit)
    .execute()
  return rows.map(presentSummary)
}

/**
 * Counts each network once per article and day, up to a ceiling per article and hour. The network
 * is stored for two days only, as a hash that includes the day, so that it can be neither reversed
 * nor linked to the next day. The browser's name does not count: a caller can invent a thousand of
 * them.
 * @throws AppError `not_found`
 */
export async function countView(ctx: RequestContext, id: number): Promise<{ views: number }> {
  const article = await published(ctx).select('views').where('id', '=', id).executeTakeFirst()
  if (!article) throw notFound()
  if (await ctx.limits.isUsedUp(limits.articleViews, String(id))) return article
  if (!(await insertView(ctx, id))) return article
  await ctx.limits.tryConsume(limits.articleViews, String(id))
  return ctx.db
    .updateTable('articles')
    .set((on) => ({ views: on('views', '+', 1) }))
    .where('id', '=', id)
    .returning('views')
    .executeTakeFirstOrThrow()
}

/** @returns false when this network already read the article today */
async function insertView(ctx: RequestContext, articleId: number): Promise<boolean> {
  const day = dayOf(ctx.now())
  const row = await ctx.db
    .insertInto('article_views')
    .values({ article_id: articleId, visitor: hashOf(ctx, day), day })
    .onConflict((conflict) => conflict.doNothing())
    .returning('article_id')
    .executeTakeFirst()
  return row !== undefined
}

function hashOf(ctx: RequestContext, day: string): Uint8Array {
  return createHmac('sha256', ctx.keyring.current('blog_view'))
    .update(JSON.stringify([day, ctx.network]))
    .digest()
    .subarray(0, 16)
}
