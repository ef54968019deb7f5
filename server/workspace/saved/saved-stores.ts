import { type Selectable, sql } from 'kysely'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { StoreId, UserId } from '#contracts/ids.ts'
import type * as api from '#contracts/workspace/saved.ts'
import { numberedPage } from '#contracts/paging.ts'
import { lockOwnAccount } from '#server/accounts/api.ts'
import { type CatalogRequest, readSummaries } from '#server/catalog/api.ts'
import type { SavedStores } from '#server/platform/db/workspace-schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { notFound } from '#server/platform/errors.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { lockMarkedStores, openUndo } from '#server/workspace/bulk/bulk-undo.ts'
import { unsaveAll } from '#server/workspace/bulk/change-saved.ts'
import { matchesSavedStore } from '#server/workspace/leads/lead-rows.ts'
import {
  rowChanges,
  listOrder,
  presentSavedFields,
  type SavedQuery,
  storeList,
  newRowValues,
} from './saved-items.ts'
import { findTagSpellings } from './tags.ts'

export async function listSavedStores(
  ctx: CatalogRequest,
  query: SavedQuery,
): Promise<ResponseOf<typeof api.listSavedStores>> {
  const { userId } = requirePaid(ctx)
  const spellings = await findTagSpellings(ctx.db, userId, query.tag)
  const isRequested = matchesSavedStore({ userId, query, spellings, now: ctx.now() })
  const matching = ctx.db
    .selectFrom('saved_stores as saved')
    .innerJoin('stores', 'stores.id', 'saved.store_id')
    .where(isRequested)
  const [{ total }, rows] = await Promise.all([
    matching.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    matching
      .selectAll('saved')
      .orderBy(listOrder(storeList, query))
      .limit(query.size)
      .offset(query.page * query.size)
      .execute(),
  ])
  return numberedPage(await withStores(ctx, rows), { ...query, total })
}

/**
 * Saves a store or changes its notes; repeating it changes nothing. It locks the rows of account
 * and store in the order of `changeStores`, so that an erasure meanwhile leaves no trace of this.
 * @throws AppError `not_found`
 */
export async function saveStore(
  ctx: CatalogRequest,
  { storeId, ...fields }: BodyOf<typeof api.saveStore>,
): Promise<api.SavedStore> {
  const { userId } = requirePaid(ctx)
  await sql`
    insert into saved_stores (user_id, store_id, notes, tags, is_favorite, created_at, updated_at)
    select users.id, stores.id, ${newRowValues(fields, ctx.now())}
    from users, stores where users.id = ${userId} and stores.id = ${storeId}
    for no key update of users for key share of stores
    on conflict (user_id, store_id) do update set ${rowChanges('saved_stores', fields, ctx.now())}`.execute(
    ctx.db,
  )
  const saved = await findSavedStore(ctx, userId, storeId)
  if (!saved) throw notFound()
  return saved
}

/** Locks in the order of `changeStores`. @throws AppError `not_found` */
export async function unsaveStore(
  ctx: CatalogRequest,
  storeId: StoreId,
): Promise<ResponseOf<typeof api.unsaveStore>> {
  const { userId } = requirePaid(ctx)
  const saved = await findSavedStore(ctx, userId, storeId)
  if (!saved) throw notFound()
  const undo = await inTransaction(ctx, async ({ db, now }) => {
    await lockOwnAccount(db, userId)
    const storeIds = await lockMarkedStores(db, [storeId])
    const opened = await openUndo({ db, now }, { userId, kind: 'unsaved' })
    await unsaveAll({ db, userId, storeIds, undoId: opened.id, now: now() })
    return opened
  })
  return { ...saved, undo, store: { ...saved.store, isSaved: false, tags: [] } }
}

/** Adds the stores as lists show them; stores erased meanwhile are left out. */
async function withStores(
  ctx: CatalogRequest,
  rows: Selectable<SavedStores>[],
): Promise<api.SavedStore[]> {
  const stores = await readSummaries(
    ctx,
    rows.map((row) => row.store_id),
  )
  const byId = new Map(stores.map((store) => [store.id, store]))
  return rows.flatMap((row) => {
    const store = byId.get(row.store_id)
    if (!store) return []
    return [{ ...presentSavedFields(row), storeId: row.store_id, stage: row.stage, store }]
  })
}

async function findSavedStore(
  ctx: CatalogRequest,
  userId: UserId,
  storeId: StoreId,
): Promise<api.SavedStore | null> {
  const rows = await ctx.db
    .selectFrom('saved_stores')
    .selectAll()
    .where('user_id', '=', userId)
    .where('store_id', '=', storeId)
    .execute()
  const [saved] = await withStores(ctx, rows)
  return saved ?? null
}
