import { factOf } from '#discovery/extract/fact.ts'
import { readHomeLinks, type HomeLink } from '#discovery/extract/home-links.ts'
import { textOf } from '#discovery/extract/json-value.ts'
import type { Fact } from '#discovery/extract/store-snapshot.ts'
import type { Visit } from '#discovery/extract/visit.ts'
import { namesBestSellers } from '#discovery/products/best-sellers.ts'

const MAX_PRODUCTS = 60
const MAX_COLLECTIONS = 5
/** `/products/x`, `/collections/y/products/x`, both optionally below a market such as `/en-de`. */
const PRODUCT =
  /^(?:\/[a-z]{2}(?:-[a-z]{2,4})?)?(?:\/collections\/[^/]{1,255})?\/products\/([^/]{1,1000})\/?$/i
const COLLECTION = /^(?:\/[a-z]{2}(?:-[a-z]{2,4})?)?\/collections\/([^/]{1,1000})\/?$/i

type HomePlaces = { homeProducts: Fact<string[]> | null; bestSellerCollections: Fact<string[]> | null }

/**
 * What the shop shows first: product handles in the order of the home page's links (only its main part if that contains product links), and
 * handles of the collections that it calls its best sellers. Null when no home page was read.
 */
export function extractHomeProducts(visit: Visit, ownHosts: ReadonlySet<string>): HomePlaces {
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
  const named = handlesIn(links, COLLECTION).filter(namesBestSellers)
  const titled = links.filter(({ text }) => text.length <= 60 && namesBestSellers(text))
  return [...new Set([...named, ...handlesIn(titled, COLLECTION)])]
}

function handlesIn(links: PathLink[], pattern: RegExp): string[] {
  return [...new Set(links.flatMap(({ path }) => handleOf(pattern.exec(path)?.[1]) ?? []))]
}

/** The handle as in the catalogue: decoded, and never itself a path. */
export function handleOf(part: string | undefined): string | null {
  if (part === undefined) return null
  try {
    const handle = textOf(decodeURIComponent(part), 255)
    return handle !== null && !/[/\\?#]/.test(handle) ? handle : null
  } catch {
    return null
  }
}

function ownPath(href: string, baseUrl: string, ownHosts: ReadonlySet<string>): string | null {
  if (!URL.canParse(href, baseUrl)) return null
  const url = new URL(href, baseUrl)
  if (!/^https?:$/.test(url.protocol)) return null
  const isOwn =
    url.host === new URL(baseUrl).host || ownHosts.has(bare(url.hostname)) || ownHosts.has(url.hostname)
  return isOwn ? url.pathname : null
}

const bare = (host: string): string => host.replace(/^www\./, '')
