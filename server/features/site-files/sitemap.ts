import { FALLBACK_LANGUAGE, languages, type Language } from '#i18n/languages.ts'
import { escapeMarkup } from '#server/escape-markup.ts'

export type SitemapPage = {
  path: string
  /** Day on which its content last changed, e.g. `2026-11-20`. */
  modified: string
  /** Set when the page does not exist in every language. */
  languages?: readonly Language[]
}

/** Sitemap protocol 0.9 with the language alternates of each page: developers.google.com/search/docs/specialty/international. */
export function sitemapXml(origin: string, pages: readonly SitemapPage[]): string {
  const entries = pages.flatMap((page) =>
    (page.languages ?? languages).map((language) => entryOf(origin, page, language)),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n')
}

function entryOf(origin: string, page: SitemapPage, language: Language): string {
  const { path, modified } = page
  const inLanguages = page.languages ?? languages
  const address = (inLanguage: Language) => escapeMarkup(origin + pathIn(path, inLanguage))
  const alternate = (hreflang: string, href: string) =>
    `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${href}"/>`
  const alternates = [
    ...inLanguages.map((each) => alternate(each, address(each))),
    alternate('x-default', address(inLanguages[0] ?? FALLBACK_LANGUAGE)),
  ]
  const lines = [`<loc>${address(language)}</loc><lastmod>${modified}</lastmod>`, ...alternates]
  return `<url>${lines.join('\n')}</url>`
}

/** The same addresses as in the head of the pages (web/lib/page-meta.tsx): English has no parameter. */
const pathIn = (path: string, language: Language) =>
  language === FALLBACK_LANGUAGE ? path : `${path}?lang=${language}`
