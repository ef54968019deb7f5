import { sql } from 'kysely'
import type { PgBoss, Queue } from 'pg-boss'
import type { Db } from '#server/platform/db/schema.ts'
import type { RegisteredJob } from './job-definition.ts'

type QueuedJob = Omit<RegisteredJob, 'parseAndRun'>

export const DEAD_LETTER_QUEUE = 'dead-letter'

/** A killed worker is detected after this time without a heartbeat; the job then runs again. */
const HEARTBEAT_SECONDS = 30
const RETRY_DELAY_SECONDS = 5
const RETRY_DELAY_MAX_SECONDS = 15 * 60
const DAY_SECONDS = 24 * 60 * 60

/** Several processes may do this at once. */
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

/** No operator has handled them yet. */
export async function countDeadJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pgboss.job where name = ${DEAD_LETTER_QUEUE} and state = 'created'`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/**
 * For how long the oldest due job has been waiting, in seconds by the clock of the database, which
 * decides when a job is due.
 */
export async function readJobAge(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from now() - min(start_after))::float8 as seconds from pgboss.job
    where name <> ${DEAD_LETTER_QUEUE} and state in ('created', 'retry') and start_after <= now()`.execute(
    db,
  )
  return rows[0]?.seconds ?? 0
}

type QueueFigures = {
  name: string
  /** Due and not taken by a worker. */
  waiting: number
  oldestSeconds: number | null
  running: number
  dead: number
}

/**
 * Every queue but the dead letters and those of pg-boss itself: trouble first, then the most work.
 * Times are by the clock of the database, which decides when a job is due.
 */
export async function readQueueFigures(db: Db): Promise<QueueFigures[]> {
  const { rows } = await sql<QueueFigures>`
    with work as (
      select name, count(*) filter (where state <> 'active' and start_after <= now()) as waiting,
        extract(epoch from now() - min(start_after) filter (where state <> 'active' and start_after <= now()))::float8 as oldest,
        count(*) filter (where state = 'active') as running
      from pgboss.job where name <> ${DEAD_LETTER_QUEUE} and state in ('created', 'retry', 'active') group by name),
    dead as (
      select coalesce(source_name, name) as name, count(*) as dead
      from pgboss.job where name = ${DEAD_LETTER_QUEUE} and state = 'created' group by 1)
    select queue.name, coalesce(waiting, 0) as waiting, oldest as "oldestSeconds", coalesce(running, 0) as running,
      coalesce(dead, 0) as dead
    from pgboss.queue as queue left join work using (name) left join dead using (name)
    where queue.name <> ${DEAD_LETTER_QUEUE} and not starts_with(queue.name, '__pgboss')
    order by dead desc, waiting desc, running desc, queue.name collate "C"`.execute(db)
  return rows.map(({ oldestSeconds, ...row }) => ({
    ...row,
    oldestSeconds: oldestSeconds === null ? null : Math.max(0, Math.round(oldestSeconds)),
  }))
}
