import { sql } from 'kysely'
import type { CtLog, LogHead } from '#discovery/ct/ct-log.ts'
import type { AppContext } from '#server/context.ts'

type Clock = Pick<AppContext, 'now'>

/** An unfinished tile is read later, so a log this close to its head has caught up. */
const TILE_ENTRIES = 256
/** A log without new entries is polled every few seconds; one answer in ten is recorded. */
const NOTE_EVERY_MS = 10_000

const hasCaughtUp = (nextIndex: number, head: LogHead): boolean => head.size - nextIndex <= TILE_ENTRIES

/** Columns for a log that is seen for the first time. A log that starts at its head has nothing to catch up. */
export function noteFirstSight({ now }: Clock, { nextIndex, head }: { nextIndex: number; head: LogHead }) {
  const at = now()
  return {
    followed_at: at,
    live_since: nextIndex >= head.size ? at : null,
    checked_at: at,
    seen_size: head.size,
  }
}

/**
 * Columns for a log whose position moves. `live_since` is set once, at the end of the first catch-up: a later delay (a pause, a slow
 * machine) is lag like any other.
 */
export function progressColumns({ now }: Clock, { nextIndex, head }: { nextIndex: number; head: LogHead }) {
  const liveSince = hasCaughtUp(nextIndex, head) ? now() : null
  return {
    checked_at: now(),
    seen_size: head.size,
    live_since: sql<Date | null>`coalesce(live_since, ${liveSince}::timestamptz)`,
  }
}

/** The log answered without new entries. */
export async function noteHead({ db, now }: AppContext, log: CtLog, head: LogHead): Promise<void> {
  const at = now()
  await db
    .updateTable('ct_logs')
    .set({ checked_at: at, seen_size: head.size })
    .where('log_id', '=', log.logId)
    .where((on) =>
      on.or([on('checked_at', 'is', null), on('checked_at', '<', new Date(at.getTime() - NOTE_EVERY_MS))]),
    )
    .execute()
}
