import { sql } from 'kysely'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { StoreId } from '#contracts/ids.ts'
import {
  type BulkAction,
  type changeStores as endpoint,
  UnchangedReason,
} from '#contracts/workspace/bulk.ts'
import { readAccountForUpdate } from '#server/accounts/api.ts'
import type { CatalogRequest } from '#server/catalog/api.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { notFound, sessionExpired } from '#server/platform/errors.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { addExclusions } from '#server/workspace/exclusions/add-exclusions.ts'
import { parseCell } from '#server/workspace/exclusions/parse-cell.ts'
import { findTargets } from './bulk-target.ts'
import {
  type Change,
  lockMarkedStores,
  noteChanged,
  type OpenedUndo,
  openUndo,
  type Outcome,
} from './bulk-undo.ts'
import { moveAll } from '#server/workspace/leads/move-leads.ts'
import { saveAll, starAll, tagAll, unsaveAll } from './change-saved.ts'

type Answer = ResponseOf<typeof endpoint>

/** @throws AppError `not_found` for another account's list, `too_many_rows`, `invalid_request` */
export async function changeStores(
  ctx: CatalogRequest,
  { target, action }: BodyOf<typeof endpoint>,
): Promise<Answer> {
  const asked = await findTargets(ctx, target)
  return action.kind === 'exclude' ? excludeAll(ctx, asked) : changeAll(ctx, asked, action)
}

type Action = Exclude<BulkAction, { kind: 'exclude' }>
/**
 * One transaction, whose locks have one order: the account, the stores by number, what the account
 * has of them. So two changes of an account follow each other, and an erasure waits, or is over.
 */
async function changeAll(
  ctx: CatalogRequest,
  asked: readonly StoreId[],
  action: Action,
): Promise<Answer> {
  const { userId } = requirePaid(ctx)
  return inTransaction(ctx, async ({ db, now }) => {
    if (!(await readAccountForUpdate(db, userId))) throw sessionExpired()
    const storeIds = await lockMarkedStores(db, asked)
    const at = now()
    const undo = await openUndo({ db, now: () => at }, { userId, ...undoOf(action) })
    const change = { db, userId, storeIds, undoId: undo.id, now: at }
    const { changed, tooManyTags = 0 } = await perform(change, action)
    if (changed === 0) await db.deleteFrom('bulk_undos').where('id', '=', undo.id).execute()
    return {
      changed,
      unchanged: counted({
        alreadySo: storeIds.length - changed - tooManyTags,
        gone: asked.length - storeIds.length,
        tooManyTags,
      }),
      undo: changed === 0 ? null : undo,
    }
  })
}

const counted = (counts: Partial<Record<UnchangedReason, number>>) =>
  UnchangedReason.options.flatMap((reason) => {
    const count = counts[reason] ?? 0
    return count > 0 ? [{ reason, count }] : []
  })

function undoOf(action: Action): Omit<OpenedUndo, 'userId'> {
  if (action.kind === 'list')
    return { kind: action.on ? 'listed' : 'unlisted', list: { id: action.list } }
  return { kind: action.kind === 'unsave' ? 'unsaved' : 'saved' }
}

function perform(change: Change, action: Action): Promise<Outcome> {
  switch (action.kind) {
    case 'save':
      return saveAll(change)
    case 'unsave':
      return unsaveAll(change)
    case 'favorite':
      return starAll(change, action.on)
    case 'tag':
      return tagAll(change, action)
    case 'list':
      return listAll(change, action)
    case 'stage':
      return moveAll(change, action.stage)
    default:
      return action satisfies never
  }
}

/** @throws AppError `not_found`, also for another account's list */
async function listAll(
  { db, userId, storeIds, undoId, now }: Change,
  { list, on }: { list: string; on: boolean },
): Promise<Outcome> {
  const own = await db
    .selectFrom('lists')
    .select('id')
    .where('id', '=', list)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!own) throw notFound()
  const changed = on
    ? sql`changed as (insert into list_stores (list_id, store_id, user_id, added_at)
        select ${list}, id, ${userId}, ${now} from unnest(${storeIds}::bigint[]) as id order by id
        on conflict do nothing returning store_id, null::jsonb as was)`
    : sql`changed as (delete from list_stores where list_id = ${list} and store_id = any(${storeIds}::bigint[])
        returning store_id, to_jsonb(list_stores) as was)`
  return noteChanged(db, undoId, changed)
}

/**
 * Adds the domains to the list "Not these" as an upload, which hides the stores in transactions of
 * its own.
 */
async function excludeAll(ctx: CatalogRequest, asked: readonly StoreId[]): Promise<Answer> {
  const { userId } = requirePaid(ctx)
  const { rows } = await sql<{ domain: string }>`
    select domain from stores where id = any(${asked}::bigint[]) order by id`.execute(ctx.db)
  const lines = rows.map(({ domain }) => domain).filter((domain) => 'entry' in parseCell(domain))
  const text = [Buffer.from(lines.join('\n'))]
  const upload = await addExclusions(ctx, { reason: 'other', text })
  return {
    changed: upload.accepted,
    unchanged: counted({
      alreadySo: upload.repeated,
      gone: asked.length - rows.length,
      domainRefused: rows.length - lines.length,
      limit: upload.refused,
    }),
    undo:
      upload.id === null
        ? null
        : await openUndo(ctx, { userId, kind: 'excluded', list: { id: upload.id } }),
  }
}
