import { dayOf } from '#contracts/dates.ts'
import { type PublicPage, publicPages } from '#contracts/site/public-pages.ts'
import { FALLBACK_LANGUAGE, isLanguage, type Language, languages } from '#i18n/languages.ts'
import type { AppContext } from '#server/platform/context.ts'
import { escapeMarkup } from '#server/platform/escape-markup.ts'
import { inLanguage } from '#server/platform/links.ts'
import { published } from '#server/site/blog/articles.ts'

type SitemapContext = Pick<AppContext, 'db' | 'config' | 'now'> & {
  builtAt: Date
}

export const listSitemapPages = async (ctx: SitemapContext): Promise<SitemapPage[]> => [
  ...listPublicPages(ctx),
  ...(await listBlogPages(ctx)),
]

function listPublicPages(ctx: SitemapContext): SitemapPage[] {
  const names = Object.keys(publicPages) as PublicPage[] // Safe: the keys of a literal.
  return names.map((name) => ({ path: publicPages[name], modified: modifiedOf(name, ctx) }))
}

function modifiedOf(page: PublicPage, { config, now, builtAt }: SitemapContext): string {
  // They show today's figures.
  if (page === 'home' || page === 'freshness' || page === 'sample') return dayOf(now())
  if (page === 'privacy' || page === 'terms') return config.TEXTS_MODIFIED
  return dayOf(builtAt)
}

/** An article has one language; the list of its category exists in all. */
async function listBlogPages(ctx: SitemapContext): Promise<SitemapPage[]> {
  const articles = await published(ctx)
    .select(['slug', 'category', 'language', 'updated_at'])
    .orderBy('updated_at')
    .orderBy('id')
    .execute()
  // Later entries overwrite earlier ones, which leaves the latest change in each category.
  const categories = new Map(
    articles.map(({ category, updated_at }) => [category, dayOf(updated_at)]),
  )
  return [
    ...[...categories].map(([slug, modified]) => ({ path: `/blog/category/${slug}`, modified })),
    ...articles.map(({ slug, language, updated_at }) => ({
      path: `/blog/${slug}`,
      modified: dayOf(updated_at),
      languages: [language].filter(isLanguage),
    })),
  ]
}

type SitemapPage = {
  path: string
  /** Day on which its content last changed, e.g. `2026-11-20`. */
  modified: string
  /** Set when the page does not exist in every language. */
  languages?: readonly Language[]
}

/**
 * Sitemap protocol 0.9 with the language alternates of each page:
 * developers.google.com/search/docs/specialty/international.
 */
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
  const address = (each: Language) => escapeMarkup(inLanguage(origin + path, each))
  const alternate = (hreflang: string, href: string) =>
    `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${href}"/>`
  const alternates = [
    ...inLanguages.map((each) => alternate(each, address(each))),
    alternate('x-default', address(inLanguages[0] ?? FALLBACK_LANGUAGE)),
  ]
  const lines = [`<loc>${address(language)}</loc><lastmod>${modified}</lastmod>`, ...alternates]
  return `<url>${lines.join('\n')}</url>`
}

/**
 * Calls and pages without content for strangers. Pages that are merely kept out of the results say
 * `noindex` themselves.
 */
const DISALLOWED = [
  '/api/',
  '/app$',
  '/app?',
  '/list',
  '/store/',
  '/product/',
  '/products/',
  '/saved',
  '/leads',
  '/score',
  '/changes',
  '/exclusions',
  '/settings',
  '/payment-success',
  '/password-reset',
  '/reset-password',
  '/email-verification',
  '/undo-deletion',
  '/unsubscribe',
]
/** Pages call these themselves, also when a search engine renders them. */
const ALLOWED = ['/api/public/']

/** RFC 9309; the sitemap's line is sitemaps.org's. */
export function robotsTxt(origin: string): string {
  return [
    'User-agent: *',
    ...ALLOWED.map((path) => `Allow: ${path}`),
    ...DISALLOWED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}

const MONTH_MS = 30 * 24 * 60 * 60 * 1000
/** RFC 9116 recommends less than a year, so that copies are refreshed. */
const VALID_MONTHS = 6

export const SECURITY_TXT_PATH = '/.well-known/security.txt'

/** The contact for vulnerability reports: https://www.rfc-editor.org/rfc/rfc9116 */
export function securityTxt(origin: string, contact: string, now: Date): string {
  return [
    `Contact: mailto:${contact}`,
    `Expires: ${new Date(now.getTime() + VALID_MONTHS * MONTH_MS).toISOString()}`,
    `Preferred-Languages: ${languages.join(', ')}`,
    `Canonical: ${origin}${SECURITY_TXT_PATH}`,
    '',
  ].join('\n')
}
