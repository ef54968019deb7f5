import { type Selectable, sql } from 'kysely'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import { type StoreId, type UserId, parseProductId } from '#contracts/ids.ts'
import type * as api from '#contracts/workspace/saved.ts'
import { numberedPage } from '#contracts/paging.ts'
import { type CatalogRequest, readProductCards } from '#server/catalog/api.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { SavedProducts } from '#server/platform/db/workspace-schema.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import {
  rowChanges,
  matchesQuery,
  listOrder,
  presentSavedFields,
  productList,
  type SavedQuery,
  newRowValues,
} from './saved-items.ts'
import { findTagSpellings } from './tags.ts'

export async function listSavedProducts(
  ctx: CatalogRequest,
  query: SavedQuery,
): Promise<ResponseOf<typeof api.listSavedProducts>> {
  const { userId } = requirePaid(ctx)
  const spellings = await findTagSpellings(ctx.db, userId, query.tag)
  const isRequested = matchesQuery(productList, { userId, query, spellings })
  const matching = savedProducts(ctx.db).where(isRequested)
  const [{ total }, rows] = await Promise.all([
    matching.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    matching
      .selectAll('saved')
      .select('products.removed_at')
      .orderBy(listOrder(productList, query))
      .limit(query.size)
      .offset(query.page * query.size)
      .execute(),
  ])
  return numberedPage(await withProducts(ctx, userId, rows), { ...query, total })
}

/**
 * As `saveStore`: locks the account and the product's store; also the product, which a walk may be
 * deleting because no one has it saved.
 * @throws AppError `not_found`
 */
export async function saveProduct(
  ctx: CatalogRequest,
  { productId: id, ...fields }: BodyOf<typeof api.saveProduct>,
): Promise<api.SavedProduct> {
  const { userId } = requirePaid(ctx)
  const listing = parseProductId(id)
  if (!listing) throw notFound()
  await sql`
    insert into saved_products (user_id, store_id, product_id, notes, tags, is_favorite, created_at, updated_at)
    select users.id, stores.id, products.product_id, ${newRowValues(fields, ctx.now())}
    from users, stores join products on products.store_id = stores.id
    where users.id = ${userId} and stores.id = ${listing.storeId} and products.product_id = ${listing.productId}
    for key share of users, stores, products
    on conflict (user_id, store_id, product_id) do update set ${rowChanges('saved_products', fields, ctx.now())}`.execute(
    ctx.db,
  )
  const saved = await findSavedProduct(ctx, userId, listing)
  if (!saved) throw notFound()
  return saved
}

/**
 * @returns the notes, so that they can be restored.
 * @throws AppError `saved_product_not_found`
 */
export async function unsaveProduct(
  ctx: CatalogRequest,
  savedId: number,
): Promise<api.SavedProduct> {
  const { userId } = requirePaid(ctx)
  const saved = await findSavedProduct(ctx, userId, { savedId })
  if (!saved) throw new AppError('saved_product_not_found')
  await ctx.db
    .deleteFrom('saved_products')
    .where('user_id', '=', userId)
    .where('id', '=', savedId)
    .execute()
  return { ...saved, product: { ...saved.product, isSaved: false, savedId: null } }
}

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
async function withProducts(
  ctx: CatalogRequest,
  userId: UserId,
  rows: Row[],
): Promise<api.SavedProduct[]> {
  const keys = rows.map((row) => ({ storeId: row.store_id, productId: row.product_id, day: null }))
  const cards = await readProductCards(ctx, userId, keys)
  const byId = new Map(cards.map((card) => [card.id, card]))
  return rows.flatMap((row) => {
    const productId = `${row.store_id}-${row.product_id}`
    const card = byId.get(productId)
    const removedAt = row.removed_at?.toISOString() ?? null
    return card ? [{ ...presentSavedFields(row), productId, product: { ...card, removedAt } }] : []
  })
}

type SavedProductKey = { storeId: StoreId; productId: number } | { savedId: number }

async function findSavedProduct(
  ctx: CatalogRequest,
  userId: UserId,
  key: SavedProductKey,
): Promise<api.SavedProduct | null> {
  const ownRows = savedProducts(ctx.db)
    .selectAll('saved')
    .select('products.removed_at')
    .where('saved.user_id', '=', userId)
  const rows = await (
    'savedId' in key
      ? ownRows.where('saved.id', '=', key.savedId)
      : ownRows
          .where('saved.store_id', '=', key.storeId)
          .where('saved.product_id', '=', key.productId)
  ).execute()
  const [saved] = await withProducts(ctx, userId, rows)
  return saved ?? null
}
