import type { Page } from '#discovery/extract/store-snapshot.ts'

/** Paths that may show a shop's address, best first: the platform's contact policy, contact pages in many languages, imprints. */
const RANKED = [
  /\/policies\/contact-information\/?$/,
  /\/pages\/[^/]*(?:contact|contatt|contato|kontakt|iletisim|i%cc%87leti|bize-ulasin|get-in-touch|reach-us|write-to-us|toiawase|inquiry|yhteystiedot|%e3%81%8a%e5%95%8f|%e8%81%94%e7%b3%bb|%e8%81%af%e7%b5%a1)[^/]*\/?$/,
  /\/(?:policies\/legal-notice|pages\/(?:impressum|imprint|mentions-legales|aviso-legal|note-legali|tokushoho)[^/]*)\/?$/,
]

/** Requested if the home page links to nothing better. */
const USUAL = ['/policies/contact-information', '/pages/contact']

// Quantifiers are bounded, so even a hostile page takes time linear in its length.
const HREF = /\bhref\s{0,3}=\s{0,3}["']?([^"'<>\s]{1,300})/gi
const MAX_SCANNED_BYTES = 2 * 1024 * 1024

const rankOf = (path: string): number => RANKED.findIndex((pattern) => pattern.test(path))

/** The same page in another language is not a second source. */
const withoutLocale = (path: string): string =>
  path.replace(/^\/[a-z]{2}(?:-[a-z]{2,4})?(?=\/(?:pages|policies)\/)/i, '')

/** Links to the shop itself, as written on the page, each page in the language with the shortest path. */
function linkedPaths(home: Page): string[] {
  const html = new TextDecoder().decode(home.body.subarray(0, MAX_SCANNED_BYTES))
  const { host } = new URL(home.url)
  const paths = new Map<string, string>()
  for (const [, href = ''] of html.matchAll(HREF)) {
    if (!/pages|policies/.test(href)) continue
    const url = URL.parse(href.replaceAll('&amp;', '&'), home.url)
    if (url?.host !== host || rankOf(url.pathname.toLowerCase()) === -1) continue
    const key = withoutLocale(url.pathname)
    const known = paths.get(key)
    if (known === undefined || url.pathname.length < known.length) paths.set(key, url.pathname)
  }
  return [...paths.values()]
}

/** At most `max` paths that probably state how to reach the shop, most promising first. */
export function contactPaths(home: Page | null, max: number): string[] {
  const byRank = (a: string, b: string) => rankOf(a.toLowerCase()) - rankOf(b.toLowerCase())
  const linked = home ? linkedPaths(home).sort(byRank) : []
  const usual = USUAL.filter((path) => !linked.some((known) => withoutLocale(known) === path))
  return [...linked, ...usual].slice(0, max)
}
