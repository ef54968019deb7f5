import { type RawBuilder, type Selectable, sql } from 'kysely'
import * as z from 'zod'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { undoChange as endpoint } from '#contracts/workspace/bulk.ts'
import { lockOwnAccount } from '#server/accounts/api.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { BulkUndos, SavedStores } from '#server/platform/db/workspace-schema.ts'
import { notFound } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { removeExclusions } from '#server/workspace/exclusions/exclusions.ts'
import { requireRoomForList } from '#server/workspace/lists/lists.ts'
import { lockMarkedStores, planForManyRows } from './bulk-undo.ts'

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
    await lockOwnAccount(db, userId)
    const undo = await db
      .selectFrom('bulk_undos')
      .selectAll()
      .where('id', '=', undoId)
      .where('user_id', '=', userId)
      .where('until', '>', now())
      .executeTakeFirstOrThrow(notFound)
    const noted = await db
      .selectFrom('bulk_undo_rows')
      .select('store_id')
      .where('undo_id', '=', undoId)
      .execute()
    await lockMarkedStores(
      db,
      noted.map(({ store_id }) => store_id),
    )
    await planForManyRows(db)
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

/** The columns of a saved store that an undo restores as they were; the release before has fewer. */
const restored = [
  'notes',
  'tags',
  'is_favorite',
  'created_at',
  'updated_at',
  'stage',
  'next_step',
  'next_day',
  'contacted_at',
  'moved_at',
  'merged_into',
] as const satisfies (keyof SavedStores)[]

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
        sql`with old as (${was('saved_stores')}),
          unmoved as (
            delete from stage_moves as move using old join saved_stores as saved using (user_id, store_id)
            where saved.user_id = ${undo.user_id} and saved.updated_at = ${undo.changed_at}
              and move.user_id = saved.user_id and move.store_id = saved.store_id and move.at = ${undo.changed_at})
          update saved_stores as saved set ${sql.join(restored.map((name) => sql`${sql.ref(name)} = old.${sql.ref(name)}`))},
            version = coalesce(old.version, 0)
          from old where saved.user_id = ${undo.user_id}
            and saved.store_id = old.store_id and saved.updated_at = ${undo.changed_at}`,
      ]
    case 'unsaved':
      return [
        sql`with old as (${was('saved_stores')}),
          moves as (insert into stage_moves (user_id, store_id, from_stage, to_stage, at)
            select move.user_id, move.store_id, from_stage, to_stage, at from bulk_undo_rows as noted,
              jsonb_populate_recordset(null::stage_moves, noted.was -> 'moves') as move
            where noted.undo_id = ${undo.id} and not exists (select from saved_stores as saved
              where saved.user_id = move.user_id and saved.store_id = move.store_id) order by move.id)
          insert into saved_stores (user_id, store_id, id, version, ${sql.join(restored.map((name) => sql.ref(name)))})
          overriding system value
          select user_id, store_id, id, coalesce(version, 0), ${sql.join(restored.map((name) => sql.ref(name)))}
          from old on conflict do nothing`,
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
