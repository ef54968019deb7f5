import { type Selectable, sql, type Updateable } from 'kysely'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { StoreId, UserId } from '#contracts/ids.ts'
import type * as api from '#contracts/workspace/leads.ts'
import { MAX_NOTES, MAX_TAGS, uniqueTags } from '#contracts/workspace/saved.ts'
import { lockOwnAccount } from '#server/accounts/api.ts'
import type { CatalogRequest } from '#server/catalog/api.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { SavedStores } from '#server/platform/db/workspace-schema.ts'
import { AppError, invalidRequest, notFound } from '#server/platform/errors.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { lockMarkedStores, openUndo } from '#server/workspace/bulk/bulk-undo.ts'
import { readLead } from './leads.ts'
import { type OwnStage, readStages, requireStage } from './stages.ts'

type SavedRow = Selectable<SavedStores>
type Change = Omit<BodyOf<typeof api.putLead>, 'version'>

/**
 * Locks in the order of `changeStores`.
 * @throws AppError `lead_changed` if the caller saw another version, `not_found`, `invalid_request`
 */
export async function putLead(
  ctx: CatalogRequest,
  { storeId, version, ...change }: BodyOf<typeof api.putLead> & { storeId: StoreId },
): Promise<api.Lead> {
  const { userId } = requirePaid(ctx)
  await inTransaction(ctx, async ({ db, now }) => {
    const [known] = await lockSaved(db, userId, [storeId])
    const from = known?.stage ?? null
    if ((from === null ? 0 : known?.version) !== version) throw new AppError('lead_changed')
    const stages = await readStages(db, userId)
    const to = requireStage(stages, change.stage ?? from ?? '')
    const at = now()
    const isContact = change.isContact === true || (to.isContacted && !isContacted(stages, from))
    const values = { ...nextStepOf(change, known), ...(isContact && { contacted_at: at }) }
    await writeLead(db, { known, userId, storeId, stage: to.key, at, values })
  })
  return readLead(ctx, storeId)
}

const isContacted = (stages: readonly OwnStage[], key: string | null): boolean =>
  stages.some((stage) => stage.key === key && stage.isContacted)

const nextStepOf = ({ nextStep, nextDay }: Change, known: SavedRow | undefined) => ({
  next_step: nextStep === undefined ? (known?.next_step ?? null) : nextStep,
  next_day: nextDay === undefined ? (known?.next_day ?? null) : nextDay,
})

/**
 * The account's rows about these stores; none for a store that it has not saved. They stay as they
 * are until the transaction ends.
 * @throws AppError `not_found` for a store that does not exist
 */
async function lockSaved(db: Db, userId: UserId, storeIds: StoreId[]): Promise<SavedRow[]> {
  await lockOwnAccount(db, userId)
  if ((await lockMarkedStores(db, storeIds)).length < storeIds.length) throw notFound()
  return db
    .selectFrom('saved_stores')
    .selectAll()
    .where('user_id', '=', userId)
    .where('store_id', 'in', storeIds)
    .execute()
}

type Written = {
  known: SavedRow | undefined
  userId: UserId
  storeId: StoreId
  stage: string
  at: Date
  values: { next_step: string | null; next_day: string | null; contacted_at?: Date }
}

async function writeLead(
  db: Db,
  { known, userId, storeId, stage, at, values }: Written,
): Promise<void> {
  const isMoved = known?.stage !== stage
  const row = {
    ...values,
    stage,
    merged_into: null,
    moved_at: isMoved ? at : (known?.moved_at ?? at),
    version: Math.max((known?.version ?? 0) + 1, at.getTime()),
    updated_at: at,
  }
  await db
    .insertInto('saved_stores')
    .values({ user_id: userId, store_id: storeId, created_at: at, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'store_id']).doUpdateSet(row))
    .execute()
  if (!isMoved) return
  await db
    .insertInto('stage_moves')
    .values({
      user_id: userId,
      store_id: storeId,
      from_stage: known?.stage ?? null,
      to_stage: stage,
      at,
    })
    .execute()
}

/**
 * The other lead keeps its stage and its next step, or takes that of the first one.
 * @throws AppError `not_found` unless both are leads, `notes_too_long` or `too_many_tags` together
 */
export async function mergeLead(
  ctx: CatalogRequest,
  { storeId, into }: { storeId: StoreId; into: StoreId },
): Promise<ResponseOf<typeof api.mergeLead>> {
  const { userId } = requirePaid(ctx)
  if (storeId === into) throw invalidRequest('into')
  const undo = await inTransaction(ctx, async ({ db, now }) => {
    const rows = await lockSaved(
      db,
      userId,
      [storeId, into].toSorted((a, b) => a - b),
    )
    const [from, to] = [storeId, into].map((id) =>
      rows.find((row) => row.store_id === id && row.stage !== null),
    )
    if (!from || !to) throw notFound()
    const at = now()
    const undo = await openUndo({ db, now: () => at }, { userId, kind: 'saved' })
    await sql`insert into bulk_undo_rows (undo_id, store_id, was)
      select ${undo.id}, store_id, to_jsonb(saved_stores) from saved_stores
      where user_id = ${userId} and store_id in (${storeId}, ${into})`.execute(db)
    const update = (row: SavedRow, values: Updateable<SavedStores>) =>
      db
        .updateTable('saved_stores')
        .set({ ...values, version: Math.max(row.version + 1, at.getTime()), updated_at: at })
        .where('user_id', '=', userId)
        .where('store_id', '=', row.store_id)
        .execute()
    await update(to, joined(to, from))
    await update(from, { stage: null, next_step: null, next_day: null, merged_into: into })
    await db
      .insertInto('stage_moves')
      .values({ user_id: userId, store_id: storeId, from_stage: from.stage, to_stage: null, at })
      .execute()
    return undo
  })
  return { lead: await readLead(ctx, into), undo }
}

/** @throws AppError `notes_too_long`, `too_many_tags` */
function joined(to: SavedRow, from: SavedRow): Updateable<SavedStores> {
  const notes = [...new Set([to.notes, from.notes].filter((text) => text !== ''))].join('\n\n')
  const tags = uniqueTags([...to.tags, ...from.tags])
  if (notes.length > MAX_NOTES) throw new AppError('notes_too_long')
  if (tags.length > MAX_TAGS) throw new AppError('too_many_tags')
  const step = to.next_step === null && to.next_day === null ? from : to
  const contacts = [to.contacted_at, from.contacted_at].flatMap((at) => at?.getTime() ?? [])
  return {
    notes,
    tags,
    is_favorite: to.is_favorite || from.is_favorite,
    next_step: step.next_step,
    next_day: step.next_day,
    contacted_at: contacts.length === 0 ? null : new Date(Math.max(...contacts)),
  }
}
