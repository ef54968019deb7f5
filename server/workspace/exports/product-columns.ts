import type { StoreId } from '#contracts/ids.ts'
import { sql } from 'kysely'
import type { ColumnKey } from '#contracts/workspace/exports.ts'
import type { TrendComponentName } from '#contracts/catalog/trending.ts'
import { type ProductKey, trendColumns, type TrendRow } from '#server/catalog/api.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { StoredVariant } from '#server/platform/db/product-schema.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { type Column, day, moment, number, text, yesNo } from './cell.ts'
import { toDecimal, toPercent } from './store-columns.ts'

type ProductColumn = Column<ExportedProduct>

const points =
  (name: TrendComponentName): ProductColumn =>
  ({ trend }) =>
    number(trend?.components.find((component) => component.name === name)?.points)

/** The cheapest variant represents the product. */
function cheapestVariant(variants: StoredVariant[]): StoredVariant | undefined {
  const priced = variants.filter(({ priceMinor }) => priceMinor !== null)
  return priced.toSorted((a, b) => (a.priceMinor ?? 0) - (b.priceMinor ?? 0))[0]
}

function discountOf({ priceMinor, compareAtMinor }: StoredVariant): number | null {
  return priceMinor === null || !compareAtMinor ? null : toPercent(1 - priceMinor / compareAtMinor)
}

export const productColumns: Record<ColumnKey<'products'>, ProductColumn> = {
  title: ({ product }) => text(product.title),
  id: ({ product }) => text(`${product.store_id}-${product.product_id}`),
  url: ({ product }) =>
    text(`https://${product.domain}/products/${encodeURIComponent(product.handle)}`),
  page: ({ product, origin }) =>
    text(`${origin}/product/${product.store_id}-${product.product_id}`),
  price: ({ product }) =>
    number(toDecimal(cheapestVariant(product.variants)?.priceMinor, product.currency)),
  compareAtPrice: ({ product }) =>
    number(toDecimal(cheapestVariant(product.variants)?.compareAtMinor, product.currency)),
  discountPercent({ product }) {
    const variant = cheapestVariant(product.variants)
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

type ProductRow = Awaited<ReturnType<typeof readRows>>[number]

export type ExportedProduct = { product: ProductRow; trend: TrendRow | undefined; origin: string }

export const formatProductKey = (storeId: StoreId, productId: number): string =>
  `${storeId}-${productId}`

/** By `<store id>-<product id>`; products erased meanwhile are missing. */
export async function readProducts(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  keys: ProductKey[],
): Promise<Map<string, ExportedProduct>> {
  if (keys.length === 0) return new Map()
  const [rows, trends] = await Promise.all([readRows(db, keys), readTrends(db, keys)])
  return new Map(
    rows.map((product) => {
      const key = formatProductKey(product.store_id, product.product_id)
      return [key, { product, trend: trends.get(key), origin: config.PUBLIC_ORIGIN }]
    }),
  )
}

const requestedKeys = (keys: ProductKey[]) => sql<{
  store_id: StoreId
  product_id: number
  day: string | null
}>`unnest(
  ${keys.map((key) => key.storeId)}::bigint[], ${keys.map((key) => key.productId)}::bigint[], ${keys.map((key) => key.day)}::date[])`

const readRows = (db: Db, keys: ProductKey[]) =>
  db
    .selectFrom(requestedKeys(keys).as<'asked'>(sql`asked (store_id, product_id, day)`))
    .innerJoin('products', (join) =>
      join
        .onRef('products.store_id', '=', 'asked.store_id')
        .onRef('products.product_id', '=', 'asked.product_id'),
    )
    .innerJoin('stores', 'stores.id', 'products.store_id')
    .select(['products.store_id', 'products.product_id', 'products.title', 'products.handle'])
    .select(['products.currency', 'products.variants', 'products.images', 'products.vendor'])
    .select([
      'products.product_type',
      'products.created_at',
      'products.available',
      'products.removed_at',
    ])
    .select(['stores.name as store_name', 'stores.domain', 'stores.country', 'stores.found_day'])
    .execute()

async function readTrends(db: Db, keys: ProductKey[]): Promise<Map<string, TrendRow>> {
  const { rows } = await sql<TrendRow & { store_id: StoreId; product_id: number }>`
    select latest.* from ${requestedKeys(keys)} as asked (store_id, product_id, day)
    cross join lateral (
      select store_id, product_id, ${sql.join(trendColumns.map((column) => sql.ref(column)))}
      from product_trends join trend_scores using (cluster, day)
      where store_id = asked.store_id and product_id = asked.product_id and (asked.day is null or day = asked.day)
      order by day desc limit 1) as latest`.execute(db)
  return new Map(rows.map((row) => [formatProductKey(row.store_id, row.product_id), row]))
}
