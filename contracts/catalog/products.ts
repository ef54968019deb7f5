import * as z from 'zod/mini'
import { endpoint } from '#contracts/endpoint.ts'
import { ClusterId, ProductId, StoreId } from '#contracts/ids.ts'
import { pageFields, pageOf, SortDirection } from '#contracts/paging.ts'
import { ListingEvent, namedStore } from './product-clusters.ts'
import { Trend } from './trending.ts'

/**
 * A decimal in the shop's currency, as the platform writes it: `"19.99"`, or `"1980"` when the
 * currency has no minor unit.
 */
const Price = z.string().check(z.regex(/^\d{1,12}(\.\d{1,3})?$/))

export const ProductVariant = z.object({
  id: z.string(),
  title: z.string(),
  price: Price,
  /** Set only for a real former price, i.e. above `price`. */
  compareAtPrice: z.nullable(Price),
  available: z.boolean(),
})
export type ProductVariant = z.infer<typeof ProductVariant>

export const ProductImage = z.object({
  src: z.string(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
})
export type ProductImage = z.infer<typeof ProductImage>

export const StoreProduct = z.object({
  /** `<store id>-<platform product id>`. */
  id: z.string(),
  title: z.string(),
  /** Sanitised when we read it; sanitise again before inserting it into a page. */
  bodyHtml: z.nullable(z.string()),
  images: z.array(ProductImage),
  variants: z.array(ProductVariant),
  options: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  currency: z.nullable(z.string()),
  createdAt: z.nullable(z.iso.datetime()),
  isSaved: z.boolean(),
  /** The id of the saved item, needed to remove it again. */
  savedId: z.nullable(z.int()),
  /** The latest day on which it was trending by the published formula; null when it never was. */
  trend: z.nullable(Trend),
})
export type StoreProduct = z.infer<typeof StoreProduct>

/** `score` = of its latest trend. Unknown values come last in both directions. */
const ProductSort = z.enum(['createdAt', 'price', 'title', 'score'])

const onlyYes = z.optional(z.literal('yes'))

export const listStoreProducts = endpoint({
  name: 'listStoreProducts',
  method: 'GET',
  path: '/api/stores/products/domain/:domain',
  access: 'paid',
  summary: 'The products of the store at a domain, newest first by default.',
  params: z.object({ domain: z.string().check(z.minLength(1), z.maxLength(253)) }),
  query: z.object({
    ...pageFields,
    sortBy: z._default(ProductSort, 'createdAt'),
    sortDirection: z._default(SortDirection, 'DESC'),
    /** The title must contain every word. */
    q: z.optional(z.string().check(z.maxLength(200))),
    /** With a real former price. */
    onSale: onlyYes,
    available: onlyYes,
    /** Is trending or has been. */
    trending: onlyYes,
  }),
  response: pageOf(StoreProduct),
})

export const ProductDetails = z.extend(StoreProduct, {
  /** The platform's own product id. */
  productId: z.string(),
  /** The product's page in its store; http(s) only. */
  url: z.string(),
  vendor: z.nullable(z.string()),
  productType: z.nullable(z.string()),
  tags: z.array(z.string()),
  publishedAt: z.nullable(z.iso.datetime()),
  /**
   * The product across all stores: its id for `getProductCluster`; null where no other store can
   * have it.
   */
  cluster: z.nullable(ClusterId),
  /** Changes of price and stock that we saw, the latest first. */
  events: z.array(ListingEvent),
  /** How many other stores list the same product today, whether new or not. */
  otherStores: z.int(),
  /** The first few of them: new stores first, then the most recently found. */
  alsoIn: z.array(
    z.object({
      productId: z.string(),
      storeId: StoreId,
      ...namedStore,
      price: z.nullable(Price),
      currency: z.nullable(z.string()),
      foundDay: z.string(),
    }),
  ),
  store: z.object({
    id: StoreId,
    ...namedStore,
    logoUrl: z.nullable(z.string()),
    foundDay: z.string(),
    productCount: z.nullable(z.int()),
  }),
  similar: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      price: z.nullable(Price),
      currency: z.nullable(z.string()),
      imageUrl: z.nullable(z.string()),
      storeName: z.string(),
    }),
  ),
})
export type ProductDetails = z.infer<typeof ProductDetails>

export const getProduct = endpoint({
  name: 'getProduct',
  method: 'GET',
  path: '/api/products/:id',
  access: 'paid',
  summary: 'One product with its store, its trend figures and similar items of other stores.',
  params: z.object({ id: ProductId }),
  response: ProductDetails,
})
