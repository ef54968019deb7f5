import { sql } from 'kysely'
import type { PgBoss, Queue } from 'pg-boss'
import type { Db } from '#server/platform/db/schema.ts'
import { notFound } from '#server/platform/errors.ts'
import type { RegisteredJob } from './job-definition.ts'

type QueuedJob = Omit<RegisteredJob, 'parseAndRun'>

export const DEAD_LETTER_QUEUE = 'dead-letter'
const isDead = sql`name = ${DEAD_LETTER_QUEUE} and state = 'created'`
const jobName = sql`coalesce(source_name, name)`

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
    notify: true,
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
    select count(*) as count from pgboss.job where ${isDead}`.execute(db)
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
      select ${jobName} as name, count(*) as dead
      from pgboss.job where ${isDead} group by 1)
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

type DeadJobRow = {
  id: string
  job: string
  attempts: number
  /** The message of its last error; a database error names the constraint but not the row. */
  error: string | null
  /** The id of the request that started it; null if none did. */
  request_id: string | null
  died_at: Date
}

/** Not handled by an operator yet, the latest first. */
export async function readDeadJobs(
  db: Db,
  { offset, limit, job }: { offset: number; limit: number; job?: string | undefined },
): Promise<DeadJobRow[]> {
  const { rows } = await sql<DeadJobRow>`
    select id, ${jobName} as job, coalesce(source_retry_count, 0) + 1 as attempts,
      left(source_output->>'message', 500) as error, data->'_origin'->>'requestId' as request_id,
      created_on as died_at
    from pgboss.job where ${isDead}
      and (${job ?? null}::text is null or ${jobName} = ${job ?? null})
    order by created_on desc, id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function countDeadJobsByName(db: Db): Promise<{ job: string; count: number }[]> {
  const { rows } = await sql<{ job: string; count: number }>`
    select ${jobName} as job, count(*) as count
    from pgboss.job where ${isDead}
    group by 1 order by count desc, job`.execute(db)
  return rows
}

/**
 * Inside the caller's transaction.
 * @returns the name of the job
 * @throws AppError `not_found` when it is no longer there
 */
export async function removeDeadJob(db: Db, id: string): Promise<string> {
  const { rows } = await sql<{ job: string }>`
    delete from pgboss.job where ${isDead} and id = ${id}
    returning ${jobName} as job`.execute(db)
  return nameOf(rows)
}

/**
 * The row stays locked until the transaction ends, so that one operator handles it.
 * @throws AppError `not_found` when it is no longer there
 */
export async function lockDeadJob(db: Db, id: string): Promise<string> {
  const { rows } = await sql<{ job: string }>`
    select ${jobName} as job from pgboss.job
    where ${isDead} and id = ${id} for update`.execute(db)
  return nameOf(rows)
}

function nameOf([row]: { job: string }[]): string {
  if (!row) throw notFound()
  return row.job
}
