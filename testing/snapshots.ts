import type { FoundLabel } from '#contracts/catalog/facts.ts'
import { type Fact, notAStore, type StoreSnapshot } from '#discovery/extract/store-snapshot.ts'
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

type SnapshotSeed = {
  shopId: string
  host: string
  products?: number
  status?: 'open' | 'password_protected'
  email?: string | null
  productsSince?: string
}

/** A young shop with a few recent products, unless the seed says otherwise. */
export function snapshotOf(seed: SnapshotSeed): StoreSnapshot {
  const {
    shopId,
    host,
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
    emails: email
      ? [fact({ address: email, kind: 'role', provider: 'own', isBusinessContact: true } as const)]
      : [],
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

export const storeVisit = (
  seed: SnapshotSeed & { productTitles?: string[] },
): Extract<ProbeResult, { kind: 'store' }> => ({
  kind: 'store',
  finalHost: seed.host,
  snapshot: snapshotOf(seed),
  products: (seed.productTitles ?? []).map((title, index) =>
    productOf(`${seed.shopId}${index}`, title),
  ),
})
