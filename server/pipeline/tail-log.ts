import { sql } from 'kysely'
import type { CtLog, LogHead, LogStep } from '#discovery/ct/ct-log.ts'
import type { LogReader } from '#discovery/ct/read-log.ts'
import type { AppContext } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { addCandidates, countFirstVisits } from '#server/pipeline/candidates.ts'
import { noteFirstSight, noteHead, progressColumns } from '#server/pipeline/log-progress.ts'
import { correctFoundDays } from '#server/pipeline/correct-found-days.ts'
import { rememberScreened, type ScreenDeps, screenNames } from '#server/pipeline/screen-names.ts'

export type TailDeps = { ctx: AppContext; screen: ScreenDeps; onCandidates: () => void }

/**
 * One step of one log: read a batch, screen its names, and commit position and candidates together. Killed at any point,
 * the same batch is read again; of two processes that read the same batch one commits it, the other drops it.
 * @returns milliseconds to rest before the next step, or null when the log is parked.
 */
export async function tailLogStep(
  deps: TailDeps,
  log: CtLog,
  reader: LogReader,
  signal: AbortSignal,
): Promise<number | null> {
  const position = await readPosition(deps.ctx, log, reader, signal)
  if (position === null) return 1_000
  if (await areVisitsBehind(deps.ctx)) return PAUSE_MS
  const step = await reader.step(position, signal)
  if (signal.aborted) return 0
  switch (step.kind) {
    case 'entries':
      await commitBatch(deps, log, { ...step, fromIndex: position }, signal)
      return 0
    case 'wait':
      await noteHead(deps.ctx, log, step.head)
      return step.afterMs
    case 'unavailable':
      deps.ctx.log.warn(
        { event: 'log.unavailable', log: log.description, detail: step.detail, waitMs: step.afterMs },
        'log unavailable',
      )
      return step.afterMs
    case 'broken':
      await parkLog(deps.ctx, log, step.detail)
      return null
    default:
      return step satisfies never
  }
}

const PAUSE_MS = 200

async function areVisitsBehind({ db, config }: AppContext): Promise<boolean> {
  return (await countFirstVisits(db, config.CT_PAUSE_ABOVE_HOSTS)) >= config.CT_PAUSE_ABOVE_HOSTS
}

/** Where to go on; on first sight `CT_BACKLOG_ENTRIES` before the log's head. Null = the head is not known yet. */
async function readPosition(
  ctx: AppContext,
  log: CtLog,
  reader: LogReader,
  signal: AbortSignal,
): Promise<number | null> {
  const stored = await storedPosition(ctx, log)
  if (stored !== undefined) return stored
  const head = await reader.readHead(signal)
  if (!head) return null
  const nextIndex = Math.max(0, head.size - ctx.config.CT_BACKLOG_ENTRIES)
  await ctx.db
    .insertInto('ct_logs')
    .values({
      log_id: log.logId,
      description: log.description,
      operator: log.operator,
      url: log.url,
      next_index: nextIndex,
      ...headColumns(head),
      state: 'active',
      problem: null,
      updated_at: ctx.now(),
      ...noteFirstSight(ctx, nextIndex, head),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await storedPosition(ctx, log)) ?? null
}

async function storedPosition(ctx: AppContext, log: CtLog): Promise<number | undefined> {
  const row = await ctx.db
    .selectFrom('ct_logs')
    .select('next_index')
    .where('log_id', '=', log.logId)
    .executeTakeFirst()
  return row?.next_index
}

/** The head that was verified before a restart, so that a log cannot shrink while nobody looks. */
export async function lastHeadOf(ctx: AppContext, log: CtLog): Promise<LogHead | null> {
  const row = await ctx.db
    .selectFrom('ct_logs')
    .select(['tree_size', 'root_hash', 'head_at'])
    .where('log_id', '=', log.logId)
    .executeTakeFirst()
  if (!row?.root_hash || !row.head_at) return null
  return { size: row.tree_size, rootHash: row.root_hash, timestampMs: row.head_at.getTime() }
}

type Batch = Extract<LogStep, { kind: 'entries' }> & { fromIndex: number }

async function commitBatch(deps: TailDeps, log: CtLog, step: Batch, signal: AbortSignal): Promise<void> {
  const screened = await screenNames(deps.screen, step.entries, signal)
  const isOurs = await inTransaction(deps.ctx, async (ctx) => {
    if (!(await isStillAt(ctx, log, step.fromIndex))) return false
    const about = { logId: log.logId, now: ctx.now() }
    await addCandidates(ctx.db, screened.pointing, { ...about, word: 'pointing' })
    await addCandidates(ctx.db, screened.unknown, { ...about, word: 'unknown' })
    await addCandidates(ctx.db, screened.unanswered, { ...about, word: 'unanswered' })
    await correctFoundDays(ctx, [...screened.pointing.keys()])
    await movePosition(ctx, log, step, screened.checked)
    return true
  })
  if (!isOurs) return
  rememberScreened(deps.screen, step.entries, screened)
  if (screened.pointing.size > 0) deps.onCandidates()
}

/** The row stays locked until the commit, so that nobody else commits the same batch. */
async function isStillAt(ctx: AppContext, log: CtLog, fromIndex: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('ct_logs')
    .select('next_index')
    .where('log_id', '=', log.logId)
    .forUpdate()
    .executeTakeFirst()
  return row?.next_index === fromIndex
}

/** A log that was parked and now agrees with itself again (a mirror was behind, say) is active from here on. */
async function movePosition(ctx: AppContext, log: CtLog, step: Batch, checked: number): Promise<void> {
  await ctx.db
    .updateTable('ct_logs')
    .set({
      next_index: step.nextIndex,
      ...headColumns(step.head),
      state: 'active',
      problem: null,
      entries_read: sql`entries_read + ${step.entries.length}`,
      hosts_checked: sql`hosts_checked + ${checked}`,
      updated_at: ctx.now(),
      ...progressColumns(ctx, step),
    })
    .where('log_id', '=', log.logId)
    .execute()
}

async function parkLog(ctx: AppContext, log: CtLog, problem: string): Promise<void> {
  await ctx.db
    .updateTable('ct_logs')
    .set({ state: 'parked', problem, updated_at: ctx.now() })
    .where('log_id', '=', log.logId)
    .execute()
  ctx.log.error(
    { event: 'log.parked', log: log.description, problem },
    'log contradicts itself and is parked',
  )
}

const headColumns = (head: LogHead) => ({
  tree_size: head.size,
  root_hash: head.rootHash,
  head_at: new Date(head.timestampMs),
})
