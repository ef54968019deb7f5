import { sql } from 'kysely'
import type { CtLog, LogHead, LogMemory } from '#discovery/ct/ct-log.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'

/**
 * A quarantined log is tried again after this: some recover by themselves, all need an operator's
 * attention.
 */
const QUARANTINE_MS = 60 * 60 * 1000

export type LogState = {
  /** Null = nothing was read yet, and the start is unknown. */
  position: number | null
  state: 'active' | 'quarantined' | 'ended'
  memory: LogMemory
  pauseMs: number
}

const UNKNOWN_LOG: LogState = {
  position: null,
  state: 'active',
  memory: { head: null, proven: null },
  pauseMs: 0,
}

/**
 * The known state of a log, so that it can neither shrink nor fork unnoticed between two readings.
 */
export async function readLogState(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  log: CtLog,
): Promise<LogState> {
  const row = await db
    .selectFrom('ct_logs')
    .selectAll()
    .where('log_id', '=', log.logId)
    .executeTakeFirst()
  if (!row) return UNKNOWN_LOG
  const head = headOf(row.tree_size, row.root_hash, row.head_at)
  const pauseMs =
    row.state === 'quarantined' && row.retry_at ? row.retry_at.getTime() - now().getTime() : 0
  return {
    position: head ? row.next_index : null,
    state: row.state,
    memory: { head, proven: headOf(row.proven_size, row.proven_root, row.proven_at) },
    pauseMs: Math.max(0, pauseMs),
  }
}

function headOf(size: number | null, rootHash: string | null, at: Date | null): LogHead | null {
  return size === null || rootHash === null || at === null
    ? null
    : { size, rootHash, timestampMs: at.getTime() }
}

export const headColumns = (head: LogHead) => ({
  tree_size: head.size,
  root_hash: head.rootHash,
  head_at: new Date(head.timestampMs),
})

export const provenColumns = (proven: LogHead | undefined) =>
  proven && {
    proven_size: proven.size,
    proven_root: proven.rootHash,
    proven_at: new Date(proven.timestampMs),
  }

export const ACTIVE_COLUMNS = {
  state: 'active',
  problem: null,
  quarantined_at: null,
  retry_at: null,
} as const

/** Records a log on first sight, with its start position. A known log keeps its position. */
export async function beginLog(
  ctx: AppContext,
  log: CtLog,
  begin: { nextIndex: number; head: LogHead },
): Promise<void> {
  const columns = {
    next_index: begin.nextIndex,
    ...headColumns(begin.head),
    ...provenColumns(begin.head),
    ...firstSightColumns(ctx, begin),
  }
  await ctx.db
    .insertInto('ct_logs')
    .values({ ...identityOf(ctx, log), ...columns, ...ACTIVE_COLUMNS })
    .onConflict((conflict) =>
      conflict
        .column('log_id')
        .doUpdateSet({ ...columns, ...ACTIVE_COLUMNS, updated_at: ctx.now() })
        .where('ct_logs.root_hash', 'is', null),
    )
    .execute()
}

const identityOf = ({ now }: AppContext, log: CtLog) => ({
  log_id: log.logId,
  description: log.description,
  operator: log.operator,
  url: log.url,
  updated_at: now(),
})

/**
 * Pauses a log that contradicts itself. Its position and heads stay unchanged, and so does the time
 * when it was first quarantined.
 */
export async function quarantineLog(ctx: AppContext, log: CtLog, problem: string): Promise<void> {
  const now = ctx.now()
  const quarantined = {
    state: 'quarantined',
    problem,
    retry_at: new Date(now.getTime() + QUARANTINE_MS),
  } as const
  const row = await ctx.db
    .insertInto('ct_logs')
    .values({
      ...identityOf(ctx, log),
      ...quarantined,
      next_index: 0,
      tree_size: 0,
      quarantined_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('log_id').doUpdateSet({
        ...quarantined,
        quarantined_at: sql<Date>`coalesce(ct_logs.quarantined_at, ${now}::timestamptz)`,
        updated_at: now,
      }),
    )
    .returning('quarantined_at')
    .executeTakeFirstOrThrow()
  ctx.log.error(
    { event: 'log.quarantined', log: log.description, problem, since: row.quarantined_at },
    'log contradicts itself and is quarantined',
  )
}

export async function activateLog(ctx: AppContext, log: CtLog): Promise<void> {
  await ctx.db
    .updateTable('ct_logs')
    .set({ ...ACTIVE_COLUMNS, updated_at: ctx.now() })
    .where('log_id', '=', log.logId)
    .execute()
}

/**
 * Ends the logs that the list no longer names for new certificates; an earlier problem stays on
 * record. `listed` must not be empty.
 * @returns their descriptions
 */
export async function endUnlistedLogs(db: Db, listed: readonly CtLog[]): Promise<string[]> {
  const ended = await db
    .updateTable('ct_logs')
    .set({ state: 'ended', retry_at: null })
    .where('state', '!=', 'ended')
    .where(
      'log_id',
      'not in',
      listed.map(({ logId }) => logId),
    )
    .returning('description')
    .execute()
  return ended.map(({ description }) => description)
}

type Clock = Pick<AppContext, 'now'>

/** An unfinished tile is read later, so a log this close to its head has caught up. */
const TILE_ENTRIES = 256
/** A log without new entries is polled every few seconds; one answer in ten is recorded. */
const RECORD_EVERY_MS = 10_000

const hasCaughtUp = (nextIndex: number, head: LogHead): boolean =>
  head.size - nextIndex <= TILE_ENTRIES

/** A log that starts at its head has nothing to catch up. */
function firstSightColumns(
  { now }: Clock,
  { nextIndex, head }: { nextIndex: number; head: LogHead },
) {
  const at = now()
  return {
    followed_at: at,
    live_since: nextIndex >= head.size ? at : null,
    checked_at: at,
    seen_size: head.size,
  }
}

/**
 * `live_since` is set once, at the end of the first catch-up: a later delay (a pause, a slow
 * machine) is lag like any other.
 */
export function progressColumns(
  { now }: Clock,
  { nextIndex, head }: { nextIndex: number; head: LogHead },
) {
  const liveSince = hasCaughtUp(nextIndex, head) ? now() : null
  return {
    checked_at: now(),
    seen_size: head.size,
    live_since: sql<Date | null>`coalesce(live_since, ${liveSince}::timestamptz)`,
  }
}

export async function recordHead(
  { db, now }: AppContext,
  log: CtLog,
  head: LogHead,
): Promise<void> {
  const at = now()
  await db
    .updateTable('ct_logs')
    .set({ checked_at: at, seen_size: head.size })
    .where('log_id', '=', log.logId)
    .where((on) =>
      on.or([
        on('checked_at', 'is', null),
        on('checked_at', '<', new Date(at.getTime() - RECORD_EVERY_MS)),
      ]),
    )
    .execute()
}
