import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Role } from '#contracts/accounts/auth.ts'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import { dayOf } from '#contracts/dates.ts'
import type { BodyOf, QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import type { UserId } from '#contracts/ids.ts'
import type * as api from '#contracts/workspace/leads.ts'
import { BUILT_IN_STAGES, isContactedByDefault } from '#contracts/workspace/stage-keys.ts'
import { lockOwnAccount } from '#server/accounts/api.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, invalidRequest } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { findLeads, isOverdue, isToday, type OwnLeads } from './lead-rows.ts'

export type OwnStage = Pick<api.Stage, 'key' | 'name' | 'isContacted'>

/** In order: those that the account has chosen, or the built-in ones. */
export async function readStages(db: Db, userId: UserId): Promise<OwnStage[]> {
  const rows = await db
    .selectFrom('stages')
    .select(['key', 'name', 'is_contacted as isContacted'])
    .where('user_id', '=', userId)
    .orderBy('position')
    .execute()
  if (rows.length > 0) return rows
  return BUILT_IN_STAGES.map((key) => ({ key, name: null, isContacted: isContactedByDefault(key) }))
}

/** @throws AppError `invalid_request` for a stage that the account does not have */
export function requireStage(stages: readonly OwnStage[], key: string): OwnStage {
  const stage = stages.find((each) => each.key === key)
  if (!stage) throw invalidRequest('stage')
  return stage
}

export async function listStages(
  ctx: RequestContext,
  query: QueryOf<typeof api.listStages>,
): Promise<api.Board> {
  const { userId, role } = requirePaid(ctx)
  return readBoard(ctx.db, { userId, role, ...query, today: query.today ?? dayOf(ctx.now()) })
}

async function readBoard(db: Db, asked: OwnLeads & { role: Role }): Promise<api.Board> {
  const [stages, counts, erased] = await Promise.all([
    readStages(db, asked.userId),
    countLeads(db, asked),
    db
      .selectFrom('erased_leads')
      .select(['stage', 'leads as count'])
      .where('user_id', '=', asked.userId)
      .orderBy('stage', (order) => order.collate('C'))
      .execute(),
  ])
  return {
    stages: stages.map((stage) => ({ ...stage, ...(counts.get(stage.key) ?? NO_LEADS) })),
    limit: rightsOf(asked.role).stages,
    erased,
  }
}

type Counts = Pick<api.Stage, 'leads' | 'overdue' | 'today'>
const NO_LEADS: Counts = { leads: 0, overdue: 0, today: 0 }

async function countLeads(db: Db, asked: OwnLeads): Promise<Map<string, Counts>> {
  const { rows } = await sql<Counts & { stage: string }>`
    select stage, count(*)::int as leads,
      count(*) filter (where ${isOverdue(asked.today)})::int as overdue,
      count(*) filter (where ${isToday(asked.today)})::int as today
    ${findLeads(asked)} group by stage`.execute(db)
  return new Map(rows.map(({ stage, ...counts }) => [stage, counts]))
}

/**
 * Deleted stages pass their leads on.
 * @throws AppError `stage_limit`, `invalid_request` without a stage that takes the leads of a
 * deleted one
 */
export async function putStages(
  ctx: RequestContext,
  { stages, moved }: BodyOf<typeof api.putStages>,
): Promise<api.Board> {
  const { userId, role } = requirePaid(ctx)
  const wanted = stages.map(({ key = randomUUID(), ...stage }) => ({ key, ...stage }))
  const keys = new Set(wanted.map(({ key }) => key))
  if (keys.size < wanted.length) throw invalidRequest('stages')
  await inTransaction(ctx, async ({ db, now }) => {
    await lockOwnAccount(db, userId)
    const before = await readStages(db, userId)
    if (wanted.length > Math.max(rightsOf(role).stages, before.length))
      throw new AppError('stage_limit')
    const deleted = before.filter(({ key }) => !keys.has(key))
    const takers = new Map(Object.entries(moved))
    if (!deleted.every(({ key }) => keys.has(takers.get(key) ?? ''))) throw invalidRequest('moved')
    await db.deleteFrom('stages').where('user_id', '=', userId).execute()
    await db
      .insertInto('stages')
      .values(
        wanted.map(({ key, name, isContacted }, position) => ({
          user_id: userId,
          key,
          name,
          position,
          is_contacted: isContacted,
        })),
      )
      .execute()
    for (const { key: from } of deleted)
      await passOn(db, { userId, from, to: takers.get(from) ?? '', now: now() })
  })
  return readBoard(ctx.db, { userId, role, today: dayOf(ctx.now()) })
}

type Passing = { userId: UserId; from: string; to: string; now: Date }

/** It contacts no one, so the time of the last contact stays. */
const passOn = (db: Db, { userId, from, to, now }: Passing) =>
  sql`with passed as (
      update saved_stores set stage = ${to}, moved_at = ${now}, updated_at = ${now},
        version = greatest(version + 1, ${now.getTime()})
      where user_id = ${userId} and stage = ${from} returning store_id)
    insert into stage_moves (user_id, store_id, from_stage, to_stage, at)
      select ${userId}, store_id, ${from}, ${to}, ${now} from passed order by store_id`.execute(db)

export async function dismissErasedLeads(
  ctx: RequestContext,
): Promise<ResponseOf<typeof api.dismissErasedLeads>> {
  const { userId } = requirePaid(ctx)
  const rows = await ctx.db
    .deleteFrom('erased_leads')
    .where('user_id', '=', userId)
    .returning('leads')
    .execute()
  return { leads: rows.reduce((sum, { leads }) => sum + leads, 0) }
}
