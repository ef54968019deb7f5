import type { Selectable } from 'kysely'
import type { ProductDetails } from '#contracts/products.ts'
import type { Database } from '#server/db/schema.ts'
import type { SimilarRow } from './find-similar-products.ts'
import { presentPrice, presentProduct, type ProductRow } from './present-product.ts'

type DetailColumns = Pick<
  Selectable<Database['products']>,
  'handle' | 'vendor' | 'product_type' | 'tags' | 'published_at'
>
type StoreColumns = Pick<
  Selectable<Database['stores']>,
  'slug' | 'name' | 'domain' | 'country' | 'logo_url' | 'found_day' | 'product_count'
>
type Trend = { day: string; stores: number; score: number }

export const presentProductDetails = (
  row: ProductRow & DetailColumns & StoreColumns,
  trend: Trend | undefined,
  similar: SimilarRow[],
): ProductDetails => ({
  ...presentProduct(row),
  productId: String(row.product_id),
  url: `https://${row.domain}/products/${encodeURIComponent(row.handle)}`,
  vendor: row.vendor,
  productType: row.product_type,
  tags: row.tags,
  publishedAt: row.published_at?.toISOString() ?? null,
  trend: trend ? { day: trend.day, stores: trend.stores, score: trend.score } : null,
  store: presentStore(row),
  similar: similar.map(presentSimilar),
})

const presentStore = (row: ProductRow & StoreColumns): ProductDetails['store'] => ({
  id: row.store_id,
  slug: row.slug,
  name: row.name,
  domain: row.domain,
  country: row.country,
  logoUrl: row.logo_url,
  foundDay: row.found_day,
  productCount: row.product_count,
})

const presentSimilar = (row: SimilarRow): ProductDetails['similar'][number] => ({
  id: `${row.store_id}-${row.product_id}`,
  title: row.title,
  price: presentPrice(row.price_min_minor, row.currency),
  currency: row.currency,
  imageUrl: row.images[0]?.src ?? null,
  storeName: row.store_name,
})
