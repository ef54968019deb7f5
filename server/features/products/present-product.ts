import type { Selectable } from 'kysely'
import type { ProductImage, ProductVariant, StoreProduct } from '#contracts/products.ts'
import type { PictureAddresses } from '#server/features/pictures/picture-addresses.ts'
import type { PictureSize } from '#server/features/pictures/picture-size.ts'
import type { Database } from '#server/db/schema.ts'
import type { StoredVariant } from '#server/db/product-schema.ts'
import { presentTrend, type TrendRow } from '#server/features/trending/trend-columns.ts'
import { priceText } from './price-text.ts'

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

export type ProductRow = Pick<Selectable<Database['products']>, (typeof productColumns)[number]>

/** How a presenter makes picture addresses: on our own server, in the size that the screen shows. */
export type PictureUse = { addresses: PictureAddresses; size: PictureSize }

export const presentProduct = (
  row: ProductRow,
  pictures: PictureUse,
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
function presentImage(image: ProductRow['images'][number], { addresses, size }: PictureUse): ProductImage[] {
  const src = addresses.of(image.src, size)
  return src === null ? [] : [{ src, width: image.width, height: image.height }]
}

function presentVariant(variant: StoredVariant, currency: string | null): ProductVariant[] {
  const price = priceText(variant.priceMinor, currency)
  if (price === null) return []
  const compareAtPrice = priceText(variant.compareAtMinor, currency)
  return [{ id: variant.id, title: variant.title, price, compareAtPrice, available: variant.available }]
}
