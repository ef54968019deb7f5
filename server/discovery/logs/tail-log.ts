import { sql } from 'kysely'
import type { CtLog, LogEntry, LogHead, LogStep } from '#discovery/ct/ct-log.ts'
import type { LogReader } from '#discovery/ct/read-log.ts'
import { addCandidates, countFirstVisits } from '#server/discovery/candidates.ts'
import { correctFoundDays } from '#server/discovery/visits/found-times.ts'
import type { AppContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import {
  activateLog,
  ACTIVE_COLUMNS,
  beginLog,
  headColumns,
  type LogState,
  progressColumns,
  provenColumns,
  quarantineLog,
  readLogState,
  recordHead,
} from './log-state.ts'
import { rememberScreened, type ScreenDeps, screenNames } from './name-screening.ts'

export type TailDeps = {
  ctx: AppContext
  screen: ScreenDeps
  backlogPauseMs: BacklogPauseMs
  onCandidates: () => void
}

/** How long reading pauses because too many hosts wait for their first visit; 0 = it goes on. */
type BacklogPauseMs = () => Promise<number>

const PAUSE_MS = 200
const NO_HEAD_WAIT_MS = 1_000
/**
 * Counting up to the limit takes milliseconds for 400 hosts, and half a second for a million: at
 * most a fiftieth of the time goes into it.
 */
const COUNTED_FOR_DURATIONS = 50
const MAX_COUNTED_FOR_MS = 15_000

/**
 * Reads a batch, screens its names, adds the candidates, and only then moves the position. After a
 * crash the same batch is read again, which changes nothing; of two processes one moves the
 * position.
 * @returns milliseconds to pause, or null when the log is quarantined
 */
export async function tailLogStep(
  deps: TailDeps,
  log: CtLog,
  reader: LogReader,
  signal: AbortSignal,
): Promise<number | null> {
  const { ctx } = deps
  const before = await readLogState(ctx, log)
  const position = before.position ?? (await beginAtHead(ctx, log, reader, signal))
  const backlogPauseMs = position === null ? 0 : await deps.backlogPauseMs()
  if (backlogPauseMs > 0) return backlogPauseMs
  const step = await reader.step(position ?? 0, signal)
  if (signal.aborted) return 0
  switch (step.kind) {
    case 'entries':
      if (position === null) return NO_HEAD_WAIT_MS
      await commitBatch(deps, log, { ...step, fromIndex: position }, signal)
      if (before.state === 'quarantined') reportActive(ctx, log)
      return 0
    case 'wait':
      if (position !== null)
        await activateIfConsistent(ctx, log, { before, position, head: step.head })
      await recordHead(ctx, log, step.head)
      return step.afterMs
    case 'unavailable':
      // Every busy log refuses now and then; a permanent refusal shows in the metrics as the age of
      // its last step.
      ctx.log.info(
        {
          event: 'log.unavailable',
          log: log.description,
          detail: step.detail,
          waitMs: step.afterMs,
        },
        'log unavailable',
      )
      return step.afterMs
    case 'broken':
      await quarantineLog(ctx, log, step.detail)
      return null
    default:
      return step satisfies never
  }
}

/** One for all logs of a process: they share its counts. */
export function createBacklogPause(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  clock = () => performance.now(),
): BacklogPauseMs {
  const limit = config.CT_PAUSE_ABOVE_HOSTS
  let counted = { isBehind: false, untilMs: -Infinity }
  let counting: Promise<void> | null = null
  const count = async (): Promise<void> => {
    const startedMs = clock()
    const isBehind = (await countFirstVisits(db, limit)) >= limit
    const endedMs = clock()
    const forMs = Math.min(MAX_COUNTED_FOR_MS, (endedMs - startedMs) * COUNTED_FOR_DURATIONS)
    counted = { isBehind, untilMs: endedMs + forMs }
  }
  return async () => {
    if (clock() >= counted.untilMs) await (counting ??= count().finally(() => (counting = null)))
    return counted.isBehind ? Math.max(PAUSE_MS, counted.untilMs - clock()) : 0
  }
}

/**
 * On first sight a log is read from `CT_BACKLOG_ENTRIES` before its head. Null = the head is
 * unavailable; the next step logs the reason.
 */
async function beginAtHead(
  ctx: AppContext,
  log: CtLog,
  reader: LogReader,
  signal: AbortSignal,
): Promise<number | null> {
  const head = await reader.readHead(signal)
  if (!head) return null
  const nextIndex = Math.max(0, head.size - ctx.config.CT_BACKLOG_ENTRIES)
  await beginLog(ctx, log, { nextIndex, head })
  return (await readLogState(ctx, log)).position
}

/** An inactive log becomes active again as soon as its head covers everything read from it. */
async function activateIfConsistent(
  ctx: AppContext,
  log: CtLog,
  { before, position, head }: { before: LogState; position: number; head: LogHead },
): Promise<void> {
  if (before.state === 'active' || head.size < position) return
  await activateLog(ctx, log)
  if (before.state === 'quarantined') reportActive(ctx, log)
}

const reportActive = (ctx: AppContext, log: CtLog): void =>
  ctx.log.info(
    { event: 'log.active-again', log: log.description },
    'quarantined log is consistent again',
  )

type Batch = Extract<LogStep, { kind: 'entries' }> & { fromIndex: number }

async function commitBatch(
  deps: TailDeps,
  log: CtLog,
  step: Batch,
  signal: AbortSignal,
): Promise<void> {
  const entries = withValidTimes(step.entries, step.head)
  const screened = await screenNames(deps.screen, entries, signal)
  const source = { logId: log.logId, now: deps.ctx.now() }
  // Outside the transaction: logs reveal the same new hosts at the same moment, and one would wait
  // for all that the other does in its own.
  for (const answer of ['pointing', 'unknown', 'unanswered'] as const)
    await addCandidates(deps.ctx.db, screened[answer], { ...source, answer })
  const isCommitted = await inTransaction(deps.ctx, async (ctx) => {
    if (!(await lockPosition(ctx, log, step.fromIndex))) return false
    await correctFoundDays(ctx, [...screened.pointing.keys()])
    await movePosition(ctx, log, step, screened.checked)
    return true
  })
  if (!isCommitted) return
  rememberScreened(deps.screen, entries, screened)
  if (screened.pointing.size > 0) deps.onCandidates()
}

/** Before the first log began; an entry with an older date is false. */
const FIRST_LOG_MS = Date.UTC(2013, 0, 1)

/**
 * No entry is younger than the head that covers it. Names tiles are not signed, and an impossible
 * day must not become a store's.
 */
function withValidTimes(entries: LogEntry[], head: LogHead): LogEntry[] {
  const isValid = ({ timestampMs: at }: LogEntry) => at >= FIRST_LOG_MS && at <= head.timestampMs
  if (entries.every(isValid)) return entries
  return entries.map((entry) =>
    isValid(entry) ? entry : { ...entry, timestampMs: head.timestampMs },
  )
}

/** The row stays locked until the commit, so that no other process commits the same batch. */
async function lockPosition(ctx: AppContext, log: CtLog, fromIndex: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('ct_logs')
    .select('next_index')
    .where('log_id', '=', log.logId)
    .forUpdate()
    .executeTakeFirst()
  return row?.next_index === fromIndex
}

/**
 * A quarantined log that is consistent again (for example after a mirror caught up) becomes active.
 */
async function movePosition(
  ctx: AppContext,
  log: CtLog,
  step: Batch,
  checked: number,
): Promise<void> {
  const unreadable = step.entries.filter((entry) => entry.isUnreadable).length
  await ctx.db
    .updateTable('ct_logs')
    .set({
      next_index: step.nextIndex,
      ...headColumns(step.head),
      ...provenColumns(step.proven),
      ...ACTIVE_COLUMNS,
      entries_read: sql`entries_read + ${step.entries.length}`,
      unreadable_entries: sql`unreadable_entries + ${unreadable}`,
      hosts_checked: sql`hosts_checked + ${checked}`,
      updated_at: ctx.now(),
      ...progressColumns(ctx, step),
    })
    .where('log_id', '=', log.logId)
    .execute()
}
