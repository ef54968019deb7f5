import { sql } from 'kysely'
import type { PgBoss, Queue } from 'pg-boss'
import type { Db } from '#server/platform/db/schema.ts'
import type { RegisteredJob } from './job-definition.ts'

/** What a queue needs to know of its job. */
type QueuedJob = Omit<RegisteredJob, 'parseAndRun'>

export const DEAD_LETTER_QUEUE = 'dead-letter'

/** A killed worker is detected after this time without a heartbeat; the job then runs again. */
const HEARTBEAT_SECONDS = 30
const RETRY_DELAY_SECONDS = 5
const RETRY_DELAY_MAX_SECONDS = 15 * 60
const DAY_SECONDS = 24 * 60 * 60

/** Creates or updates the queues of the registry. Several processes may do this at once. */
export async function ensureQueues(boss: PgBoss, jobs: QueuedJob[]): Promise<void> {
  const existing = new Set((await boss.getQueues()).map((queue) => queue.name))
  const deadLetter = { name: DEAD_LETTER_QUEUE, retentionSeconds: 90 * DAY_SECONDS }
  for (const queue of [deadLetter, ...jobs.map(queueOf)]) {
    const { name, policy: _policy, ...changeable } = queue as Queue
    if (existing.has(name)) await boss.updateQueue(name, changeable)
    else await boss.createQueue(name, queue)
  }
}

function queueOf(job: QueuedJob): Queue {
  return {
    name: job.name,
    policy: queuePolicy(job),
    deadLetter: DEAD_LETTER_QUEUE,
    retryLimit: job.maxAttempts - 1,
    retryDelay: job.retryDelaySeconds ?? RETRY_DELAY_SECONDS,
    retryBackoff: true, // pg-boss adds jitter of up to half the delay
    retryDelayMax: RETRY_DELAY_MAX_SECONDS,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: DAY_SECONDS,
    ...(job.expireInSeconds !== undefined && { expireInSeconds: job.expireInSeconds }),
  }
}

/** short: one waiting job per key. exclusive: a scheduled job never overlaps itself. */
function queuePolicy(job: QueuedJob): 'exclusive' | 'short' | 'standard' {
  if (job.cron) return 'exclusive'
  return job.isKeyed ? 'short' : 'standard'
}

/** Jobs that failed on every attempt and that no operator has handled yet. */
export async function countDeadJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pgboss.job where name = ${DEAD_LETTER_QUEUE} and state = 'created'`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** For how long the oldest due job has been waiting, in seconds by the clock of the database, which decides when a job is due. */
export async function readJobAge(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from now() - min(start_after))::float8 as seconds from pgboss.job
    where name <> ${DEAD_LETTER_QUEUE} and state in ('created', 'retry') and start_after <= now()`.execute(db)
  return rows[0]?.seconds ?? 0
}
