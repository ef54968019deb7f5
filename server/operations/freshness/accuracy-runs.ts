import type { StoreId } from '#contracts/ids.ts'
import { sql } from 'kysely'
import type { AppContext } from '#server/platform/context.ts'
import type { StoredComparison } from '#server/platform/db/operations-schema.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { addFieldCounts, type FieldCounts } from './accuracy.ts'

type OpenRun = { id: number; startedAt: Date }
export type OpenCheck = { storeId: StoreId; runId: number; tries: number }

export async function findOpenRun(db: Db): Promise<OpenRun | null> {
  const row = await db
    .selectFrom('accuracy_runs')
    .select(['id', 'started_at'])
    .where('finished_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row ? { id: row.id, startedAt: row.started_at } : null
}

/** Null while all remaining ones wait; `none` = nothing is left. */
export async function nextCheck(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  runId: number,
): Promise<OpenCheck | 'rest' | 'none'> {
  const row = await db
    .selectFrom('accuracy_checks')
    .select(['store_id', 'tries', 'not_before'])
    .where('run_id', '=', runId)
    .where('outcome', 'is', null)
    .orderBy(sql`coalesce(not_before, '-infinity')`)
    .orderBy('store_id')
    .limit(1)
    .executeTakeFirst()
  if (!row) return 'none'
  if (row.not_before && row.not_before > now()) return 'rest'
  return { storeId: row.store_id, runId, tries: row.tries }
}

export async function endCheck(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  check: OpenCheck,
  outcome: 'compared' | 'unreachable' | 'skipped',
  fields?: Record<string, StoredComparison>,
): Promise<void> {
  await rowOf(db, check)
    .set({
      outcome,
      fields: fields ? JSON.stringify(fields) : null,
      checked_at: now(),
      tries: check.tries + 1,
    })
    .execute()
}

export async function postponeCheck(db: Db, check: OpenCheck, until: Date): Promise<void> {
  await rowOf(db, check)
    .set({ not_before: until, tries: check.tries + 1 })
    .execute()
}

const rowOf = (db: Db, { storeId, runId }: OpenCheck) =>
  db
    .updateTable('accuracy_checks')
    .where('store_id', '=', storeId)
    .where('run_id', '=', runId)
    .where('outcome', 'is', null)

/** Finishes a run, once; stores that could not be reached until now count as unreachable. */
export async function finishRun(ctx: AppContext, runId: number): Promise<void> {
  const counts = await inTransaction(ctx, async (ctx) => {
    await ctx.db
      .updateTable('accuracy_checks')
      .set({ outcome: 'unreachable', checked_at: ctx.now() })
      .where('run_id', '=', runId)
      .where('outcome', 'is', null)
      .execute()
    const sum = await sumUp(ctx.db, runId)
    const done = await ctx.db
      .updateTable('accuracy_runs')
      .set({ ...sum, finished_at: ctx.now() })
      .where('id', '=', runId)
      .where('finished_at', 'is', null)
      .returning('id')
      .execute()
    return done.length > 0 ? sum : null
  })
  if (counts) ctx.log.info({ event: 'accuracy.measured', runId, ...counts }, 'accuracy measured')
}

async function sumUp(db: Db, runId: number) {
  const rows = await db
    .selectFrom('accuracy_checks')
    .select(['outcome', 'fields'])
    .where('run_id', '=', runId)
    .execute()
  const byField: Record<string, FieldCounts> = {}
  for (const row of rows) addFieldCounts(byField, row.fields)
  const total = (name: keyof FieldCounts) =>
    Object.values(byField).reduce((sum, counts) => sum + counts[name], 0)
  return {
    stores: rows.filter((row) => row.outcome === 'compared').length,
    unreachable: rows.filter((row) => row.outcome === 'unreachable').length,
    compared: total('compared'),
    correct: total('correct'),
    changed: total('changed'),
    wrong: total('wrong'),
    missing: total('missing'),
  }
}
