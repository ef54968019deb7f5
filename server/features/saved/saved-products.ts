import { sql } from 'kysely'
import type { SavedProduct } from '#contracts/saved.ts'
import type { Db } from '#server/context.ts'
import { presentProduct, productColumns } from '#server/features/products/present-product.ts'
import { trendColumns, type TrendRow } from '#server/features/trending/trend-columns.ts'
import type { RequestContext } from '#server/route.ts'
import { keptColumns, presentKept } from './kept-fields.ts'

type Ctx = Pick<RequestContext, 'db' | 'pictureAddresses'>

/** Saved products with what is shown of them; the tables go by `saved`, `products` and `stores`. */
export const savedProducts = (db: Db) =>
  db
    .selectFrom('saved_products as saved')
    .innerJoin('products', (join) =>
      join
        .onRef('products.store_id', '=', 'saved.store_id')
        .onRef('products.product_id', '=', 'saved.product_id'),
    )
    .innerJoin('stores', 'stores.id', 'saved.store_id')
    .select(productColumns.map((column) => `products.${column}` as const))
    .select(['products.created_at as product_created_at', 'products.removed_at'])
    .select(['stores.slug', 'stores.name', 'stores.domain', 'stores.logo_url'])
    .select(keptColumns.map((column) => `saved.${column}` as const))
    .select('saved.id as saved_id')

type SavedProductRow = Awaited<ReturnType<ReturnType<typeof savedProducts>['execute']>>[number]

export async function presentSavedProducts(ctx: Ctx, rows: SavedProductRow[]): Promise<SavedProduct[]> {
  const trends = await findTrendsOf(ctx.db, rows)
  return rows.map((row) => presentSaved(row, ctx, trends.get(`${row.store_id}-${row.product_id}`)))
}

function presentSaved(
  row: SavedProductRow,
  { pictureAddresses: addresses }: Ctx,
  trend: TrendRow | undefined,
): SavedProduct {
  const ownRow = { ...row, created_at: row.product_created_at }
  const product = presentProduct(ownRow, { addresses, size: 'card' }, trend, row.saved_id)
  const store = { id: row.store_id, slug: row.slug, name: row.name, domain: row.domain }
  return {
    id: row.saved_id,
    productId: product.id,
    ...presentKept(row),
    product: {
      ...product,
      savedId: row.saved_id,
      removedAt: row.removed_at?.toISOString() ?? null,
      store: { ...store, logoUrl: addresses.of(row.logo_url, 'thumb') },
    },
  }
}

/** Of each, by its key, the latest day on which it was trending. */
async function findTrendsOf(db: Db, rows: SavedProductRow[]): Promise<Map<string, TrendRow>> {
  if (rows.length === 0) return new Map()
  const storeIds = rows.map((row) => row.store_id)
  const productIds = rows.map((row) => row.product_id)
  const latest = await sql<TrendRow & { store_id: number; product_id: number }>`
    select latest.* from unnest(${storeIds}::bigint[], ${productIds}::bigint[]) as asked (store_id, product_id)
    cross join lateral (
      select store_id, product_id, ${sql.join(trendColumns.map((column) => sql.ref(column)))} from product_trends
      where store_id = asked.store_id and product_id = asked.product_id order by day desc limit 1) as latest`.execute(
    db,
  )
  return new Map(latest.rows.map((row) => [`${row.store_id}-${row.product_id}`, row]))
}

export type SavedProductKey = { storeId: number; productId: number } | { savedId: number }

export async function findSavedProduct(
  ctx: Ctx,
  userId: string,
  key: SavedProductKey,
): Promise<SavedProduct | null> {
  const own = savedProducts(ctx.db).where('saved.user_id', '=', userId)
  const rows = await (
    'savedId' in key
      ? own.where('saved.id', '=', key.savedId)
      : own.where('saved.store_id', '=', key.storeId).where('saved.product_id', '=', key.productId)
  ).execute()
  const [saved] = await presentSavedProducts(ctx, rows)
  return saved ?? null
}
