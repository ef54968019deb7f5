import { expect } from 'vitest'
import type { DatedSignal, Page, StoreSnapshot, VisitPages } from '#discovery/extract/store-snapshot.ts'
import type { FetchOutcome, FetchRequest } from '#discovery/fetch/fetch-outcome.ts'
import { createBudget } from '#discovery/probe/budget.ts'
import type { Extracted } from '#discovery/probe/merge-catalogue.ts'
import { createProbe } from '#discovery/probe/probe-host.ts'
import type { ProbeDeps } from '#discovery/probe/probe-host.ts'
import type { ProductRecord } from '#discovery/products/product-record.ts'

const NOW = new Date('2026-11-02T10:00:00Z')
export const MINUTE_MS = 60_000
export const DAY_MS = 24 * 60 * MINUTE_MS

export type Reply = {
  status?: number
  headers?: Record<string, string>
  body?: string
  location?: string
}
export type Site = Record<string, Reply | FetchOutcome>

export const SHOPIFY = { 'powered-by': 'Shopify', 'content-type': 'text/html; charset=utf-8' }
const JSON_HEADERS = { ...SHOPIFY, 'content-type': 'application/json; charset=utf-8' }

export const page = (body: string): Reply => ({ headers: SHOPIFY, body })
const json = (value: unknown): Reply => ({ headers: JSON_HEADERS, body: JSON.stringify(value) })
export const redirect = (location: string): Reply => ({ status: 302, headers: { ...SHOPIFY, location } })
export const failed = (cause: Extract<FetchOutcome, { kind: 'failed' }>['cause']): FetchOutcome => ({
  kind: 'failed',
  url: '',
  cause,
  detail: 'test',
})

export const meta = (published_products_count: number) =>
  json({
    id: 86664413526,
    domain: 'shop.test',
    myshopify_domain: 'shop-1.myshopify.com',
    published_products_count,
  })
export const catalogue = (...createdAt: string[]) =>
  json({ products: createdAt.map((created_at, index) => ({ id: `${created_at}-${index}`, created_at })) })

export const HOME = '<script>Shopify.shop="shop-1.myshopify.com"</script>'
export const P1 = 'https://shop.test/products.json?limit=250&page=1'

export const SHOP: Site = {
  'https://shop.test/robots.txt': page('User-agent: *\nDisallow: /cart'),
  'https://shop.test/meta.json': meta(2),
  'https://shop.test/': page(HOME),
  [P1]: catalogue('2026-11-01', '2026-10-30'),
}

/** Replaces the extractors: reads just enough of a page to show which pages reached it. */
async function readPages(pages: VisitPages): Promise<Extracted> {
  const text = (p: Page | null) => (p ? new TextDecoder().decode(p.body) : '')
  const all = [pages.home, ...pages.contact].map(text).join(' ')
  const list = pages.products
    ? (JSON.parse(text(pages.products)) as { products: { id: string; created_at: string }[] })
    : null
  const fact = <Value>(value: Value) => ({
    value,
    label: 'observed' as const,
    evidence: { url: '', path: '', observedAt: '' },
  })
  const dates = list?.products.map((product) => product.created_at).sort() ?? []
  const signal = (kind: DatedSignal['kind'], at: string | undefined): DatedSignal[] =>
    at
      ? [
          {
            kind,
            at,
            label: 'observed',
            evidence: { url: pages.products?.url ?? '', path: '', observedAt: '' },
          },
        ]
      : []
  const snapshot = {
    isStore: all.includes('Shopify.shop=') || (!pages.home && pages.meta !== null),
    notStoreReason: all.includes('TOO SLOW') ? 'extraction_timeout' : null,
    status: fact(all.includes('storefront_password') ? 'password_protected' : 'open'),
    emails: [...all.matchAll(/[a-z]+@[a-z.]+/g)].map(([address]) => fact({ address, kind: 'role' })),
    phones: [...all.matchAll(/\+\d+/g)].map(([phone]) => fact({ text: phone, e164: phone })),
    signals: [
      ...signal('oldest_product_created', dates[0]),
      ...signal('newest_product_created', dates.at(-1)),
    ],
  } as unknown as StoreSnapshot // the probe reads no other field
  return { snapshot, products: (list?.products ?? []).map(({ id }) => ({ productId: id }) as ProductRecord) }
}

/** A probe of an internet that consists of `site`; every other address gets the platform's 404. */
export function startProbe(site: Site, deps: Partial<ProbeDeps> = {}, now = () => NOW) {
  const asked: string[] = []
  const conditions: (Record<string, string> | undefined)[] = []
  const fetch = async (request: FetchRequest): Promise<FetchOutcome> => {
    asked.push(request.url)
    conditions.push(request.headers)
    expect(request.maxRedirects).toBe(0)
    const reply: Reply | FetchOutcome = site[request.url] ?? { status: 404, headers: SHOPIFY }
    if ('kind' in reply) return reply
    const { status = 200, headers = {}, body = '' } = reply
    const isKnown = headers['etag'] !== undefined && request.headers?.['if-none-match'] === headers['etag']
    if (isKnown)
      return {
        kind: 'response',
        url: request.url,
        status: 304,
        headers,
        body: new Uint8Array(),
        redirectedFrom: [],
      }
    return {
      kind: 'response',
      url: request.url,
      status,
      headers,
      body: new TextEncoder().encode(body),
      redirectedFrom: [],
    }
  }
  const budget = createBudget({ requestsPerSecond: 1e6, perHostGapMs: 0, now })
  const probe = createProbe({ fetch, budget, now, extract: readPages, isOptedOut: () => false, ...deps })
  return { probe, asked, conditions, budget }
}
