import { sql } from 'kysely'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { getHealth as endpoint } from '#contracts/operations/health.ts'
import type { Db } from '#server/platform/db/schema.ts'

export async function getHealth(
  monitor: DatabaseMonitor,
  quarantinedLogs: { count: () => number },
  isDiskFull: () => boolean,
): Promise<ResponseOf<typeof endpoint>> {
  const isAnswering = await monitor.isAnswering()
  return {
    status: isAnswering && !isDiskFull() ? 'ok' : 'unavailable',
    uptimeSeconds: Math.floor(process.uptime()),
    quarantinedLogs: quarantinedLogs.count(),
  }
}

const POLL_EVERY_MS = 1_000
/** A process waits for its first answer, but never long. */
const FIRST_ANSWER_TIMEOUT_MS = 800
/**
 * A query may wait for a busy disk or processor this long before it counts as a sign of trouble.
 */
const HUNG_AFTER_MS = 4_000
/** A query on a dead connection may never be answered; after this time a new one is sent. */
const QUERY_TIMEOUT_MS = 15_000

type Options = {
  pollEveryMs?: number
  firstAnswerTimeoutMs?: number
  hungAfterMs?: number
  queryTimeoutMs?: number
}

export type DatabaseMonitor = { isAnswering: () => Promise<boolean>; stop: () => void }

/**
 * Queries the database again and again, so that a health check never waits for it: the check reads
 * only the result of the last query and the age of the current one.
 */
export function monitorDatabase(db: Db, options: Options = {}): DatabaseMonitor {
  const { pollEveryMs = POLL_EVERY_MS, firstAnswerTimeoutMs = FIRST_ANSWER_TIMEOUT_MS } = options
  const { hungAfterMs = HUNG_AFTER_MS, queryTimeoutMs = QUERY_TIMEOUT_MS } = options
  let last: 'none' | 'answered' | 'failed' = 'none'
  let runningSince: number | null = null
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function poll(): Promise<void> {
    runningSince = performance.now()
    const isAnswer = await finishesInTime(sql`select 1`.execute(db), queryTimeoutMs)
    last = isAnswer ? 'answered' : 'failed'
    runningSince = null
    if (!isStopped) timer = setTimeout(poll, pollEveryMs).unref()
  }

  const firstPoll = poll()
  const isHung = () => runningSince !== null && performance.now() - runningSince > hungAfterMs
  return {
    async isAnswering() {
      if (last === 'none') await finishesInTime(firstPoll, firstAnswerTimeoutMs)
      return last === 'answered' && !isHung()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** False too when it fails. */
export const finishesInTime = (work: Promise<unknown>, ms: number): Promise<boolean> =>
  Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(resolve, ms, false).unref()),
  ])

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

type QuarantinedLog = { description: string; problem: string; since: Date }

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
