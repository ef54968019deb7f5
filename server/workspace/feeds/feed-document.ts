import type { Language } from '#i18n/languages.ts'
import { escapeXml, xmlElement } from '#server/platform/escape-markup.ts'

/** What a feed holds, in whichever format a reader asks for. */
export type FeedDocument = {
  /** Stays the same when the address is renewed. */
  id: string
  title: string
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
  /** Never changes. */
  id: string
  title: string
  url: string
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

/** Atom, RFC 4287. */
function writeAtom({ id, title, language, home, address, updated, entries }: FeedDocument): string {
  const head = [
    xmlElement('title', title),
    xmlElement('id', `urn:uuid:${id}`),
    xmlElement('updated', updated),
    `<author>${xmlElement('name', AUTHOR)}</author>`,
    link('alternate', home),
    link('self', address),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">${[...head, ...entries.map(atomEntry)].join('')}</feed>\n`
}

const AUTHOR = 'Storedawn'

const atomEntry = ({ id, title, url, category, published, updated, summary }: FeedEntry): string =>
  `<entry>${[
    xmlElement('title', title),
    xmlElement('id', id),
    link('alternate', url),
    category ? `<category term="${category.term}" label="${escapeXml(category.label)}"/>` : '',
    xmlElement('published', published),
    xmlElement('updated', updated),
    xmlElement('summary', summary, ' type="text"'),
  ].join('')}</entry>`

const link = (relation: 'alternate' | 'self', address: string): string =>
  `<link rel="${relation}" href="${escapeXml(address)}"/>`

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
