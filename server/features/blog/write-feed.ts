import { type ArticleSummary, blogCategories } from '#contracts/blog.ts'
import type { Language } from '#i18n/languages.ts'
import { escapeMarkup } from '#server/escape-markup.ts'

export type Feed = {
  articles: readonly ArticleSummary[]
  /** Without a slash at its end. */
  origin: string
  language: Language
  /** Slug of a category; undefined for all. */
  category: string | undefined
  /** Path and query of this feed. */
  address: string
}

const escapeText = (text: string): string =>
  // Removes characters that XML does not allow at all.
  escapeMarkup(text).replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')

const element = (name: string, text: string, attributes = ''): string =>
  `<${name}${attributes}>${escapeText(text)}</${name}>`

const titleOf = ({ category }: Feed): string => {
  const name = blogCategories.find(({ slug }) => slug === category)?.name
  return name === undefined ? 'Storedawn' : `Storedawn · ${name}`
}
const pageOf = ({ origin, category }: Feed): string =>
  category === undefined ? `${origin}/blog` : `${origin}/blog/category/${category}`
const addressOf = ({ origin }: Feed, { slug }: ArticleSummary): string => `${origin}/blog/${slug}`

/** RSS 2.0, https://www.rssboard.org/rss-specification */
export function writeRss(feed: Feed): string {
  const items = feed.articles.map((article) => {
    const address = addressOf(feed, article)
    return `<item>${[
      element('title', article.title),
      element('link', address),
      element('guid', address, ' isPermaLink="true"'),
      element('description', article.excerpt),
      element('dc:creator', article.author),
      element('category', article.category),
      element('pubDate', new Date(article.publishedAt).toUTCString()),
    ].join('')}</item>`
  })
  const head = [
    element('title', titleOf(feed)),
    element('link', pageOf(feed)),
    element('description', 'New online stores, on the day they open.'),
    element('language', feed.language),
    `<atom:link rel="self" type="application/rss+xml" href="${escapeText(feed.origin + feed.address)}"/>`,
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>${[...head, ...items].join('')}</channel></rss>\n`
}

/** Atom, RFC 4287 */
export function writeAtom(feed: Feed): string {
  const entries = feed.articles.map((article) => {
    const address = addressOf(feed, article)
    return `<entry>${[
      element('title', article.title),
      element('id', address),
      `<link rel="alternate" href="${escapeText(address)}"/>`,
      element('summary', article.excerpt),
      `<author>${element('name', article.author)}</author>`,
      `<category term="${escapeText(article.categorySlug)}" label="${escapeText(article.category)}"/>`,
      element('published', article.publishedAt),
      element('updated', article.updatedAt),
    ].join('')}</entry>`
  })
  const updated = feed.articles
    .map(({ updatedAt }) => updatedAt)
    .toSorted()
    .at(-1)
  const head = [
    element('title', titleOf(feed)),
    element('id', pageOf(feed)),
    element('updated', updated ?? '1970-01-01T00:00:00.000Z'),
    `<link rel="alternate" href="${escapeText(pageOf(feed))}"/>`,
    `<link rel="self" href="${escapeText(feed.origin + feed.address)}"/>`,
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">${[...head, ...entries].join('')}</feed>\n`
}
