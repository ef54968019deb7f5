import { type NotNull, sql } from 'kysely'
import { DAY_MS, dayOf } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import type { Accuracy } from '#contracts/operations/freshness.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { StoredComparison } from '#server/platform/db/operations-schema.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { defineCron } from '#server/platform/jobs/job-definition.ts'

/** The key allows one run a night, however often the job runs. */
export const checkAccuracyNightly = defineCron({
  name: 'check-accuracy',
  maxAttempts: 5,
  cron: '20 3 * * *',
  run: async (ctx) => void (await startAccuracyRun(ctx, nightKey(ctx.now()))),
})

export const nightKey = (now: Date): string => `night:${dayOf(now)}`

const SAMPLE_DAYS = 30
/** One in six is an established shop: they are shown too, on request. */
const ESTABLISHED_ONE_IN = 6

/**
 * A random sample of the stores that became visible in the last 30 days, once per key; the process
 * that visits stores carries it out.
 * @returns the run's id; null when it was started before or no store exists yet
 */
export async function startAccuracyRun(
  ctx: Pick<AppContext, 'db' | 'now' | 'config' | 'log'>,
  key: string,
): Promise<number | null> {
  const runId = await inTransaction(ctx, async (ctx) => {
    if (!(await isAnyStoreVisible(ctx.db, sampleStart(ctx.now())))) return null
    const run = await ctx.db
      .insertInto('accuracy_runs')
      .values({ key, started_at: ctx.now() })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!run) return null
    await drawSample(ctx.db, run.id, sampleStart(ctx.now()), ctx.config.ACCURACY_SAMPLE)
    return run.id
  })
  if (runId !== null) ctx.log.info({ event: 'accuracy.begun', runId, key }, 'accuracy run begun')
  return runId
}

const sampleStart = (now: Date) => new Date(now.getTime() - SAMPLE_DAYS * DAY_MS)

async function isAnyStoreVisible(db: Db, from: Date): Promise<boolean> {
  const row = await db
    .selectFrom('stores')
    .select('id')
    .where('visible_at', '>', from)
    .limit(1)
    .execute()
  return row.length > 0
}

async function drawSample(db: Db, runId: number, from: Date, size: number): Promise<void> {
  const established = Math.floor(size / ESTABLISHED_ONE_IN)
  await sql`
    insert into accuracy_checks (store_id, run_id)
    (select id, ${runId}::bigint from stores where launch_status = 'new' and visible_at > ${from}
      order by random() limit ${size - established})
    union all
    (select id, ${runId}::bigint from stores where launch_status = 'established' and visible_at > ${from}
      order by random() limit ${established})`.execute(db)
}

/** The last finished run in which at least one value could be compared; null until there is one. */
export async function readAccuracy(db: Db): Promise<Accuracy | null> {
  const run = await findLatestRun(db)
  if (!run) return null
  const checks = await db
    .selectFrom('accuracy_checks')
    .select('fields')
    .where('run_id', '=', run.id)
    .where('outcome', '=', 'compared')
    .execute()
  const fields: Record<string, FieldCounts> = {}
  for (const check of checks) addFieldCounts(fields, check.fields)
  return {
    ...presentRun(run),
    unreachable: run.unreachable ?? 0,
    fields: Object.entries(fields)
      .map(([field, counts]) => ({ field, ...counts }))
      .toSorted((a, b) => (a.field < b.field ? -1 : 1)),
  }
}

export async function readAccuracyTotals(
  db: Db,
): Promise<Omit<Accuracy, 'unreachable' | 'fields'> | null> {
  const run = await findLatestRun(db)
  return run ? presentRun(run) : null
}

const presentRun = (run: Run) => ({
  share: shareOf(run.correct ?? 0, run.compared),
  sample: run.stores ?? 0,
  measuredAt: run.finished_at.toISOString(),
  compared: run.compared,
  correct: run.correct ?? 0,
  changed: run.changed ?? 0,
  wrong: run.wrong ?? 0,
  missing: run.missing ?? 0,
})

/** Rounded down to a tenth of a per cent: 1 only where everything was right. */
const shareOf = (correct: number, compared: number): number =>
  Math.floor((1_000 * correct) / compared) / 1_000

const findLatestRun = (db: Db) =>
  db
    .selectFrom('accuracy_runs')
    .selectAll()
    .where('finished_at', 'is not', null)
    .where('compared', '>', 0)
    .$narrowType<{ finished_at: NotNull; compared: NotNull }>()
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
type Run = NonNullable<Awaited<ReturnType<typeof findLatestRun>>>

type FieldCounts = Record<'compared' | StoredComparison['verdict'], number>

/** A value that we do not show counts as missing, not as compared. */
function addFieldCounts(
  counts: Record<string, FieldCounts>,
  fields: Record<string, StoredComparison> | null,
): void {
  for (const [field, { verdict }] of Object.entries(fields ?? {})) {
    const count = (counts[field] ??= { compared: 0, correct: 0, changed: 0, wrong: 0, missing: 0 })
    count[verdict] += 1
    if (verdict !== 'missing') count.compared += 1
  }
}

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
