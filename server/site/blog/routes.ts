import * as api from '#contracts/site/blog.ts'
import { type App, route } from '#server/platform/http/route.ts'
import { createSearchLimit, searchArticles } from './article-search.ts'
import { countView } from './article-views.ts'
import { enveloped, getArticle, listRelatedArticles } from './articles.ts'
import * as articles from './articles.ts'
import { blogFiles } from './blog-files.ts'
import * as categories from './categories.ts'

const CACHING = { caching: 'public, max-age=60' }

export function blogRoutes(app: App): void {
  const countSearch = createSearchLimit()
  route(
    app,
    api.listArticles,
    async ({ ctx, query }) => enveloped(await articles.listArticles(ctx, query)),
    CACHING,
  )
  route(
    app,
    api.getArticle,
    async ({ ctx, params }) => enveloped(await getArticle(ctx, params)),
    CACHING,
  )
  route(
    app,
    api.getArticleBySlug,
    async ({ ctx, params }) => enveloped(await getArticle(ctx, params)),
    CACHING,
  )
  route(
    app,
    api.listRelatedArticles,
    async ({ ctx, params, query }) =>
      enveloped(await listRelatedArticles(ctx, params.id, query.limit)),
    CACHING,
  )
  route(app, api.countArticleView, async ({ ctx, params }) =>
    enveloped(await countView(ctx, params.id)),
  )
  route(
    app,
    api.listRecentArticles,
    async ({ ctx, query }) => enveloped(await articles.listRecentArticles(ctx, query.limit)),
    CACHING,
  )
  route(
    app,
    api.listPopularArticles,
    async ({ ctx, query }) => enveloped(await articles.listPopularArticles(ctx, query.limit)),
    CACHING,
  )
  route(
    app,
    api.listFeaturedArticles,
    async ({ ctx, query }) => enveloped(await articles.listFeaturedArticles(ctx, query.limit)),
    CACHING,
  )
  route(
    app,
    api.searchArticles,
    async ({ ctx, query }) => {
      await countSearch(ctx.network)
      return enveloped(await searchArticles(ctx, query))
    },
    CACHING,
  )
  route(
    app,
    api.listArticlesOfCategory,
    async ({ ctx, params, query }) =>
      enveloped(await articles.listArticlesOfCategory(ctx, params.category, query)),
    CACHING,
  )
  route(
    app,
    api.getBlogStats,
    async ({ ctx }) => enveloped(await categories.getBlogStats(ctx)),
    CACHING,
  )
  categoryRoutes(app)
  blogFiles(app)
}

function categoryRoutes(app: App): void {
  route(
    app,
    api.listBlogCategories,
    async ({ ctx }) => enveloped(await categories.listBlogCategories(ctx)),
    CACHING,
  )
  route(
    app,
    api.getBlogCategory,
    async ({ ctx, params }) => enveloped(await categories.getBlogCategory(ctx, params)),
    CACHING,
  )
  route(
    app,
    api.getBlogCategoryBySlug,
    async ({ ctx, params }) => enveloped(await categories.getBlogCategory(ctx, params)),
    CACHING,
  )
  route(
    app,
    api.listFilledBlogCategories,
    async ({ ctx }) => enveloped(await categories.listFilledBlogCategories(ctx)),
    CACHING,
  )
  route(
    app,
    api.listPopularBlogCategories,
    async ({ ctx, query }) =>
      enveloped(await categories.listPopularBlogCategories(ctx, query.limit)),
    CACHING,
  )
  route(
    app,
    api.searchBlogCategories,
    async ({ ctx, query }) =>
      enveloped(await categories.searchBlogCategories(ctx, query.q, query.limit)),
    CACHING,
  )
}
