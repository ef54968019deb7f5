import type { Db } from '#server/platform/db/schema.ts'

const ASK_EVERY_MS = 30_000

/** The last known number of parked logs: a health check never waits for the database. */
export function watchQuarantinedLogs(db: Db, askEveryMs = ASK_EVERY_MS): { count: () => number } {
  let count = 0
  let askedAtMs = -Infinity
  const ask = async (): Promise<void> => {
    try {
      count = (await listQuarantinedLogs(db)).length
    } catch {
      // The health check reports an unavailable database by other means.
    }
  }
  return {
    count() {
      if (performance.now() - askedAtMs >= askEveryMs) {
        askedAtMs = performance.now()
        void ask()
      }
      return count
    },
  }
}

export type QuarantinedLog = { description: string; problem: string; since: Date }

/** Logs that contradicted themselves and are paused for now, the longest first. Their new entries are not read meanwhile. */
export async function listQuarantinedLogs(db: Db): Promise<QuarantinedLog[]> {
  const rows = await db
    .selectFrom('ct_logs')
    .select(['description', 'problem', 'parked_at', 'updated_at'])
    .where('state', '=', 'parked')
    .orderBy('parked_at')
    .orderBy('log_id', (order) => order.collate('C'))
    .execute()
  return rows.map((row) => ({
    description: row.description,
    problem: row.problem ?? 'unknown',
    since: row.parked_at ?? row.updated_at,
  }))
}
