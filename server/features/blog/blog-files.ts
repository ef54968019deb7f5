import type { FastifyReply, FastifyRequest } from 'fastify'
import { blogCategories } from '#contracts/blog.ts'
import { FALLBACK_LANGUAGE, languages } from '#i18n/languages.ts'
import { notFound } from '#server/errors.ts'
import type { App } from '#server/route.ts'
import { COVERS_PATH, drawCover, readCoverName } from './draw-cover.ts'
import { published } from './list-articles.ts'
import { presentSummary, summaryColumns } from './present-article.ts'
import { type Feed, writeAtom, writeRss } from './write-feed.ts'

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
        .send(write(await readFeed(ctx, request)))
    server.get(`/blog/${name}`, answer)
    server.get(`/blog/category/:category/${name}`, answer)
  }
}

async function readFeed(ctx: App['ctx'], request: FastifyRequest): Promise<Feed> {
  const { category } = request.params as { category?: string }
  if (category !== undefined && !blogCategories.some(({ slug }) => slug === category)) throw notFound()
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
