import type { FetchOutcome, FetchRequest } from '#discovery/fetch/fetch-outcome.ts'
import { createBudget } from '#discovery/probe/budget.ts'
import { createRobotsCache } from '#discovery/probe/robots.ts'
import { startVisit } from '#discovery/probe/visit.ts'
import { parseProducts } from '#discovery/products/parse-products.ts'
import type { ExternalClients } from '#server/discovery/external-clients.ts'

export type ShopProduct = {
  id: number
  price?: string
  available?: boolean
  handle?: string
  publishedAt?: string
}
export type ShopReply = { status?: number; body: string | Uint8Array; etag?: string; type?: string }

export type WalkedShop = {
  products: ShopProduct[]
  collections: Record<string, number[]>
  robots: string
  sitemap: string[]
  /** Answers in place of the shop; null = the shop answers. */
  instead: (url: URL) => ShopReply | null
  asked: string[]
  unchanged: string[]
  outside: Pick<ExternalClients, 'startVisit' | 'parseProducts'>
}

export const productsOf = (count: number, from = 1): ShopProduct[] =>
  Array.from({ length: count }, (_, at) => ({ id: from + at }))

const MOST_PER_PAGE = 250
const JSON_TYPE = 'application/json; charset=utf-8'

export function createWalkedShop(now: () => Date, products: ShopProduct[] = []): WalkedShop {
  const budget = createBudget({ requestsPerSecond: 1e9, perHostGapMs: 0, now })
  const shop: WalkedShop = {
    products,
    collections: {},
    robots: '',
    sitemap: [],
    instead: () => null,
    asked: [],
    unchanged: [],
    outside: {
      startVisit: (host, { maxRequests, signal }) =>
        startVisit(
          {
            fetch: async (request) => answer(shop, request),
            budget,
            now,
            isOptedOut: () => false,
            robotsCache: createRobotsCache({ now }),
            maxRequests,
          },
          host,
          signal,
        ),
      parseProducts: async (body, context) => parseProducts(body, context),
    },
  }
  return shop
}

function answer(shop: WalkedShop, request: FetchRequest): FetchOutcome {
  const url = new URL(request.url)
  if (url.pathname !== '/robots.txt') shop.asked.push(url.pathname + url.search)
  const reply = shop.instead(url) ?? replyOf(shop, url)
  const sent = new Headers(request.headers)
  const isUnchanged = reply.etag !== undefined && sent.get('if-none-match') === reply.etag
  if (isUnchanged) shop.unchanged.push(url.pathname + url.search)
  return {
    kind: 'response',
    url: url.href,
    status: isUnchanged ? 304 : (reply.status ?? 200),
    headers: { 'content-type': reply.type ?? JSON_TYPE, ...(reply.etag && { etag: reply.etag }) },
    body: isUnchanged ? new Uint8Array() : bytesOf(reply.body),
    redirectedFrom: [],
  }
}

const bytesOf = (body: string | Uint8Array) =>
  typeof body === 'string' ? new TextEncoder().encode(body) : body

function replyOf(shop: WalkedShop, url: URL): ShopReply {
  if (url.pathname === '/robots.txt') return { body: shop.robots, type: 'text/plain' }
  if (url.pathname === '/sitemap.xml')
    return {
      body: `<sitemap><loc>https://${url.host}/sitemap_collections_1.xml?from=1&amp;to=9</loc></sitemap>`,
    }
  if (url.pathname === '/sitemap_collections_1.xml')
    return { body: shop.sitemap.map((path) => `<loc>https://${url.host}${path}</loc>`).join('') }
  const collection = /^\/collections\/([^/]+)\/products\.json$/.exec(url.pathname)?.[1]
  const ids = collection ? shop.collections[collection] : null
  if (ids === undefined) return { status: 404, body: 'not found', type: 'text/html' }
  const listed = ids
    ? ids.map((id) => shop.products.find((product) => product.id === id) ?? { id })
    : shop.products
  return catalogueReply(listed, url)
}

function catalogueReply(products: ShopProduct[], url: URL): ShopReply {
  const limit = Math.min(MOST_PER_PAGE, Number(url.searchParams.get('limit') ?? 30))
  const page = Number(url.searchParams.get('page') ?? 1)
  if (limit * page > 25_000)
    return {
      status: 400,
      body: JSON.stringify({ errors: 'Page * Limit exceeds the 25000 limit.' }),
    }
  const body = catalogueText(products.slice((page - 1) * limit, page * limit))
  return { body, etag: tagOf(page, body) }
}

const tagOf = (page: number, body: string): string => `"${page}-${body.length}-${sumOf(body)}"`

const sumOf = (text: string): number => {
  let sum = 0
  for (let at = 0; at < text.length; at += 1) sum = (sum * 31 + text.charCodeAt(at)) | 0
  return sum
}

export const catalogueText = (products: ShopProduct[]): string =>
  JSON.stringify({
    products: products.map(
      ({ id, price = '19.99', available = true, handle = `product-${id}`, publishedAt }) => ({
        id,
        title: `Product ${id}`,
        handle,
        published_at: publishedAt ?? '2026-03-01T00:00:00Z',
        variants: [{ id: id * 10, title: 'Default', price, available }],
      }),
    ),
  })
