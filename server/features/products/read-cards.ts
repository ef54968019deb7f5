import { sql } from 'kysely'
import type { TrendingProduct } from '#contracts/trending-products.ts'
import type { Db } from '#server/context.ts'
import type { TrendRow } from '#server/features/trending/trend-columns.ts'
import type { RequestContext } from '#server/route.ts'
import type { ProductKey } from './find-product-view.ts'
import { savedIdOf } from './mark-columns.ts'
import { presentProduct, productColumns } from './present-product.ts'

type RowKey = { store_id: number; product_id: number }

const textOf = ({ store_id, product_id }: RowKey): string => `${store_id}-${product_id}`

/** Products as lists show them, in the order of their keys; products deleted meanwhile are left out. */
export async function readCards(
  ctx: Pick<RequestContext, 'db' | 'pictureAddresses'>,
  userId: string,
  keys: ProductKey[],
): Promise<TrendingProduct[]> {
  if (keys.length === 0) return []
  const [rows, trends] = await Promise.all([readRows(ctx.db, userId, keys), readTrends(ctx.db, keys)])
  const pictures = { addresses: ctx.pictureAddresses, size: 'card' as const }
  const byKey = new Map(rows.map((row) => [textOf(row), row]))
  return keys.flatMap(({ storeId, productId, day }) => {
    const key = textOf({ store_id: storeId, product_id: productId })
    const [row, trend = null] = [byKey.get(key), trends.get(key)]
    if (!row || (day !== null && !trend)) return []
    return [{ ...presentProduct(row, pictures, trend, row.saved_id), store: presentStore(row) }]
  })
}

const asked = (keys: ProductKey[]) => sql`unnest(${keys.map(({ storeId }) => storeId)}::bigint[],
  ${keys.map(({ productId }) => productId)}::bigint[], ${keys.map(({ day }) => day)}::date[]) as asked (store_id, product_id, day)`

async function readRows(db: Db, userId: string, keys: ProductKey[]) {
  return db
    .selectFrom('products')
    .innerJoin('stores', 'stores.id', 'products.store_id')
    .select(productColumns.map((column) => `products.${column}` as const))
    .select(['stores.slug', 'stores.name', 'stores.domain', 'stores.country', 'stores.found_day'])
    .select(savedIdOf(userId).as('saved_id'))
    .where(
      sql<boolean>`(products.store_id, products.product_id) in (select store_id, product_id from ${asked(keys)})`,
    )
    .execute()
}

async function readTrends(db: Db, keys: ProductKey[]): Promise<Map<string, TrendRow>> {
  const { rows } = await sql<TrendRow & RowKey>`
    select shown.* from ${asked(keys)}
    cross join lateral (
      select store_id, product_id, day, score, badge, stores, components from product_trends t join trend_scores using (cluster, day)
      where t.store_id = asked.store_id and t.product_id = asked.product_id and day = coalesce(asked.day, day)
      order by day desc limit 1) as shown`.execute(db)
  return new Map(rows.map((row) => [textOf(row), row]))
}

type StoreRow = RowKey & Record<'slug' | 'name' | 'domain' | 'found_day', string> & { country: string | null }

const presentStore = (row: StoreRow): TrendingProduct['store'] => ({
  id: row.store_id,
  slug: row.slug,
  name: row.name,
  domain: row.domain,
  country: row.country,
  foundDay: row.found_day,
})
