import type { Db } from '#server/context.ts'
import { listParkedLogs } from './list-parked-logs.ts'

const ASK_EVERY_MS = 30_000

/** The last known number of parked logs: a health check never waits for the database. */
export function watchParkedLogs(db: Db, askEveryMs = ASK_EVERY_MS): { count: () => number } {
  let count = 0
  let askedAtMs = -Infinity
  const ask = async (): Promise<void> => {
    try {
      count = (await listParkedLogs(db)).length
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
