import type { Language } from '#i18n/languages.ts'
import { escapeXml, xmlElement } from './escape-markup.ts'

export type FeedDocument = {
  /** An IRI that stays the same when the address changes. */
  id: string
  title: string
  description?: string | undefined
  language: Language
  /** The page that shows the same. */
  home: string
  /** Of this file. */
  address: string
  updated: string
  /** The latest first. */
  entries: readonly FeedEntry[]
}

export type FeedEntry = {
  /** An IRI that never changes. */
  id: string
  title: string
  url: string
  /** Ours unless named. */
  author?: string
  category?: { term: string; label: string }
  published: string
  updated: string
  /** Lines of text. */
  summary: string
}

export const FEED_FORMATS = {
  atom: { mediaType: 'application/atom+xml; charset=utf-8', write: writeAtom },
  json: { mediaType: 'application/feed+json; charset=utf-8', write: writeJsonFeed },
} as const
export type FeedFormat = keyof typeof FEED_FORMATS

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Atom, RFC 4287. */
export function writeAtom(feed: FeedDocument): string {
  const { id, title, description, language, home, address, updated, entries } = feed
  const head = [
    xmlElement('title', title),
    description === undefined ? '' : xmlElement('subtitle', description),
    xmlElement('id', id),
    xmlElement('updated', updated),
    `<author>${xmlElement('name', AUTHOR)}</author>`,
    link('alternate', home),
    link('self', address),
  ]
  return `${XML}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">${[...head, ...entries.map(atomEntry)].join('')}</feed>\n`
}

const AUTHOR = 'Storedawn'

const atomEntry = ({ id, title, url, author, category, ...of }: FeedEntry): string =>
  `<entry>${[
    xmlElement('title', title),
    xmlElement('id', id),
    link('alternate', url),
    author === undefined ? '' : `<author>${xmlElement('name', author)}</author>`,
    category
      ? `<category term="${escapeXml(category.term)}" label="${escapeXml(category.label)}"/>`
      : '',
    xmlElement('published', of.published),
    xmlElement('updated', of.updated),
    xmlElement('summary', of.summary, ' type="text"'),
  ].join('')}</entry>`

const link = (relation: 'alternate' | 'self', address: string): string =>
  `<link rel="${relation}" href="${escapeXml(address)}"/>`

/** RSS 2.0, https://www.rssboard.org/rss-specification */
export function writeRss(feed: FeedDocument): string {
  const { title, description, language, home, address, entries } = feed
  const items = entries.map(
    ({ id, url, author, category, published, ...of }) =>
      `<item>${[
        xmlElement('title', of.title),
        xmlElement('link', url),
        xmlElement('guid', id, ` isPermaLink="${id === url}"`),
        xmlElement('description', of.summary),
        xmlElement('dc:creator', author ?? AUTHOR),
        category ? xmlElement('category', category.label) : '',
        xmlElement('pubDate', new Date(published).toUTCString()),
      ].join('')}</item>`,
  )
  const head = [
    xmlElement('title', title),
    xmlElement('link', home),
    xmlElement('description', description ?? title),
    xmlElement('language', language),
    `<atom:link rel="self" type="application/rss+xml" href="${escapeXml(address)}"/>`,
  ]
  return `${XML}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>${[...head, ...items].join('')}</channel></rss>\n`
}

/** JSON Feed, version 1.1: jsonfeed.org/version/1.1. */
function writeJsonFeed({ title, language, home, address, entries }: FeedDocument): string {
  const items = entries.map(({ id, title, url, category, published, updated, summary }) => ({
    id,
    url,
    title,
    content_text: summary,
    date_published: published,
    date_modified: updated,
    ...(category && { tags: [category.label] }),
  }))
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: home,
    feed_url: address,
    language,
    authors: [{ name: AUTHOR }],
    items,
  }
  return `${JSON.stringify(feed)}\n`
}
