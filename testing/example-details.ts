import * as z from 'zod/mini'
import { type Evidence } from '#contracts/catalog/facts.ts'
import { FactKey, factFields } from '#contracts/catalog/fact-table.ts'
import { keysOf } from '#contracts/keys.ts'
import { ProductDetails, type StoreProduct } from '#contracts/catalog/products.ts'
import { StoreDetails } from '#contracts/catalog/stores.ts'
import type { TimelineEvent } from '#contracts/catalog/timeline.ts'
import type { Trend } from '#contracts/catalog/trending.ts'

const AT = '2026-11-20T10:00:00.000Z'
export const evidence: Evidence = {
  label: 'observed',
  sourceUrl: 'https://lamp.example/',
  path: 'footer',
  observedAt: AT,
}
export const exampleEvent = (values: Partial<TimelineEvent> = {}): TimelineEvent => ({
  id: 's1',
  kind: 'app_added',
  at: AT,
  strength: 'strong',
  item: null,
  before: null,
  after: null,
  evidence,
  products: null,
  ...values,
})
const unavailable: Evidence = {
  label: 'unavailable',
  sourceUrl: null,
  path: null,
  observedAt: null,
}

export const bareStore: StoreDetails = StoreDetails.parse({
  id: 1,
  slug: 'lamp',
  name: 'Lamp',
  shopifyShop: null,
  shopifyShopId: null,
  shopifyWebsiteDomain: 'lamp.example',
  aboutStore: null,
  shopifyEmail: null,
  shopifyPhone: null,
  status: 'OPEN',
  shopifyCountry: null,
  shopifyCurrency: null,
  shopifyLang: null,
  shopifyShopCreatedDate: null,
  productCount: null,
  shopifyTheme: null,
  images: [],
  contactsLimited: false,
  ...Object.fromEntries(
    keysOf(factFields).map((field) => [
      field,
      factFields[field] instanceof z.ZodMiniArray ? [] : null,
    ]),
  ),
  foundDay: '2026-11-20',
  foundAt: AT,
  visibleAt: AT,
  openedAt: null,
  lastCheckedAt: AT,
  launchStatus: 'new',
  launchDate: null,
  launchConfidence: 'low',
  launchReason: 'no_evidence',
  movedHere: false,
  movedReason: null,
  evidence: Object.fromEntries(FactKey.options.map((key) => [key, unavailable])),
  signals: [],
  statusSpans: [{ status: 'OPEN', from: AT, to: null }],
  isSaved: false,
})

/** For a fact that `published` does not name. */
function sampleOf(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodMiniNullable) return sampleOf(schema.def.innerType)
  if (schema instanceof z.ZodMiniArray) return [sampleOf(schema.def.element)]
  if (schema instanceof z.ZodMiniNumber) return 7
  if (schema instanceof z.ZodMiniEnum) return schema.options[0]
  if (!(schema instanceof z.ZodMiniObject)) return 'Sample'
  const shape: Record<string, z.core.$ZodType> = schema.shape
  const entries = Object.entries(shape).map(([key, inner]) => [key, sampleOf(inner)])
  return { ...Object.fromEntries(entries), ...('evidence' in shape && { evidence }) }
}

