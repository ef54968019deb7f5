import type { ColumnKey } from '#contracts/exports.ts'
import type { TrendComponentName } from '#contracts/trending.ts'
import type { StoredVariant } from '#server/db/product-schema.ts'
import { priceText } from '#server/features/products/price-text.ts'
import { type Column, day, moment, number, text, yesNo } from './cell.ts'
import type { ExportedProduct } from './read-products.ts'
import { percentOf } from './store-columns.ts'

type ProductColumn = Column<ExportedProduct>

const points =
  (name: TrendComponentName): ProductColumn =>
  ({ trend }) =>
    number(trend?.components.find((component) => component.name === name)?.points)

/** The cheapest variant represents the product. */
function shownVariant(variants: StoredVariant[]): StoredVariant | undefined {
  const priced = variants.filter(({ priceMinor }) => priceMinor !== null)
  return priced.toSorted((a, b) => (a.priceMinor ?? 0) - (b.priceMinor ?? 0))[0]
}

const decimalOf = (amountMinor: number | null | undefined, currency: string | null): number | null => {
  const amount = priceText(amountMinor ?? null, currency)
  return amount === null ? null : Number(amount)
}

function discountOf({ priceMinor, compareAtMinor }: StoredVariant): number | null {
  return priceMinor === null || !compareAtMinor ? null : percentOf(1 - priceMinor / compareAtMinor)
}

/** The cell of each column for a product; `read-products.ts` reads the data. */
export const productColumns: Record<ColumnKey<'products'>, ProductColumn> = {
  title: ({ product }) => text(product.title),
  id: ({ product }) => text(`${product.store_id}-${product.product_id}`),
  url: ({ product }) => text(`https://${product.domain}/products/${encodeURIComponent(product.handle)}`),
  page: ({ product, origin }) => text(`${origin}/product/${product.store_id}-${product.product_id}`),
  price: ({ product }) => number(decimalOf(shownVariant(product.variants)?.priceMinor, product.currency)),
  compareAtPrice: ({ product }) =>
    number(decimalOf(shownVariant(product.variants)?.compareAtMinor, product.currency)),
  discountPercent({ product }) {
    const variant = shownVariant(product.variants)
    return number(variant ? discountOf(variant) : null)
  },
  currency: ({ product }) => text(product.currency),
  available: ({ product }) => yesNo(product.available),
  vendor: ({ product }) => text(product.vendor),
  productType: ({ product }) => text(product.product_type),
  createdAt: ({ product }) => moment(product.created_at),
  imageUrl: ({ product }) => text(product.images[0]?.src),
  trendScore: ({ trend }) => number(trend?.score),
  trendBadge: ({ trend }) => text(trend?.badge),
  trendStores: ({ trend }) => number(trend?.stores),
  trendDay: ({ trend }) => day(trend?.day ?? null),
  spreadPoints: points('spread'),
  growthPoints: points('growth'),
  placesPoints: points('places'),
  stockPoints: points('stock'),
  pricePoints: points('price'),
  agePoints: points('age'),
  storeName: ({ product }) => text(product.store_name),
  storeDomain: ({ product }) => text(product.domain),
  storeId: ({ product }) => number(product.store_id),
  storeCountry: ({ product }) => text(product.country),
  storeFoundDay: ({ product }) => day(product.found_day),
}

export const isProductColumn = (key: string): key is ColumnKey<'products'> =>
  Object.hasOwn(productColumns, key)
