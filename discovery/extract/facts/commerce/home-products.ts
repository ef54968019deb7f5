import { handleOf, withoutWww } from '#discovery/document/urls.ts'
import type { ParsedVisit } from '#discovery/extract/parsed-visit.ts'
import { factOf } from '#discovery/extract/store-snapshot.ts'
import { isBestSellerName } from '#discovery/products/best-sellers.ts'

const MAX_PRODUCTS = 60
const MAX_COLLECTIONS = 5
/** `/products/x`, `/collections/y/products/x`, both optionally below a market such as `/en-de`. */
const PRODUCT =
  /^(?:\/[a-z]{2}(?:-[a-z]{2,4})?)?(?:\/collections\/[^/]{1,255})?\/products\/([^/]{1,1000})\/?$/i
const COLLECTION = /^(?:\/[a-z]{2}(?:-[a-z]{2,4})?)?\/collections\/([^/]{1,1000})\/?$/i

/**
 * What the shop shows first: product handles in the order of the home page's links (only its main
 * part if that contains product links), and handles of the collections that it calls its best
 * sellers. Null when no home page was read.
 */
export function extractHomeProducts(visit: ParsedVisit, ownHosts: ReadonlySet<string>) {
  const { home } = visit
  if (!home || home.page.status >= 400) return { homeProducts: null, bestSellerCollections: null }
  const links = readHomeLinks(home.html).flatMap((link) => {
    const path = ownPath(link.href, home.page.url, ownHosts)
    return path === null ? [] : [{ ...link, path }]
  })
  const main = links.filter(({ isMain }) => isMain)
  const products = handlesIn(main, PRODUCT)
  return {
    homeProducts: factOf(
      (products.length > 0 ? products : handlesIn(links, PRODUCT)).slice(0, MAX_PRODUCTS),
      'observed',
      home.page,
      'a[href*="/products/"]',
    ),
    bestSellerCollections: factOf(
      bestSellersOf(links).slice(0, MAX_COLLECTIONS),
      'detected',
      home.page,
      'a[href*="/collections/"]',
    ),
  }
}

type PathLink = HomeLink & { path: string }

/** Checks handles first: the link text may be that of a button. */
function bestSellersOf(links: PathLink[]): string[] {
  const named = handlesIn(links, COLLECTION).filter(isBestSellerName)
  const titled = links.filter(({ text }) => text.length <= 60 && isBestSellerName(text))
  return [...new Set([...named, ...handlesIn(titled, COLLECTION)])]
}

function handlesIn(links: PathLink[], pattern: RegExp): string[] {
  return [...new Set(links.flatMap(({ path }) => handleOf(pattern.exec(path)?.[1]) ?? []))]
}

function ownPath(href: string, baseUrl: string, ownHosts: ReadonlySet<string>): string | null {
  const url = URL.parse(href, baseUrl)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const isOwn =
    url.host === new URL(baseUrl).host ||
    ownHosts.has(withoutWww(url.hostname)) ||
    ownHosts.has(url.hostname)
  return isOwn ? url.pathname : null
}

type HomeLink = { href: string; text: string; isMain: boolean }

const MAX_LINKS = 3_000
const MAX_TAG_CHARS = 8_000
const MAX_TEXT_CHARS = 120
const ASIDE = new Set(['header', 'footer', 'nav'])
/**
 * The content of these elements is not markup, so text in them that looks like a link is not a
 * link.
 */
const RAW = new Set(['script', 'style', 'template', 'noscript'])
const NAME = /^\/?([a-z][a-z0-9-]{0,20})(?=[\s/>])/i
const HREF = /(?:^|\s)href\s{0,9}=\s{0,9}(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^\s"'>]{1,2000}))/i

/**
 * The links of a page in order. `isMain` = in `<main>`, or, on a page without `<main>`, outside
 * header, footer and menus. Linear in the size of the page: reads every character once, whatever
 * the input.
 */
export function readHomeLinks(html: string): HomeLink[] {
  const links: (HomeLink & { inMain: boolean })[] = []
  const depth = { main: 0, aside: 0 }
  let hasMain = false
  let open: { link: HomeLink; from: number } | null = null
  for (
    let at = html.indexOf('<');
    at >= 0 && links.length < MAX_LINKS;
    at = html.indexOf('<', at)
  ) {
    if (html.startsWith('<!--', at)) {
      at = after(html, '-->', at)
      continue
    }
    const tag = html.slice(at + 1, at + 24)
    const name = NAME.exec(tag)?.[1]?.toLowerCase()
    const isEnd = tag.startsWith('/')
    const end = name === undefined ? at + 1 : after(html, '>', at)
    if (name !== undefined && RAW.has(name) && !isEnd) {
      at = after(html, `</${name}`, end)
      continue
    }
    if (name === 'main') {
      hasMain = true
      depth.main = Math.max(0, depth.main + (isEnd ? -1 : 1))
    } else if (name !== undefined && ASIDE.has(name))
      depth.aside = Math.max(0, depth.aside + (isEnd ? -1 : 1))
    else if (name === 'a') {
      if (open) open.link.text = textBetween(html, open.from, at)
      open = null
      const href = isEnd ? null : hrefOf(html.slice(at, Math.min(end, at + MAX_TAG_CHARS)))
      if (href !== null) {
        const link = { href, text: '', inMain: depth.main > 0, isMain: depth.aside === 0 }
        links.push(link)
        open = { link, from: end }
      }
    }
    at = end
  }
  return links.map(({ href, text, inMain, isMain }) => ({
    href,
    text,
    isMain: hasMain ? inMain : isMain,
  }))
}

function after(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from)
  return at < 0 ? html.length : at + mark.length
}

function hrefOf(tag: string): string | null {
  const [, double, single, bare] = HREF.exec(tag) ?? []
  const href = double ?? single ?? bare
  return href === undefined ? null : href.replaceAll('&amp;', '&').trim()
}

function textBetween(html: string, from: number, to: number): string {
  const inner = html.slice(from, Math.min(to, from + MAX_TAG_CHARS))
  return inner
    .replaceAll(/<[^<>]{0,2000}>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TEXT_CHARS)
}