const published: Partial<StoreDetails> = {
  evidence: Object.fromEntries(FactKey.options.map((key) => [key, evidence])),
  shopifyShop: 'lamp.myshopify.com',
  shopifyShopId: '102112952623',
  aboutStore: 'Lampen aus Bremen.',
  shopifyEmail: 'hello@lamp.example',
  shopifyPhone: '+494211',
  shopifyCountry: 'DE',
  shopifyCurrency: 'EUR',
  shopifyLang: 'de',
  shopifyShopCreatedDate: [2026, 11, 20, 0, 0, 0],
  productCount: 36,
  shopifyTheme: '{"name":"Live","schemaName":"Impact","schemaVersion":"4.0.2"}',
  images: [
    { imageType: 'logo', imageUrl: '/logo.png', signedUrl: null, imageData: null },
    { imageType: 'homepage_screenshot', imageUrl: '/home.png', signedUrl: null, imageData: null },
  ],
  aboutLanguage: 'de',
  launchDate: '2026-11-19',
  launchConfidence: 'high',
  launchReason: 'recent_products',
  signals: [
    { kind: 'first_certificate', at: AT, role: 'supports', evidence },
    {
      kind: 'oldest_product_created',
      at: '2026-11-19T08:00:00.000Z',
      role: 'contradicts',
      evidence,
    },
    { kind: 'first_seen', at: '2026-11-21T08:00:00.000Z', role: 'neutral', evidence },
  ],
  statusSpans: [
    {
      status: 'PASSWORD_PROTECTED',
      from: '2026-10-30T10:00:00.000Z',
      to: '2026-11-12T10:00:00.000Z',
    },
    { status: 'OPEN', from: '2026-11-12T10:00:00.000Z', to: null },
  ],
  city: 'Bremen',
  region: 'Land Bremen',
  shipsTo: ['DE', 'AT'],
  languages: [{ code: 'de', evidence }],
  category: { id: 'home_living', confidence: 'high' },
  emails: [
    {
      address: 'hello@lamp.example',
      kind: 'role',
      provider: 'own',
      mailState: 'has_mx',
      isOwnState: false,
      mailCheckedAt: AT,
      evidence,
    },
  ],
  phones: [{ text: '0421 1', e164: '+494211', country: 'DE', evidence }],
  contactFormUrl: 'https://lamp.example/pages/contact',
  blogUrl: 'https://lamp.example/blogs/news',
  aboutPageUrl: 'https://lamp.example/pages/about-us',
  socials: [
    {
      network: 'instagram',
      handle: 'lamp.shop',
      url: 'https://www.instagram.com/lamp.shop',
      evidence,
    },
  ],
  policies: [{ kind: 'privacy', url: 'javascript:alert(1)', evidence }],
  paymentBrands: [{ id: 'visa', name: 'Visa', evidence }],
  companyName: 'Lampen <b>GmbH</b>',
  responsiblePerson: 'Mira Aldern',
  companyAddress: 'Wollweg 1, 28195 Bremen',
  furtherAddresses: [{ text: 'Hafenstr. 4, 24103 Kiel', evidence }],
  registrations: [{ kind: 'vat', number: 'DE123456789', evidence }],
  markets: [
    { country: 'CH', currency: 'CHF' },
    { country: 'DE', currency: 'EUR' },
  ],
  freeShippingFrom: '50 €',
  payLater: [{ id: 'klarna', name: 'Klarna', evidence }],
  rating: { value: 4.7, best: 5, count: 1284 },
  openingHours: [{ days: [1, 2, 3, 4, 5], opens: '09:00', closes: '18:00' }],
  shopifyApps: [
    {
      handle: 'loox',
      name: 'Loox',
      source: 'app_block',
      sources: ['app_block', 'pixel'],
      evidence,
    },
  ],
  storePixels: [
    { vendor: 'Meta', id: '123', evidence },
    { vendor: 'Custom pixel', id: '1', evidence },
    { vendor: 'Custom pixel', id: '2', evidence },
  ],
}

export const fullStore: StoreDetails = StoreDetails.parse(
  Object.assign({}, bareStore, sampleOf(z.object(factFields)), published),
)

const trend: Trend = {
  day: '2026-11-20',
  score: 41,
  badge: 'heating',
  stores: 5,
  components: [
    { name: 'spread', weight: 35, value: 0.6, points: 21, inputs: { stores: 5 } },
    { name: 'growth', weight: 25, value: 0.8, points: 20, inputs: { storesBefore: 2 } },
  ],
}

export const exampleStoreProduct: StoreProduct = {
  id: '1-77',
  title: 'Moon Lamp',
  bodyHtml: '<p>Shines.</p>',
  images: [1, 2, 3, 4, 5].map((number) => ({
    src: `/moon-${number}.png`,
    width: 480,
    height: 480,
  })),
  variants: [
    { id: '1', title: 'Small', price: '20.00', compareAtPrice: '40.00', available: true },
    { id: '2', title: 'Large', price: '35.00', compareAtPrice: null, available: false },
  ],
  options: [{ name: 'Size', values: ['Small', 'Large'] }],
  currency: 'EUR',
  createdAt: '2026-11-19T08:00:00.000Z',
  isSaved: false,
  savedId: null,
  trend,
}

export const exampleProduct: ProductDetails = ProductDetails.parse({
  ...exampleStoreProduct,
  productId: '77',
  url: 'https://lamp.example/products/moon',
  vendor: 'Mondwerk',
  productType: 'Lamp',
  tags: ['night'],
  publishedAt: '2026-11-20T08:00:00.000Z',
  cluster: 41,
  events: [
    {
      kind: 'sold_out',
      at: '2026-11-22T08:00:00.000Z',
      before: null,
      after: null,
      currency: 'EUR',
    },
    {
      kind: 'price_up',
      at: '2026-11-21T08:00:00.000Z',
      before: '18.00',
      after: '20.00',
      currency: 'EUR',
    },
  ],
  otherStores: 12,
  alsoIn: [
    {
      productId: '9-3',
      storeId: 9,
      slug: 'sonne',
      name: 'Sonne',
      domain: 'sonne.example',
      country: 'AT',
      price: '18.50',
      currency: 'EUR',
      foundDay: '2026-11-18',
    },
  ],
  store: {
    id: 1,
    slug: 'lamp',
    name: 'Lamp',
    domain: 'lamp.example',
    country: 'DE',
    logoUrl: null,
    foundDay: '2026-11-20',
    productCount: 36,
  },
  similar: [
    {
      id: '2-5',
      title: 'Sun Lamp',
      price: '12.00',
      currency: 'EUR',
      imageUrl: null,
      storeName: 'Sonne',
    },
  ],
})
