import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ArticleSummary, blogCategories } from '#contracts/site/blog.ts'
import { FALLBACK_LANGUAGE, type Language, languages } from '#i18n/languages.ts'
import { notFound } from '#server/platform/errors.ts'
import { escapeXml, xmlElement } from '#server/platform/escape-markup.ts'
import type { App } from '#server/platform/http/route.ts'
import { presentSummary, published, summaryColumns } from './articles.ts'
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
  for (const { name, type, write } of formats) {
    const answer = async (request: FastifyRequest, reply: FastifyReply) =>
      reply
        .headers({ 'content-type': type, 'cache-control': `public, max-age=${FEED_SECONDS}` })
        .send(write(await readBlogFeed(ctx, request)))
    server.get(`/blog/${name}`, answer)
    server.get(`/blog/category/:category/${name}`, answer)
  }
}

async function readBlogFeed(ctx: App['ctx'], request: FastifyRequest): Promise<Feed> {
  const { category } = request.params as { category?: string }
  if (category !== undefined && !blogCategories.some(({ slug }) => slug === category))
    throw notFound()
  const { lang } = request.query as { lang?: unknown }
  const language = languages.find((each) => each === lang) ?? FALLBACK_LANGUAGE
  let articles = published(ctx).where('language', '=', language)
  if (category !== undefined) articles = articles.where('category', '=', category)
  const rows = await articles
    .select(summaryColumns)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(FEED_ARTICLES)
    .execute()
  const origin = ctx.config.PUBLIC_ORIGIN.replace(/\/$/, '')
  return { articles: rows.map(presentSummary), origin, language, category, address: request.url }
}

type Feed = {
  articles: readonly ArticleSummary[]
  /** Without a slash at its end. */
  origin: string
  language: Language
  /** A slug; undefined for all. */
  category: string | undefined
  address: string
}

const titleOf = ({ category }: Feed): string => {
  const name = blogCategories.find(({ slug }) => slug === category)?.name
  return name === undefined ? 'Storedawn' : `Storedawn · ${name}`
}
const pageOf = ({ origin, category }: Feed): string =>
  category === undefined ? `${origin}/blog` : `${origin}/blog/category/${category}`
const addressOf = ({ origin }: Feed, { slug }: ArticleSummary): string => `${origin}/blog/${slug}`

/** RSS 2.0, https://www.rssboard.org/rss-specification */
function writeRss(feed: Feed): string {
  const items = feed.articles.map((article) => {
    const address = addressOf(feed, article)
    return `<item>${[
      xmlElement('title', article.title),
      xmlElement('link', address),
      xmlElement('guid', address, ' isPermaLink="true"'),
      xmlElement('description', article.excerpt),
      xmlElement('dc:creator', article.author),
      xmlElement('category', article.category),
      xmlElement('pubDate', new Date(article.publishedAt).toUTCString()),
    ].join('')}</item>`
  })
  const head = [
    xmlElement('title', titleOf(feed)),
    xmlElement('link', pageOf(feed)),
    xmlElement('description', 'New online stores, on the day they open.'),
    xmlElement('language', feed.language),
    `<atom:link rel="self" type="application/rss+xml" href="${escapeXml(feed.origin + feed.address)}"/>`,
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>${[...head, ...items].join('')}</channel></rss>\n`
}

/** Atom, RFC 4287 */
function writeAtom(feed: Feed): string {
  const entries = feed.articles.map((article) => {
    const address = addressOf(feed, article)
    return `<entry>${[
      xmlElement('title', article.title),
      xmlElement('id', address),
      `<link rel="alternate" href="${escapeXml(address)}"/>`,
      xmlElement('summary', article.excerpt),
      `<author>${xmlElement('name', article.author)}</author>`,
      `<category term="${escapeXml(article.categorySlug)}" label="${escapeXml(article.category)}"/>`,
      xmlElement('published', article.publishedAt),
      xmlElement('updated', article.updatedAt),
    ].join('')}</entry>`
  })
  const updated = feed.articles
    .map(({ updatedAt }) => updatedAt)
    .toSorted()
    .at(-1)
  const head = [
    xmlElement('title', titleOf(feed)),
    xmlElement('id', pageOf(feed)),
    xmlElement('updated', updated ?? '1970-01-01T00:00:00.000Z'),
    `<link rel="alternate" href="${escapeXml(pageOf(feed))}"/>`,
    `<link rel="self" href="${escapeXml(feed.origin + feed.address)}"/>`,
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">${[...head, ...entries].join('')}</feed>\n`
}
