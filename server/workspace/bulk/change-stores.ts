import { sql } from 'kysely'
import { readListQuery } from '#contracts/catalog/search-query.ts'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { StoreId } from '#contracts/ids.ts'
import {
  type BulkAction,
  type changeStores as endpoint,
  MAX_BULK_ROWS,
  type StoreTarget,
  UnchangedReason,
} from '#contracts/workspace/bulk.ts'
import { lockOwnAccount } from '#server/accounts/api.ts'
import {
  type CatalogRequest,
  prepareStoreQuery,
  type StoreMatch,
  type StoreOrder,
} from '#server/catalog/api.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, invalidRequest, notFound } from '#server/platform/errors.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { addExclusions } from '#server/workspace/exclusions/add-exclusions.ts'
import { parseCell } from '#server/workspace/exclusions/parse-cell.ts'
import { readStages, requireStage } from '#server/workspace/leads/stages.ts'
import {
  type Change,
  lockMarkedStores,
  noteChanged,
  type OpenedUndo,
  openUndo,
  type Outcome,
  planForManyRows,
} from './bulk-undo.ts'
import { partsOfWas, saveAll, starAll, tagAll, unsaveAll } from './change-saved.ts'

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
    await lockOwnAccount(db, userId)
    const storeIds = await lockMarkedStores(db, asked)
    await planForManyRows(db)
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
  await db
    .selectFrom('lists')
    .select('id')
    .where('id', '=', list)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow(notFound)
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

/**
 * Moves stores to a stage, which saves them, or ends their leads. Those that are there stay as they
 * are. @throws AppError `invalid_request` for a stage that the account does not have
 */
async function moveAll(change: Change, stage: string | null): Promise<Outcome> {
  const { db, userId, undoId, now } = change
  const stages = await readStages(db, userId)
  const isContacted = stage !== null && requireStage(stages, stage).isContacted
  const contacted = stages.filter((each) => each.isContacted).map(({ key }) => key)
  const isContact = sql`${isContacted}::boolean and (was.stage is null or was.stage <> all(${contacted}::text[]))`
  return noteChanged(
    db,
    undoId,
    sql`${partsOfWas(change)},
      written as (
        insert into saved_stores (user_id, store_id, stage, moved_at, contacted_at, version, created_at, updated_at)
        select ${userId}, wanted.store_id, ${stage}, ${now}, case when ${isContact} then ${now}::timestamptz end,
          ${now.getTime()}, ${now}, ${now}
        from wanted left join was using (store_id) where was.stage is distinct from ${stage}::text order by wanted.store_id
        on conflict (user_id, store_id) do update set
          stage = excluded.stage, moved_at = excluded.moved_at, merged_into = null,
          next_step = case when excluded.stage is not null then saved_stores.next_step end,
          next_day = case when excluded.stage is not null then saved_stores.next_day end,
          contacted_at = coalesce(excluded.contacted_at, saved_stores.contacted_at),
          version = greatest(saved_stores.version + 1, excluded.version), updated_at = excluded.updated_at
        returning store_id),
      history as (
        insert into stage_moves (user_id, store_id, from_stage, to_stage, at)
        select ${userId}, store_id, was.stage, ${stage}, ${now} from written left join was using (store_id)),
      changed as (select store_id, to_jsonb(was) as was from written left join was using (store_id))`,
  )
}

const ANY_ORDER: StoreOrder = { sortBy: 'foundAt', direction: 'desc' }

/**
 * Each store once, in ascending order, as transactions lock them.
 * @throws AppError `too_many_rows`, `invalid_request`
 */
async function findTargets(ctx: CatalogRequest, target: StoreTarget): Promise<StoreId[]> {
  if ('storeIds' in target) return inOrder(target.storeIds)
  const match = await findListed(ctx, target)
  const but = new Set(target.except)
  const ids: StoreId[] = []
  for await (const batch of match.ids(ANY_ORDER, MAX_BULK_ROWS + but.size + 1))
    ids.push(...batch.filter((id) => !but.has(id)))
  if (ids.length > MAX_BULK_ROWS) throw new AppError('too_many_rows')
  return inOrder(ids)
}

const inOrder = (ids: readonly StoreId[]): StoreId[] => [...new Set(ids)].toSorted((a, b) => a - b)

/** The stores that the list shows to the account, by the same rules. */
function findListed(
  ctx: CatalogRequest,
  { query, found }: Extract<StoreTarget, { query: string }>,
): Promise<StoreMatch> {
  const reading = readListQuery(query)
  if (reading.kind === 'refused') throw invalidRequest('query')
  return prepareStoreQuery(ctx, { ...reading.fields, ...found }, { recordsVisit: false }).then(
    ctx.storeSearch.find,
  )
}
