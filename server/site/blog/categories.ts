import { type BlogCategory, type BlogStats, blogCategories } from '#contracts/site/blog.ts'
import type { AppContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { published } from './articles.ts'

type Ctx = Pick<AppContext, 'db' | 'now'>

export async function getBlogStats(ctx: Ctx): Promise<BlogStats> {
  const now = ctx.now()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  const row = await published(ctx)
    .select((on) => [
      on.fn.countAll<number>().as('articles'),
      on.fn.count<number>('category').distinct().as('categories'),
      on.fn.coalesce(on.fn.sum<number>('views'), on.lit(0)).as('views'),
      on.fn.countAll<number>().filterWhere('published_at', '>=', month).as('month'),
    ])
    .executeTakeFirstOrThrow()
  return {
    totalArticles: row.articles,
    totalCategories: row.categories,
    totalViews: Number(row.views),
    publishedThisMonth: row.month,
  }
}

type Counted = BlogCategory & { views: number }

async function countCategories(ctx: Ctx): Promise<Counted[]> {
  const rows = await published(ctx)
    .select((on) => [
      'category',
      on.fn.countAll<number>().as('articles'),
      on.fn.sum<number>('views').as('views'),
    ])
    .groupBy('category')
    .execute()
  return blogCategories.map((category) => {
    const row = rows.find((each) => each.category === category.slug)
    return { ...category, articleCount: row?.articles ?? 0, views: Number(row?.views ?? 0) }
  })
}

const present = ({ id, slug, name, articleCount }: Counted): BlogCategory => ({
  id,
  slug,
  name,
  articleCount,
})

export const listBlogCategories = async (ctx: Ctx): Promise<BlogCategory[]> =>
  (await countCategories(ctx)).map(present)

export const listFilledBlogCategories = async (ctx: Ctx): Promise<BlogCategory[]> =>
  (await listBlogCategories(ctx)).filter(({ articleCount }) => articleCount > 0)

export const listPopularBlogCategories = async (ctx: Ctx, limit: number): Promise<BlogCategory[]> =>
  (await countCategories(ctx))
    .toSorted((a, b) => b.views - a.views || b.articleCount - a.articleCount || a.id - b.id)
    .slice(0, limit)
    .map(present)

export const searchBlogCategories = async (
  ctx: Ctx,
  q: string,
  limit: number,
): Promise<BlogCategory[]> =>
  (await listBlogCategories(ctx))
    .filter(({ name }) => name.toLowerCase().includes(q.trim().toLowerCase()))
    .slice(0, limit)

/** @throws AppError `not_found` */
export async function getBlogCategory(
  ctx: Ctx,
  by: { id: number } | { slug: string },
): Promise<BlogCategory> {
  const found = (await listBlogCategories(ctx)).find((category) =>
    'id' in by ? category.id === by.id : category.slug === by.slug,
  )
  if (!found) throw notFound()
  return found
}
