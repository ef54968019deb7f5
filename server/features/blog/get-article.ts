import { type Article, type ArticleSummary } from '#contracts/blog.ts'
import type { AppContext } from '#server/context.ts'
import { sql } from 'kysely'
import { notFound } from '#server/errors.ts'
import { published } from './list-articles.ts'
import { presentArticle, presentSummary, summaryColumns } from './present-article.ts'

type Ctx = Pick<AppContext, 'db' | 'now'>
const columns = [...summaryColumns, 'body_html', 'headings', 'views'] as const

/** @throws AppError `not_found` */
export async function getArticle(ctx: Ctx, by: { id: number } | { slug: string }): Promise<Article> {
  const articles = published(ctx).select(columns)
  const row = await (
    'id' in by ? articles.where('id', '=', by.id) : articles.where('slug', '=', by.slug)
  ).executeTakeFirst()
  if (!row) throw notFound()
  return presentArticle(row)
}

/** By shared tags, then category, then language, then date. @throws AppError `not_found` */
export async function listRelatedArticles(ctx: Ctx, id: number, limit: number): Promise<ArticleSummary[]> {
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
