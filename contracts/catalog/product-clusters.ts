import * as z from 'zod/mini'
import { Day } from '#contracts/date-fields.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { ClusterId, StoreId } from '#contracts/ids.ts'
import { pageFields, pageOf, SortDirection } from '#contracts/paging.ts'
import { Trend } from './trending.ts'

/** Days that a sparkline covers; the last one comes last. */
export const SPREAD_DAYS = 28

const Price = z.string()

/** What the stores ask: of each store the lowest price. */
export const PriceBand = z.object({
  min: Price,
  median: Price,
  max: Price,
  /** The stores' own currency if all have the same one, otherwise USD. */
  currency: z.string(),
  /** Prices of several currencies were converted to US dollars with fixed, approximate rates. */
  isConverted: z.boolean(),
  /** Stores with a price that could be compared. */
  stores: z.int(),
})
export type PriceBand = z.infer<typeof PriceBand>

/** Weeks of the price course at most: changes of products are kept for 180 days. */
export const PRICE_WEEKS = 26

/**
 * Prices at the end of each week since the first listing; each store counts with its lowest price.
 */
export const PriceCourse = z.object({
  currency: z.string(),
  /** As in `PriceBand`. */
  isConverted: z.boolean(),
  weeks: z.array(
    z.object({
      /** Its Monday. The price is that at the end of the week, of the current week that of now. */
      week: Day,
      min: Price,
      median: Price,
      max: Price,
      stores: z.int(),
    }),
  ),
})
export type PriceCourse = z.infer<typeof PriceCourse>

const CountryCount = z.object({ code: z.string(), stores: z.int() })

export const ClusterSummary = z.object({
  id: ClusterId,
  /** In the caller's language if a store has it in that language. */
  title: z.string(),
  /** ISO 639-1; null = unknown. */
  titleLanguage: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  /** Stores that list it now, new or not. */
  listingStores: z.int(),
  /** New stores that began to list it, for each of `SPREAD_DAYS` days up to `lastDay`. */
  newStoresByDay: z.array(z.int()),
  lastDay: Day,
  price: z.nullable(PriceBand),
  /** Of the stores that list it now; most stores first. Stores of unknown country are missing. */
  countries: z.array(CountryCount),
})
export type ClusterSummary = z.infer<typeof ClusterSummary>

export const namedStore = {
  slug: z.string(),
  name: z.string(),
  domain: z.string(),
  country: z.nullable(z.string()),
}

export const ClusterStore = z.object({
  /** `<store id>-<platform product id>` */
  productId: z.string(),
  storeId: StoreId,
  ...namedStore,
  isNew: z.boolean(),
  foundDay: Day,
  /** The day on which the store began to list it, as trends count it. */
  listedDay: Day,
  price: z.nullable(Price),
  currency: z.nullable(z.string()),
  /** `price` in US dollars with fixed, approximate rates. */
  dollars: z.nullable(Price),
  /** False = sold out; null = the store does not say. */
  available: z.nullable(z.boolean()),
  /** Its place among the store's best-sellers, 1 = first; null = not among them, or unknown. */
  bestSellerPlace: z.nullable(z.int()),
  logoUrl: z.nullable(z.string()),
})
export type ClusterStore = z.infer<typeof ClusterStore>

export const ListingEventKind = z.enum(['sold_out', 'restocked', 'price_up', 'price_down'])
export type ListingEventKind = z.infer<typeof ListingEventKind>

/** A difference between two readings of a store's catalogue. */
export const ListingEvent = z.object({
  kind: ListingEventKind,
  at: z.iso.datetime(),
  /** Prices before and after; null where only the stock changed. */
  before: z.nullable(Price),
  after: z.nullable(Price),
  currency: z.nullable(z.string()),
})
export type ListingEvent = z.infer<typeof ListingEvent>

const ClusterEvent = z.extend(ListingEvent, { productId: z.string(), storeName: z.string() })

/**
 * Why we show another product: stores that list both, or the same type in the stores' own words.
 */
const Reason = z.discriminatedUnion('kind', [
  /** `of` = how many of the product's stores we looked at, the newest. */
  z.object({ kind: z.literal('shared_stores'), stores: z.int(), of: z.int() }),
  z.object({ kind: z.literal('same_type'), productType: z.string() }),
])

export const ProductCluster = z.extend(ClusterSummary, {
  /** On the latest day on which it was trending; null when it never was. */
  trend: z.nullable(Trend),
  /** How many of `listingStores` are newly launched. */
  newStores: z.int(),
  /** How many of `listingStores` have sold it out. */
  soldOutStores: z.int(),
  /** The new store that listed it first; null when only established stores list it. */
  firstSeller: z.nullable(ClusterStore),
  /**
   * New stores that began to list it by week (Monday), from the first such store on; at most
   * `MAX_WEEKS`, without empty weeks.
   */
  newStoresByWeek: z.array(z.object({ week: Day, stores: z.int() })),
  /** Replayed from the price changes that we saw; null when no store has published a price. */
  priceCourse: z.nullable(PriceCourse),
  /** Stores with at least one such event that we saw. */
  eventStores: z.record(ListingEventKind, z.int()),
  events: z.array(ClusterEvent),
  similar: z.array(
    z.extend(z.pick(ClusterSummary, { id: true, title: true, imageUrl: true }), { reason: Reason }),
  ),
})
export type ProductCluster = z.infer<typeof ProductCluster>
export type SimilarReason = z.infer<typeof Reason>

export const clusterParams = z.object({ id: z.string().check(z.regex(/^\d{1,15}$/)) })

export const getProductCluster = endpoint({
  name: 'getProductCluster',
  method: 'GET',
  path: '/api/products/clusters/:id',
  access: 'paid',
  summary:
    'A product across all stores that list it. The id of a product that was merged into another one answers with that one and its id.',
  params: clusterParams,
  response: ProductCluster,
})

/** Unknown values come last in both directions. */
export const ClusterStoreSort = z.enum(['foundAt', 'price', 'listedDay', 'bestSellerPlace'])
export type ClusterStoreSort = z.infer<typeof ClusterStoreSort>

/** The filters and order of the table of stores; an export takes them, too. */
export const clusterStoreFields = {
  sortBy: z._default(ClusterStoreSort, 'foundAt'),
  sortDirection: z._default(SortDirection, 'DESC'),
  /** ISO 3166-1 alpha-2. */
  country: z.optional(z.string().check(z.regex(/^[A-Za-z]{2}$/))),
  /** Part of the store's name or domain. */
  store: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  /** Only newly launched stores. */
  isNew: z.optional(z.literal('true')),
}

export const listClusterStores = endpoint({
  name: 'listClusterStores',
  method: 'GET',
  path: '/api/products/clusters/:id/stores',
  access: 'paid',
  summary:
    'All stores that list a product, each once with its cheapest listing, the latest found first.',
  params: clusterParams,
  query: z.object({ ...clusterStoreFields, ...pageFields }),
  response: pageOf(ClusterStore),
})
