import type { Db } from '#server/platform/db/schema.ts'

const REFRESH_EVERY_MS = 30_000

/** The last known number of quarantined logs: a health check never waits for the database. */
export function watchQuarantinedLogs(
  db: Db,
  refreshEveryMs = REFRESH_EVERY_MS,
): { count: () => number } {
  let count = 0
  let refreshedAtMs = -Infinity
  const refresh = async (): Promise<void> => {
    try {
      count = (await listQuarantinedLogs(db)).length
    } catch {
      // The health check reports an unavailable database by other means.
    }
  }
  return {
    count() {
      if (performance.now() - refreshedAtMs >= refreshEveryMs) {
        refreshedAtMs = performance.now()
        void refresh()
      }
      return count
    },
  }
}

export type QuarantinedLog = { description: string; problem: string; since: Date }

/**
 * Logs that contradicted themselves and are paused for now, the longest first. Their new entries
 * are not read meanwhile.
 */
export async function listQuarantinedLogs(db: Db): Promise<QuarantinedLog[]> {
  const rows = await db
    .selectFrom('ct_logs')
    .select(['description', 'problem', 'quarantined_at', 'updated_at'])
    .where('state', '=', 'quarantined')
    .orderBy('quarantined_at')
    .orderBy('log_id', (order) => order.collate('C'))
    .execute()
  return rows.map((row) => ({
    description: row.description,
    problem: row.problem ?? 'unknown',
    since: row.quarantined_at ?? row.updated_at,
  }))
}
