import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Role } from '#contracts/accounts/auth.ts'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { UserId } from '#contracts/ids.ts'
import type * as api from '#contracts/workspace/lists.ts'
import { lockOwnAccount } from '#server/accounts/api.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { lockMarkedStores, openUndo } from '#server/workspace/bulk/bulk-undo.ts'

export async function listLists(ctx: RequestContext): Promise<ResponseOf<typeof api.listLists>> {
  const { userId, role } = requirePaid(ctx)
  return { lists: await readLists(ctx.db, userId), limit: rightsOf(role).lists }
}

/** The oldest first. */
async function readLists(db: Db, userId: UserId): Promise<api.StoreList[]> {
  const rows = await db
    .selectFrom('lists')
    .leftJoin('list_stores', 'list_stores.list_id', 'lists.id')
    .select(['lists.id', 'lists.name', 'lists.created_at'])
    .select((on) => on.fn.count<number>('list_stores.store_id').as('stores'))
    .where('lists.user_id', '=', userId)
    .groupBy('lists.id')
    .orderBy('lists.created_at')
    .orderBy('lists.id')
    .execute()
  return rows.map(({ created_at, ...list }) => ({ ...list, createdAt: created_at.toISOString() }))
}

/** @throws AppError `not_found`, also for another account's list */
async function readList(db: Db, userId: UserId, id: string): Promise<api.StoreList> {
  const list = (await readLists(db, userId)).find((one) => one.id === id)
  if (!list) throw notFound()
  return list
}

/** @throws AppError `list_limit`; call it while the account is locked */
export async function requireRoomForList(
  db: Db,
  { userId, role }: { userId: UserId; role: Role },
): Promise<void> {
  const { count } = await db
    .selectFrom('lists')
    .select((on) => on.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (count >= rightsOf(role).lists) throw new AppError('list_limit')
}

export async function createList(
  ctx: RequestContext,
  { name }: BodyOf<typeof api.createList>,
): Promise<api.StoreList> {
  const { userId, role } = requirePaid(ctx)
  const list = { id: randomUUID(), user_id: userId, name, created_at: ctx.now() }
  await inTransaction(ctx, async ({ db }) => {
    await lockOwnAccount(db, userId)
    await requireRoomForList(db, { userId, role })
    await db.insertInto('lists').values(list).execute()
  })
  return { id: list.id, name, stores: 0, createdAt: list.created_at.toISOString() }
}

export async function renameList(
  ctx: RequestContext,
  { id, name }: { id: string; name: string },
): Promise<api.StoreList> {
  const { userId } = requirePaid(ctx)
  await ctx.db
    .updateTable('lists')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .execute()
  return readList(ctx.db, userId, id)
}

export async function deleteList(
  ctx: RequestContext,
  id: string,
): Promise<ResponseOf<typeof api.deleteList>> {
  const { userId } = requirePaid(ctx)
  return inTransaction(ctx, async ({ db, now }) => {
    await lockOwnAccount(db, userId)
    const list = await readList(db, userId, id)
    const items = await db
      .selectFrom('list_stores')
      .select('store_id')
      .where('list_id', '=', id)
      .execute()
    await lockMarkedStores(
      db,
      items.map(({ store_id }) => store_id),
    )
    const { id: list_id, name, createdAt: created_at } = list
    const row = { id: list_id, user_id: userId, name, created_at }
    const undo = await openUndo({ db, now }, { userId, kind: 'list', list: row })
    await sql`insert into bulk_undo_rows (undo_id, store_id, was)
      select ${undo.id}, store_id, to_jsonb(list_stores) from list_stores where list_id = ${id}`.execute(
      db,
    )
    await db.deleteFrom('lists').where('id', '=', id).execute()
    return { ...list, undo }
  })
}
