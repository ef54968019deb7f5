import { sql } from 'kysely'
import type { CtLog, LogHead, LogStep } from '#discovery/ct/ct-log.ts'
import type { LogReader } from '#discovery/ct/read-log.ts'
import type { AppContext } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { addCandidates } from '#server/pipeline/candidates.ts'
import { correctFoundDays } from '#server/pipeline/correct-found-days.ts'
import { rememberScreened, type ScreenDeps, screenNames } from '#server/pipeline/screen-names.ts'

export type TailDeps = { ctx: AppContext; screen: ScreenDeps; onCandidates: () => void }

/**
 * One step of one log: read a batch, screen its names, and commit position and candidates together. Killed at any point,
 * the same batch is read again.
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
  const step = await reader.step(position, signal)
  if (signal.aborted) return 0
  switch (step.kind) {
    case 'entries':
      await commitBatch(deps, log, step)
      return 0
    case 'wait':
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

/** Where to go on; on first sight `CT_BACKLOG_ENTRIES` before the log's head. Null = the head is not known yet. */
async function readPosition(
  ctx: AppContext,
  log: CtLog,
  reader: LogReader,
  signal: AbortSignal,
): Promise<number | null> {
  const row = await ctx.db
    .selectFrom('ct_logs')
    .select('next_index')
    .where('log_id', '=', log.logId)
    .executeTakeFirst()
  if (row) return row.next_index
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
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return nextIndex
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

async function commitBatch(
  deps: TailDeps,
  log: CtLog,
  step: Extract<LogStep, { kind: 'entries' }>,
): Promise<void> {
  const screened = await screenNames(deps.screen, step.entries)
  await inTransaction(deps.ctx, async (ctx) => {
    const about = { logId: log.logId, now: ctx.now() }
    await addCandidates(ctx.db, screened.pointing, { ...about, stage: 'visit' })
    await addCandidates(ctx.db, screened.unresolved, { ...about, stage: 'resolve' })
    await correctFoundDays(ctx.db, [...screened.pointing.keys()])
    await ctx.db
      .updateTable('ct_logs')
      .set({
        next_index: step.nextIndex,
        ...headColumns(step.head),
        entries_read: sql`entries_read + ${step.entries.length}`,
        hosts_checked: sql`hosts_checked + ${screened.checked}`,
        updated_at: ctx.now(),
      })
      .where('log_id', '=', log.logId)
      .execute()
  })
  rememberScreened(deps.screen, step.entries, screened)
  if (screened.pointing.size > 0) deps.onCandidates()
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
