import type { UserId } from '#contracts/ids.ts'
import { type Selectable, sql } from 'kysely'
import { priceText } from '#contracts/money.ts'
import type { ProductImage, ProductVariant, StoreProduct } from '#contracts/catalog/products.ts'
import type { Trend } from '#contracts/catalog/trending.ts'
import type { PictureAddresses, PictureSize } from '#server/catalog/pictures/picture-addresses.ts'
import type { StoredVariant } from '#server/platform/db/product-schema.ts'
import type { Database } from '#server/platform/db/schema.ts'

export const productColumns = [
  'store_id',
  'product_id',
  'title',
  'body_html',
  'images',
  'variants',
  'options',
  'currency',
  'created_at',
] as const

type ProductRow = Pick<Selectable<Database['products']>, (typeof productColumns)[number]>

/**
 * How a presenter makes picture addresses: on our own server, in the size that the screen shows.
 */
type PictureOptions = { addresses: PictureAddresses; size: PictureSize }

export const presentProduct = (
  row: ProductRow,
  pictures: PictureOptions,
  trend: TrendRow | null,
  savedId: number | null = null,
): StoreProduct => ({
  id: `${row.store_id}-${row.product_id}`,
  title: row.title,
  bodyHtml: row.body_html,
  images: row.images.flatMap((image) => presentImage(image, pictures)),
  variants: row.variants.flatMap((variant) => presentVariant(variant, row.currency)),
  options: row.options.map(({ name, values }) => ({ name, values })),
  currency: row.currency,
  createdAt: row.created_at?.toISOString() ?? null,
  isSaved: savedId !== null,
  savedId,
  trend: trend ? presentTrend(trend) : null,
})

/** `width` and `height` are those of the original, for its aspect ratio. */
function presentImage(
  image: ProductRow['images'][number],
  { addresses, size }: PictureOptions,
): ProductImage[] {
  const src = addresses.of(image.src, size)
  return src === null ? [] : [{ src, width: image.width, height: image.height }]
}

function presentVariant(variant: StoredVariant, currency: string | null): ProductVariant[] {
  const price = priceText(variant.priceMinor, currency)
  if (price === null) return []
  const compareAtPrice = priceText(variant.compareAtMinor, currency)
  return [
    { id: variant.id, title: variant.title, price, compareAtPrice, available: variant.available },
  ]
}

/** The account's saved id for the row of `products`. */
export const selectSavedId = (userId: UserId) => sql<
  number | null
>`(select saved.id from saved_products as saved
  where saved.user_id = ${userId} and saved.store_id = products.store_id and saved.product_id = products.product_id)`

/** The latest day on which the row of `products` was trending, among those of the condition. */
export const selectTrend = (
  condition = sql``,
) => sql<TrendRow | null>`(select to_jsonb(latest) from (
  select day, score, badge, stores, components from product_trends as t join trend_scores using (cluster, day)
  where t.store_id = products.store_id and t.product_id = products.product_id ${condition} order by day desc limit 1) as latest)`

export const trendColumns = ['day', 'score', 'badge', 'stores', 'components'] as const

export type TrendRow = Pick<Selectable<Database['trend_scores']>, (typeof trendColumns)[number]>

export const presentTrend = ({ day, score, badge, stores, components }: TrendRow): Trend => ({
  day,
  score,
  badge,
  stores,
  components: components.map(({ name, weight, value, points, inputs }) => ({
    name,
    weight,
    value,
    points,
    inputs,
  })),
})

type StoreRow = Pick<
  Selectable<Database['stores']>,
  'slug' | 'name' | 'domain' | 'country' | 'found_day'
>

/** What `presentStore` shows of the store of a listing. */
export const shownStoreColumns = [
  'stores.slug',
  'stores.name',
  'stores.domain',
  'stores.country',
  'stores.found_day',
] as const

export const presentStore = ({ slug, name, domain, country, found_day }: StoreRow) => ({
  slug,
  name,
  domain,
  country,
  foundDay: found_day,
})
