import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { MINUTE_MS } from '#contracts/dates.ts'
import type { StoreId, UserId } from '#contracts/ids.ts'
import type { BulkUndo } from '#contracts/workspace/bulk-undo.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { BulkUndos } from '#server/platform/db/workspace-schema.ts'

const UNDO_FOR_MS = MINUTE_MS

/** One change of stores that exist and are locked; `undoId` = the undo that notes its rows. */
export type Change = { db: Db; userId: UserId; storeIds: StoreId[]; undoId: string; now: Date }
export type Outcome = { changed: number; tooManyTags?: number }

/** Those that still exist, and stay until the transaction ends. */
export async function lockMarkedStores(db: Db, asked: readonly StoreId[]): Promise<StoreId[]> {
  const { rows } = await sql<{ id: StoreId }>`
    select id from stores where id = any(${asked}::bigint[]) order by id for key share`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * For the statements of this transaction. Statistics know nothing of rows that the account wrote a
 * moment ago: a plan for one row compares each of 10,000 with each of the others.
 */
export const planForManyRows = (db: Db) => sql`set local enable_nestloop = off`.execute(db)

export type OpenedUndo = { userId: UserId; kind: BulkUndos['kind']; list?: object }

/** Also deletes the account's earlier ones that have expired. */
export async function openUndo(
  { db, now }: Pick<AppContext, 'now'> & { db: Db },
  { userId, kind, list }: OpenedUndo,
): Promise<BulkUndo> {
  const id = randomUUID()
  const until = new Date(now().getTime() + UNDO_FOR_MS)
  await db
    .deleteFrom('bulk_undos')
    .where('user_id', '=', userId)
    .where('until', '<', now())
    .execute()
  // Not every caller has locked the account: an account erased meanwhile gets no row.
  await sql`
    insert into bulk_undos (id, user_id, kind, list, changed_at, until)
    select ${id}::uuid, id, ${kind}, ${list ? JSON.stringify(list) : null}::jsonb, ${now()}::timestamptz, ${until}::timestamptz
    from users where id = ${userId} for key share`.execute(db)
  return { id, until: until.toISOString() }
}

/**
 * @param parts of one statement; their last, `changed`, has the `store_id` of each changed row, and
 * what `was` there
 */
export async function noteChanged(
  db: Db,
  undoId: string,
  parts: RawBuilder<unknown>,
): Promise<Outcome> {
  const { numAffectedRows } = await sql`with ${parts}
    insert into bulk_undo_rows (undo_id, store_id, was) select ${undoId}, store_id, was from changed`.execute(
    db,
  )
  return { changed: Number(numAffectedRows ?? 0) }
}
