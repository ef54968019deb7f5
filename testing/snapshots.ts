import { DAY_MS } from '#contracts/dates.ts'
import type { FoundLabel } from '#contracts/catalog/facts.ts'
import {
  type EmailAddress,
  type Fact,
  notAStore,
  type StoreSnapshot,
} from '#discovery/extract/store-snapshot.ts'
import type { DatedSignal } from '#discovery/launch/dated-signals.ts'
import type { ProbeResult } from '#discovery/probe/probe-result.ts'
import type { ProductRecord } from '#discovery/products/parse-products.ts'

const AT = '2026-03-10T11:00:00.000Z'

export const fact = <Value>(
  value: Value,
  url = 'https://shop.example/',
  label: FoundLabel = 'observed',
): Fact<Value> => ({
  value,
  label,
  evidence: { url, path: 'test', observedAt: AT },
})

/** A role address of the shop's own domain, unless told otherwise. */
export const emailFact = (
  address: string,
  url?: string,
  more: Partial<EmailAddress> = {},
): Fact<EmailAddress> =>
  fact<EmailAddress>(
    { address, kind: 'role', provider: 'own', isBusinessContact: true, ...more },
    url,
  )

const fromMeta = <Value>(value: Value, key: string): Fact<Value> => {
  const url = 'https://shop.example/meta.json'
  return { ...fact(value, url), evidence: { url, path: `meta.json#${key}`, observedAt: AT } }
}

export const signal = (
  kind: DatedSignal['kind'],
  at: string,
  detail?: DatedSignal['detail'],
): DatedSignal => ({
  kind,
  at,
  label: 'observed',
  evidence: { url: 'https://shop.example/', path: 'test', observedAt: AT },
  ...(detail ? { detail } : {}),
})

/** When the stores whose launch is derived were found, and the days before. */
export const FOUND = new Date('2026-11-20T10:00:00Z')
export const daysAgo = (days: number): string =>
  new Date(FOUND.getTime() - days * DAY_MS).toISOString()
export const signalDaysAgo = (
  kind: DatedSignal['kind'],
  days: number,
  detail?: DatedSignal['detail'],
): DatedSignal => signal(kind, daysAgo(days), detail)

const SHOP = { shopId: '70000000001', host: 'lamp.example' }

export type ShopSeed = {
  shopId?: string
  host?: string
  products?: number
  status?: 'open' | 'password_protected'
  email?: string | null
  productsSince?: string
}

/** A young shop with a few recent products, unless the seed says otherwise. */
export function snapshotOf(seed: ShopSeed = {}): StoreSnapshot {
  const {
    shopId = SHOP.shopId,
    host = SHOP.host,
    products = 5,
    status = 'open',
    email = null,
    productsSince = '2026-03-01T00:00:00.000Z',
  } = seed
  return {
    ...notAStore(''),
    isStore: true,
    notStoreReason: null,
    shop: fromMeta(`shop-${shopId}.myshopify.com`, 'myshopify_domain'),
    shopId: fromMeta(shopId, 'id'),
    domain: fact(host),
    name: fact(`Shop ${shopId}`),
    about: null,
    status: fact(status, undefined, 'detected'),
    country: fact('DE'),
    currency: fact('EUR'),
    locale: fact('de'),
    theme: fact({
      name: 'Dawn',
      id: '1',
      schemaName: 'Dawn',
      schemaVersion: '15.0.0',
      themeStoreId: 887,
    }),
    productCount: fact(products),
    catalogue: null,
    homeProducts: null,
    bestSellerCollections: null,
    logo: null,
    emails: email ? [emailFact(email)] : [],
    phones: [],
    pixels: [],
    apps: [],
    signals: [
      signal('oldest_product_created', productsSince, { products, recent: products }),
      signal('newest_product_created', productsSince, { products }),
    ],
  }
}

export const productOf = (productId: string, title: string): ProductRecord => ({
  productId,
  handle: title.toLowerCase().replaceAll(' ', '-'),
  title,
  bodyHtml: null,
  vendor: null,
  productType: null,
  tags: [],
  createdAt: AT,
  publishedAt: AT,
  updatedAt: AT,
  available: true,
  priceMinMinor: 1999,
  priceProblem: null,
  variants: [
    {
      id: `${productId}1`,
      title: 'Default',
      priceMinor: 1999,
      compareAtMinor: null,
      available: true,
    },
  ],
  images: [],
  options: [],
})

export const storeVisit = ({
  shopId = SHOP.shopId,
  host = SHOP.host,
  productTitles = [],
  ...seed
}: ShopSeed & { productTitles?: string[] } = {}): Extract<ProbeResult, { kind: 'store' }> => ({
  kind: 'store',
  finalHost: host,
  snapshot: snapshotOf({ shopId, host, ...seed }),
  products: productTitles.map((title, index) => productOf(`${shopId}${index}`, title)),
})
