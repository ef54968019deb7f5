import { sql } from 'kysely'
import type { AppContext } from '#server/context.ts'

const LEASE_MS = 60_000
/** Said again in good time, and not at every step. */
const RENEW_BEFORE_MS = 30_000

export type LogLease = {
  /** False while another process reads the log. A log that has no row yet is anybody's. */
  hold: () => Promise<boolean>
  /** Keeps the log through a rest, so that nobody else asks it before the time that it asked for is over. */
  keepFor: (restMs: number) => Promise<void>
  release: () => Promise<void>
}

/**
 * One process at a time reads a log: two would ask its operator for everything twice. The lease of one that died runs out. It saves work
 * only; that nothing is counted twice is settled where a batch is committed.
 */
export function createLogLease(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  logId: string,
  readerId: string,
): LogLease {
  let heldUntilMs = -Infinity

  const claimUntil = async (until: Date): Promise<boolean> => {
    const { rows } = await sql<{ reader: string | null }>`
      update ct_logs set
        reader = case when reader_until >= ${now()} then reader else ${readerId} end,
        reader_until = case when reader_until >= ${now()} and reader <> ${readerId} then reader_until else ${until} end
      where log_id = ${logId} returning reader`.execute(db)
    const [row] = rows
    if (row?.reader === readerId) heldUntilMs = until.getTime()
    return !row || row.reader === readerId
  }
  return {
    async hold() {
      const nowMs = now().getTime()
      return heldUntilMs - nowMs > RENEW_BEFORE_MS || (await claimUntil(new Date(nowMs + LEASE_MS)))
    },
    async keepFor(restMs) {
      const untilMs = now().getTime() + restMs + RENEW_BEFORE_MS
      if (untilMs > heldUntilMs) await claimUntil(new Date(untilMs))
    },
    async release() {
      heldUntilMs = -Infinity
      await db
        .updateTable('ct_logs')
        .set({ reader: null, reader_until: null })
        .where('log_id', '=', logId)
        .where('reader', '=', readerId)
        .execute()
    },
  }
}
