import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { type ArticleSummary, blogCategories, type BlogCategorySlug } from '#contracts/site/blog.ts'
import { FALLBACK_LANGUAGE, type Language, languages } from '#i18n/languages.ts'
import { readEveryLocale, readLocale } from '#i18n/read-locale.ts'
import { notFound } from '#server/platform/errors.ts'
import {
  type FeedDocument,
  type FeedEntry,
  writeAtom,
  writeRss,
} from '#server/platform/feed-document.ts'
import type { App } from '#server/platform/http/route.ts'
import { createSharedTexts, sendShared } from '#server/platform/http/shared-bodies.ts'
import { inLanguage } from '#server/platform/links.ts'
import { pageOf, presentSummary, published, summaryColumns } from './articles.ts'
import { COVERS_PATH, drawCover, readCoverName } from './cover.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60
const FEED_SECONDS = 15 * 60
const FEED_ARTICLES = 50

const formats = [
  { name: 'feed.xml', type: 'application/rss+xml; charset=utf-8', write: writeRss },
  { name: 'atom.xml', type: 'application/atom+xml; charset=utf-8', write: writeAtom },
]

export const blogFilePaths: readonly string[] = [
  COVERS_PATH,
  ...formats.flatMap(({ name }) => [`/blog/${name}`, `/blog/category/:category/${name}`]),
]

/** Not endpoint values: they answer pictures and feeds, to foreign programs. */
export function blogFiles({ server, ctx }: App): void {
  server.get<{ Params: { name: string } }>(COVERS_PATH, async ({ params }, reply) => {
    const article = readCoverName(params.name)
    if (!article) throw notFound()
    return reply
      .headers({
        'content-type': 'image/svg+xml',
        'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
        'content-security-policy': `default-src 'none'; sandbox`,
      })
      .send(drawCover(article))
  })
  const texts = createSharedTexts(ctx)
  for (const { name, type, write } of formats) {
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const asked = askedFeed(request, name)
      const text = await texts(asked.address, async () => write(await readBlogFeed(ctx, asked)))
      reply.headers({ 'content-type': type, 'cache-control': `public, max-age=${FEED_SECONDS}` })
      return sendShared(request, reply, text)
    }
    server.get(`/blog/${name}`, answer)
    server.get(`/blog/category/:category/${name}`, answer)
  }
}

type AskedFeed = Pick<Blog, 'address' | 'language' | 'category'>

/** What the feed depends on. @throws AppError `not_found` for an unknown category */
function askedFeed(request: FastifyRequest, name: string): AskedFeed {
  const { category: slug } = request.params as { category?: string }
  const category = blogCategories.find((each) => each.slug === slug)?.slug
  if (slug !== undefined && category === undefined) throw notFound()
  const { lang } = request.query as { lang?: unknown }
  const language = languages.find((each) => each === lang) ?? FALLBACK_LANGUAGE
  const folder = category === undefined ? '/blog' : `/blog/category/${category}`
  return { address: inLanguage(`${folder}/${name}`, language), language, category }
}

async function readBlogFeed(ctx: App['ctx'], asked: AskedFeed): Promise<FeedDocument> {
  const { language, category } = asked
  let articles = published(ctx).where('language', '=', language)
  if (category !== undefined) articles = articles.where('category', '=', category)
  const latest = { limit: FEED_ARTICLES, offset: 0, sortOrder: 'desc' } as const
  const rows = await pageOf(articles.select(summaryColumns), latest)
  return feedOf(rows.map(presentSummary), {
    ...asked,
    origin: ctx.config.PUBLIC_ORIGIN.replace(/\/$/, ''),
    changedAt: rows.length > 0 ? undefined : await readChange(ctx),
  })
}

/** When the blog last changed: Atom wants a moment of a feed without articles too. */
async function readChange(ctx: App['ctx']): Promise<Date | undefined> {
  const { at } = await published(ctx)
    .select((on) => on.fn.max('updated_at').as('at'))
    .executeTakeFirstOrThrow()
  return at ?? undefined
}

type Blog = {
  /** Without a slash at its end. */
  origin: string
  address: string
  language: Language
  /** Undefined for all. */
  category: BlogCategorySlug | undefined
  /** Of the blog, for a feed without articles. */
  changedAt: Date | undefined
}

/** Its articles are in the language of the feed, so each language has its own feed. */
function feedOf(
  articles: readonly ArticleSummary[],
  { origin, address, language, category, changedAt = new Date(0) }: Blog,
): FeedDocument {
  const words = wordsOf(language)
  const page = category === undefined ? '/blog' : `/blog/category/${category}`
  const home = inLanguage(origin + page, language)
  const entries = articles.map((article) => entryOf(article, origin, words))
  return {
    id: home,
    title:
      category === undefined
        ? 'Storedawn'
        : `Storedawn · ${words.category.name[category] ?? category}`,
    description: category === undefined ? words.hero.subtitle : words.category.about[category],
    language,
    home,
    address: origin + address,
    updated:
      entries
        .map(({ updated }) => updated)
        .toSorted()
        .at(-1) ?? changedAt.toISOString(),
    entries,
  }
}

/** An article has one language and so one address. */
function entryOf(article: ArticleSummary, origin: string, { category }: Words): FeedEntry {
  const address = `${origin}/blog/${article.slug}`
  return {
    id: address,
    title: article.title,
    url: address,
    author: article.author,
    category: {
      term: article.categorySlug,
      label: category.name[article.categorySlug] ?? article.category,
    },
    published: article.publishedAt,
    updated: article.updatedAt,
    summary: article.excerpt,
  }
}

const Words = z.object({
  hero: z.object({ subtitle: z.string() }),
  category: z.object({
    name: z.record(z.string(), z.string()),
    about: z.record(z.string(), z.string()),
  }),
})
type Words = z.infer<typeof Words>

/** Those of the page that shows the same. */
const wordsOf = readEveryLocale((language) => Words.parse(readLocale(language, 'blog')))
