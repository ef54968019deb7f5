import type { Selectable } from 'kysely'
import type { SavedProduct } from '#contracts/saved.ts'
import type { Db } from '#server/context.ts'
import type { SavedProducts } from '#server/db/workspace-schema.ts'
import { readCards } from '#server/features/products/read-cards.ts'
import type { RequestContext } from '#server/route.ts'
import { presentKept } from './present-kept.ts'

/** Saved products joined with their rows; the aliases are `saved`, `products` and `stores`. */
export const savedProducts = (db: Db) =>
  db
    .selectFrom('saved_products as saved')
    .innerJoin('products', (join) =>
      join
        .onRef('products.store_id', '=', 'saved.store_id')
        .onRef('products.product_id', '=', 'saved.product_id'),
    )
    .innerJoin('stores', 'stores.id', 'saved.store_id')

type Row = Selectable<SavedProducts> & { removed_at: Date | null }

/** Adds the products as lists show them; products erased meanwhile are left out. */
export async function withProducts(
  ctx: RequestContext,
  userId: string,
  rows: Row[],
): Promise<SavedProduct[]> {
  const keys = rows.map((row) => ({ storeId: row.store_id, productId: row.product_id, day: null }))
  const cards = await readCards(ctx, userId, keys)
  const byId = new Map(cards.map((card) => [card.id, card]))
  return rows.flatMap((row) => {
    const productId = `${row.store_id}-${row.product_id}`
    const card = byId.get(productId)
    const removedAt = row.removed_at?.toISOString() ?? null
    return card ? [{ ...presentKept(row), productId, product: { ...card, removedAt } }] : []
  })
}

export type SavedProductKey = { storeId: number; productId: number } | { savedId: number }

export async function findSavedProduct(
  ctx: RequestContext,
  userId: string,
  key: SavedProductKey,
): Promise<SavedProduct | null> {
  const own = savedProducts(ctx.db)
    .selectAll('saved')
    .select('products.removed_at')
    .where('saved.user_id', '=', userId)
  const rows = await (
    'savedId' in key
      ? own.where('saved.id', '=', key.savedId)
      : own.where('saved.store_id', '=', key.storeId).where('saved.product_id', '=', key.productId)
  ).execute()
  const [saved] = await withProducts(ctx, userId, rows)
  return saved ?? null
}
