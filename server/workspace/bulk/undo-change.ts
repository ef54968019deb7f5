import { type RawBuilder, type Selectable, sql } from 'kysely'
import * as z from 'zod'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { undoChange as endpoint } from '#contracts/workspace/bulk.ts'
import { readAccountForUpdate } from '#server/accounts/api.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { BulkUndos } from '#server/platform/db/workspace-schema.ts'
import { notFound, sessionExpired } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { removeExclusions } from '#server/workspace/exclusions/exclusions.ts'
import { requireRoomForList } from '#server/workspace/lists/lists.ts'
import { lockMarkedStores } from './bulk-undo.ts'

/**
 * Locks in the order of `changeStores`. Rows that were changed again since stay as they are: those
 * that no longer have the time of the change, or that are back.
 * @throws AppError `not_found` a second time, too late, or for another account; `list_limit`
 */
export async function undoChange(
  ctx: RequestContext,
  undoId: string,
): Promise<ResponseOf<typeof endpoint>> {
  const { userId, role } = requirePaid(ctx)
  const done = await inTransaction(ctx, async ({ db, now }) => {
    if (!(await readAccountForUpdate(db, userId))) throw sessionExpired()
    const undo = await db
      .selectFrom('bulk_undos')
      .selectAll()
      .where('id', '=', undoId)
      .where('user_id', '=', userId)
      .where('until', '>', now())
      .executeTakeFirst()
    if (!undo) throw notFound()
    const noted = await db
      .selectFrom('bulk_undo_rows')
      .select('store_id')
      .where('undo_id', '=', undoId)
      .execute()
    await lockMarkedStores(
      db,
      noted.map(({ store_id }) => store_id),
    )
    if (undo.kind === 'list') await requireRoomForList(db, { userId, role })
    let restored = 0
    for (const statement of restoring(undo)) restored += await run(db, statement)
    await db.deleteFrom('bulk_undos').where('id', '=', undoId).execute()
    return { restored, upload: undo.kind === 'excluded' ? Ref.parse(undo.list).id : null }
  })
  if (done.upload === null) return { restored: done.restored }
  return { restored: (await removeExclusions(ctx, { uploadId: done.upload })).lines }
}

const Ref = z.object({ id: z.uuid() })

async function run(db: Db, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await statement.execute(db)
  return Number(numAffectedRows ?? 0)
}

function restoring(undo: Selectable<BulkUndos>): RawBuilder<unknown>[] {
  const ofUndo = sql`bulk_undo_rows as noted where noted.undo_id = ${undo.id}`
  const was = (table: 'saved_stores' | 'list_stores') =>
    sql`select old.* from bulk_undo_rows as noted, jsonb_populate_record(null::${sql.table(table)}, noted.was) as old
      where noted.undo_id = ${undo.id} order by noted.store_id`
  const list = JSON.stringify(undo.list)
  switch (undo.kind) {
    case 'saved':
      return [
        sql`delete from saved_stores as saved using ${ofUndo} and noted.was is null
          and saved.user_id = ${undo.user_id} and saved.store_id = noted.store_id and saved.updated_at = ${undo.changed_at}`,
        sql`update saved_stores as saved set notes = old.notes, tags = old.tags,
            is_favorite = old.is_favorite, created_at = old.created_at, updated_at = old.updated_at
          from (${was('saved_stores')}) as old where saved.user_id = ${undo.user_id}
            and saved.store_id = old.store_id and saved.updated_at = ${undo.changed_at}`,
      ]
    case 'unsaved':
      return [
        sql`insert into saved_stores (user_id, store_id, id, notes, tags, is_favorite, created_at, updated_at)
          overriding system value
          select user_id, store_id, id, notes, tags, is_favorite, created_at, updated_at
          from (${was('saved_stores')}) as old on conflict do nothing`,
      ]
    case 'listed':
      return [
        sql`delete from list_stores as item using ${ofUndo} and item.store_id = noted.store_id
          and item.list_id = (${list}::jsonb ->> 'id')::uuid and item.added_at = ${undo.changed_at}`,
      ]
    case 'unlisted':
      return [
        sql`insert into list_stores select old.* from (${was('list_stores')}) as old
          where exists (select from lists where id = old.list_id) on conflict do nothing`,
      ]
    case 'list':
      return [
        sql`with restored as (insert into lists select * from jsonb_populate_record(null::lists, ${list}::jsonb))
          insert into list_stores ${was('list_stores')} on conflict do nothing`,
      ]
    // The list "Not these" undoes its uploads itself.
    case 'excluded':
      return []
    default:
      return undo.kind satisfies never
  }
}
