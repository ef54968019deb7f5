import * as z from 'zod/mini'
import { endpoint } from '#contracts/endpoint.ts'

/**
 * The blog's categories are fixed: each has a colour, and every article names one. The sidebar
 * lists them in this order.
 */
export const blogCategories = [
  { id: 1, slug: 'strategy', name: 'Strategy' },
  { id: 2, slug: 'tutorial', name: 'Tutorial' },
  { id: 3, slug: 'trends', name: 'Trends' },
  { id: 4, slug: 'business', name: 'Business' },
  { id: 5, slug: 'seo', name: 'SEO' },
  { id: 6, slug: 'marketing', name: 'Marketing' },
] as const
export type BlogCategorySlug = (typeof blogCategories)[number]['slug']

/** Language of the article, which can differ from the language of the page around it. */
const ArticleLanguage = z.enum(['en', 'tr', 'es', 'fr', 'de', 'pt'])

export const ArticleSummary = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  /** Path of the cover on our own host. */
  image: z.string(),
  category: z.string(),
  categorySlug: z.string(),
  tags: z.array(z.string()),
  author: z.string(),
  language: ArticleLanguage,
  /** Publication time. Both fields hold the same moment. */
  publishDate: z.iso.datetime(),
  publishedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Minutes at 220 words per minute, not rounded. */
  readTime: z.number(),
  /** The same in whole minutes, rounded up. */
  readingTime: z.int(),
})
export type ArticleSummary = z.infer<typeof ArticleSummary>

export const Article = z.extend(ArticleSummary, {
  /** Safe to insert into a page: rendered from Markdown that allows no HTML. */
  bodyHtml: z.string(),
  headings: z.array(z.object({ id: z.string(), text: z.string(), level: z.int() })),
  views: z.int(),
})
export type Article = z.infer<typeof Article>

export const BlogCategory = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  articleCount: z.int(),
})
export type BlogCategory = z.infer<typeof BlogCategory>

export const BlogStats = z.object({
  totalArticles: z.int(),
  /** Categories that have articles. */
  totalCategories: z.int(),
  totalViews: z.int(),
  /** Articles published since the first day of this month, UTC. */
  publishedThisMonth: z.int(),
})
export type BlogStats = z.infer<typeof BlogStats>

/** The data and a status message. */
const enveloped = <Data extends z.ZodMiniType>(data: Data) =>
  z.object({ success: z.literal(true), data, message: z.string() })

const ArticlePage = z.object({
  articles: z.array(ArticleSummary),
  total: z.int(),
  limit: z.int(),
  offset: z.int(),
})
export type ArticlePage = z.infer<typeof ArticlePage>

export const ArticleSort = z.enum(['publishedAt', 'updatedAt', 'title', 'readTime', 'views'])
export type ArticleSort = z.infer<typeof ArticleSort>

/** A text split into parts: the parts that match the search, and the text between them. */
const MarkedText = z.array(z.object({ text: z.string(), isMatch: z.boolean() }))
export type MarkedText = z.infer<typeof MarkedText>

/**
 * The title, and the passage of the text that matches best; the excerpt when no passage matches.
 */
const FoundArticle = z.extend(ArticleSummary, {
  marked: z.object({ title: MarkedText, text: MarkedText }),
})
export type FoundArticle = z.infer<typeof FoundArticle>

const FoundArticles = z.extend(ArticlePage, { articles: z.array(FoundArticle) })
export type FoundArticles = z.infer<typeof FoundArticles>

const MAX_LIMIT = 100
const count = (usual: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_LIMIT)), usual)
const paging = {
  limit: count(6),
  offset: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000)), 0),
  sortBy: z._default(ArticleSort, 'publishedAt'),
  sortOrder: z._default(z.enum(['asc', 'desc', 'ASC', 'DESC']), 'desc'),
}
const Paging = z.object(paging)
export type Paging = z.infer<typeof Paging>
const Limit = z.object({ limit: count(10) })
const Id = z.object({ id: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2 ** 31 - 1)) })
const Slug = z.object({ slug: z.string().check(z.minLength(1), z.maxLength(200)) })
const words = z.string().check(z.maxLength(200))

export const listArticles = endpoint({
  name: 'listArticles',
  method: 'GET',
  path: '/api/articles',
  access: 'public',
  summary: 'A page of the articles.',
  query: Paging,
  response: enveloped(ArticlePage),
})

export const getArticle = endpoint({
  name: 'getArticle',
  method: 'GET',
  path: '/api/articles/:id',
  access: 'public',
  summary: 'One article, by its number.',
  params: Id,
  response: enveloped(Article),
})

