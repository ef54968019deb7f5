import type { Selectable } from 'kysely'
import type { ProductDetails } from '#contracts/products.ts'
import type { PictureAddresses } from '#server/features/pictures/picture-addresses.ts'
import type { Database } from '#server/db/schema.ts'
import type { TrendRow } from '#server/features/trending/trend-columns.ts'
import type { OtherStoreRow, SimilarRow } from './find-similar-products.ts'
import { presentProduct, type ProductRow } from './present-product.ts'
import { priceText } from './price-text.ts'

type DetailColumns = Pick<
  Selectable<Database['products']>,
  'handle' | 'vendor' | 'product_type' | 'tags' | 'published_at'
>
type StoreColumns = Pick<
  Selectable<Database['stores']>,
  'slug' | 'name' | 'domain' | 'country' | 'logo_url' | 'found_day' | 'product_count'
>

type Parts = {
  row: ProductRow & DetailColumns & StoreColumns
  trend: TrendRow | null
  savedId: number | null
  others: OtherStoreRow[]
  similar: SimilarRow[]
}

export const presentProductDetails = (
  { row, trend, savedId, others, similar }: Parts,
  addresses: PictureAddresses,
): ProductDetails => ({
  ...presentProduct(row, { addresses, size: 'full' }, trend, savedId),
  productId: String(row.product_id),
  url: `https://${row.domain}/products/${encodeURIComponent(row.handle)}`,
  vendor: row.vendor,
  productType: row.product_type,
  tags: row.tags,
  publishedAt: row.published_at?.toISOString() ?? null,
  otherStores: others[0]?.all_stores ?? 0,
  alsoIn: others.map(presentOther),
  store: presentStore(row, addresses),
  similar: similar.map((item) => presentSimilar(item, addresses)),
})

const presentStore = (
  row: ProductRow & StoreColumns,
  addresses: PictureAddresses,
): ProductDetails['store'] => ({
  id: row.store_id,
  slug: row.slug,
  name: row.name,
  domain: row.domain,
  country: row.country,
  logoUrl: addresses.of(row.logo_url, 'thumb'),
  foundDay: row.found_day,
  productCount: row.product_count,
})

const presentOther = (row: OtherStoreRow): ProductDetails['alsoIn'][number] => ({
  productId: `${row.store_id}-${row.product_id}`,
  storeId: row.store_id,
  slug: row.slug,
  name: row.name,
  domain: row.domain,
  country: row.country,
  price: priceText(row.price_min_minor, row.currency),
  currency: row.currency,
  foundDay: row.found_day,
})

const presentSimilar = (row: SimilarRow, addresses: PictureAddresses): ProductDetails['similar'][number] => ({
  id: `${row.store_id}-${row.product_id}`,
  title: row.title,
  price: priceText(row.price_min_minor, row.currency),
  currency: row.currency,
  imageUrl: addresses.of(row.images[0]?.src ?? null, 'card'),
  storeName: row.store_name,
})
