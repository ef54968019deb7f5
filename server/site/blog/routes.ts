import * as api from '#contracts/site/blog.ts'
import { type App, route } from '#server/platform/http/route.ts'
import { createMinuteLimit } from '#server/site/limits.ts'
import { searchArticles, SEARCHES_PER_MINUTE } from './article-search.ts'
import { countView, enveloped, getArticle, listRelatedArticles } from './articles.ts'
import * as articles from './articles.ts'
import { blogFiles } from './blog-files.ts'
import * as categories from './categories.ts'

const cached: typeof route = (app, endpoint, handle) =>
  route(app, endpoint, handle, { caching: 'public, max-age=60' })

export function blogRoutes(app: App): void {
  const countSearch = createMinuteLimit(SEARCHES_PER_MINUTE)
  cached(app, api.listArticles, async ({ ctx, query }) =>
    enveloped(await articles.listArticles(ctx, query)),
  )
  cached(app, api.getArticle, async ({ ctx, params }) => enveloped(await getArticle(ctx, params)))
  cached(app, api.getArticleBySlug, async ({ ctx, params }) =>
    enveloped(await getArticle(ctx, params)),
  )
  cached(app, api.listRelatedArticles, async ({ ctx, params, query }) =>
    enveloped(await listRelatedArticles(ctx, params.id, query.limit)),
  )
  route(app, api.countArticleView, async ({ ctx, params }) =>
    enveloped(await countView(ctx, params.id)),
  )
  cached(app, api.listRecentArticles, async ({ ctx, query }) =>
    enveloped(await articles.listTopArticles(ctx, 'publishedAt', query.limit)),
  )
  cached(app, api.listPopularArticles, async ({ ctx, query }) =>
    enveloped(await articles.listTopArticles(ctx, 'views', query.limit)),
  )
  cached(app, api.listFeaturedArticles, async ({ ctx, query }) =>
    enveloped(await articles.listFeaturedArticles(ctx, query.limit)),
  )
  cached(app, api.searchArticles, async ({ ctx, query }) => {
    await countSearch(ctx.network)
    return enveloped(await searchArticles(ctx, query))
  })
  cached(app, api.listArticlesOfCategory, async ({ ctx, params, query }) =>
    enveloped(await articles.listArticlesOfCategory(ctx, params.category, query)),
  )
  cached(app, api.getBlogStats, async ({ ctx }) => enveloped(await categories.getBlogStats(ctx)))
  categoryRoutes(app)
  blogFiles(app)
}

function categoryRoutes(app: App): void {
  cached(app, api.listBlogCategories, async ({ ctx }) =>
    enveloped(await categories.listBlogCategories(ctx)),
  )
  for (const endpoint of [api.getBlogCategory, api.getBlogCategoryBySlug])
    cached(app, endpoint, async ({ ctx, params }) =>
      enveloped(await categories.getBlogCategory(ctx, params)),
    )
  cached(app, api.listFilledBlogCategories, async ({ ctx }) =>
    enveloped(await categories.listFilledBlogCategories(ctx)),
  )
  cached(app, api.listPopularBlogCategories, async ({ ctx, query }) =>
    enveloped(await categories.listPopularBlogCategories(ctx, query.limit)),
  )
  cached(app, api.searchBlogCategories, async ({ ctx, query }) =>
    enveloped(await categories.searchBlogCategories(ctx, query.q, query.limit)),
  )
}