export const getArticleBySlug = endpoint({
  name: 'getArticleBySlug',
  method: 'GET',
  path: '/api/articles/slug/:slug',
  access: 'public',
  summary: 'One article, by its slug.',
  params: Slug,
  response: enveloped(Article),
})

export const listRelatedArticles = endpoint({
  name: 'listRelatedArticles',
  method: 'GET',
  path: '/api/articles/:id/related',
  access: 'public',
  summary: 'Articles with the same tags and category, the most similar first.',
  params: Id,
  query: z.object({ limit: count(3) }),
  response: enveloped(z.array(ArticleSummary)),
})

export const countArticleView = endpoint({
  name: 'countArticleView',
  method: 'POST',
  path: '/api/articles/:id/views',
  access: 'public',
  summary: 'Record a view of an article; each visitor counts once per day.',
  params: Id,
  response: enveloped(z.object({ views: z.int() })),
})

export const listRecentArticles = endpoint({
  name: 'listRecentArticles',
  method: 'GET',
  path: '/api/articles/recent',
  access: 'public',
  summary: 'The most recently published articles.',
  query: Limit,
  response: enveloped(z.array(ArticleSummary)),
})

export const listPopularArticles = endpoint({
  name: 'listPopularArticles',
  method: 'GET',
  path: '/api/articles/popular',
  access: 'public',
  summary: 'The most viewed articles.',
  query: Limit,
  response: enveloped(z.array(ArticleSummary)),
})

export const listFeaturedArticles = endpoint({
  name: 'listFeaturedArticles',
  method: 'GET',
  path: '/api/articles/featured',
  access: 'public',
  summary: 'Articles that the editors feature.',
  query: z.object({ limit: count(3) }),
  response: enveloped(z.array(ArticleSummary)),
})

export const searchArticles = endpoint({
  name: 'searchArticles',
  method: 'GET',
  path: '/api/articles/search',
  access: 'public',
  summary:
    'Articles whose title, tags, excerpt or text contain the words; the best match first unless the query names an order.',
  query: z.object({
    ...paging,
    limit: count(10),
    sortBy: z.optional(ArticleSort),
    q: z._default(words, ''),
    category: z.optional(words),
    /** Comma-separated; an article must carry at least one of them. */
    tags: z.optional(words),
  }),
  response: enveloped(FoundArticles),
})

export const listArticlesOfCategory = endpoint({
  name: 'listArticlesOfCategory',
  method: 'GET',
  path: '/api/articles/category/:category',
  access: 'public',
  summary: 'A page of the articles of a category, by its slug or name.',
  params: z.object({ category: z.string().check(z.minLength(1), z.maxLength(100)) }),
  query: Paging,
  response: enveloped(ArticlePage),
})

export const getBlogStats = endpoint({
  name: 'getBlogStats',
  method: 'GET',
  path: '/api/articles/stats',
  access: 'public',
  summary: 'How many articles, categories and views there are.',
  response: enveloped(BlogStats),
})

export const listBlogCategories = endpoint({
  name: 'listBlogCategories',
  method: 'GET',
  path: '/api/categories',
  access: 'public',
  summary: 'The categories of the blog.',
  response: enveloped(z.array(BlogCategory)),
})

export const getBlogCategory = endpoint({
  name: 'getBlogCategory',
  method: 'GET',
  path: '/api/categories/:id',
  access: 'public',
  summary: 'One category, by its number.',
  params: Id,
  response: enveloped(BlogCategory),
})

export const getBlogCategoryBySlug = endpoint({
  name: 'getBlogCategoryBySlug',
  method: 'GET',
  path: '/api/categories/slug/:slug',
  access: 'public',
  summary: 'One category, by its slug.',
  params: Slug,
  response: enveloped(BlogCategory),
})

export const listFilledBlogCategories = endpoint({
  name: 'listFilledBlogCategories',
  method: 'GET',
  path: '/api/categories/with-articles',
  access: 'public',
  summary: 'The categories that have articles.',
  response: enveloped(z.array(BlogCategory)),
})

export const listPopularBlogCategories = endpoint({
  name: 'listPopularBlogCategories',
  method: 'GET',
  path: '/api/categories/popular',
  access: 'public',
  summary: 'The categories with the most viewed articles.',
  query: z.object({ limit: count(6) }),
  response: enveloped(z.array(BlogCategory)),
})

export const searchBlogCategories = endpoint({
  name: 'searchBlogCategories',
  method: 'GET',
  path: '/api/categories/search',
  access: 'public',
  summary: 'The categories whose names contain the text.',
  query: z.object({ q: z._default(words, ''), limit: count(10) }),
  response: enveloped(z.array(BlogCategory)),
})
