import { sql } from 'kysely'
import type { AppContext, Db } from '#server/context.ts'
import type { ProductKey } from '#server/features/products/find-product-view.ts'
import { trendColumns, type TrendRow } from '#server/features/trending/trend-columns.ts'

type ProductRow = Awaited<ReturnType<typeof readRows>>[number]

export type ExportedProduct = { product: ProductRow; trend: TrendRow | undefined; origin: string }

export const textOfKey = (storeId: number, productId: number): string => `${storeId}-${productId}`

/** By `<store id>-<product id>`; products erased meanwhile are missing. */
export async function readProducts(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  keys: ProductKey[],
): Promise<Map<string, ExportedProduct>> {
  if (keys.length === 0) return new Map()
  const [rows, trends] = await Promise.all([readRows(db, keys), readTrends(db, keys)])
  return new Map(
    rows.map((product) => {
      const key = textOfKey(product.store_id, product.product_id)
      return [key, { product, trend: trends.get(key), origin: config.PUBLIC_ORIGIN }]
    }),
  )
}

const asked = (keys: ProductKey[]) => sql<{
  store_id: number
  product_id: number
  day: string | null
}>`unnest(
  ${keys.map((key) => key.storeId)}::bigint[], ${keys.map((key) => key.productId)}::bigint[], ${keys.map((key) => key.day)}::date[])`

const readRows = (db: Db, keys: ProductKey[]) =>
  db
    .selectFrom(asked(keys).as<'asked'>(sql`asked (store_id, product_id, day)`))
    .innerJoin('products', (join) =>
      join
        .onRef('products.store_id', '=', 'asked.store_id')
        .onRef('products.product_id', '=', 'asked.product_id'),
    )
    .innerJoin('stores', 'stores.id', 'products.store_id')
    .select(['products.store_id', 'products.product_id', 'products.title', 'products.handle'])
    .select(['products.currency', 'products.variants', 'products.images', 'products.vendor'])
    .select(['products.product_type', 'products.created_at', 'products.available', 'products.removed_at'])
    .select(['stores.name as store_name', 'stores.domain', 'stores.country', 'stores.found_day'])
    .execute()

async function readTrends(db: Db, keys: ProductKey[]): Promise<Map<string, TrendRow>> {
  const { rows } = await sql<TrendRow & { store_id: number; product_id: number }>`
    select latest.* from ${asked(keys)} as asked (store_id, product_id, day)
    cross join lateral (
      select store_id, product_id, ${sql.join(trendColumns.map((column) => sql.ref(column)))}
      from product_trends join trend_scores using (cluster, day)
      where store_id = asked.store_id and product_id = asked.product_id and (asked.day is null or day = asked.day)
      order by day desc limit 1) as latest`.execute(db)
  return new Map(rows.map((row) => [textOfKey(row.store_id, row.product_id), row]))
}
