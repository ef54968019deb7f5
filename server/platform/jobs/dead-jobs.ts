import { sql } from 'kysely'
import * as z from 'zod'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { notFound } from '#server/platform/errors.ts'
import { DEAD_LETTER_QUEUE } from './queues.ts'

export type DeadJobRow = {
  id: string
  job: string
  attempts: number
  /** The message of its last error; a database error names the constraint but not the row. */
  error: string | null
  /** The id of the request that started it; null if none did. */
  request_id: string | null
  died_at: Date
}

/** Jobs that failed on every attempt and that no operator has handled yet, the latest first. */
export async function readDeadJobs(
  db: Db,
  { offset, limit, job }: { offset: number; limit: number; job?: string | undefined },
): Promise<DeadJobRow[]> {
  const { rows } = await sql<DeadJobRow>`
    select id, coalesce(source_name, name) as job, coalesce(source_retry_count, 0) + 1 as attempts,
      left(source_output->>'message', 500) as error, data->'_origin'->>'requestId' as request_id,
      created_on as died_at
    from pgboss.job where name = ${DEAD_LETTER_QUEUE} and state = 'created'
      and (${job ?? null}::text is null or coalesce(source_name, name) = ${job ?? null})
    order by created_on desc, id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** How many there are of each job, the most first. */
export async function countDeadJobsByName(db: Db): Promise<{ job: string; count: number }[]> {
  const { rows } = await sql<{ job: string; count: number }>`
    select coalesce(source_name, name) as job, count(*) as count
    from pgboss.job where name = ${DEAD_LETTER_QUEUE} and state = 'created'
    group by 1 order by count desc, job`.execute(db)
  return rows
}

type Removed = { job: string; data: unknown; key: string | null }

/** A queue with one waiting job per key takes no second job without one. */
const REMOVED = sql`coalesce(source_name, name) as job, data, coalesce(singleton_key, (
  select job.id::text from pgboss.queue where queue.name = job.source_name and queue.policy = 'short')) as key`

/**
 * Takes a dead job out of the dead-letter queue, inside the caller's transaction.
 * @throws AppError `not_found` when it is no longer there
 */
export async function removeDeadJob(db: Db, id: string): Promise<Removed> {
  const { rows } = await sql<Removed>`
    delete from pgboss.job where name = ${DEAD_LETTER_QUEUE} and id = ${id} and state = 'created'
    returning ${REMOVED}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

type Deps = Pick<AppContext, 'db' | 'jobs'>

/**
 * The same, and puts the job back into its queue with the same payload and key, unless one with
 * that key waits there already.
 * @returns the name of the job
 */
export async function requeueDeadJob(ctx: Deps, id: string): Promise<string> {
  const removed = await removeDeadJob(ctx.db, id)
  await requeue(ctx, removed)
  return removed.job
}

/** The handler parses the payload, as it did before. */
const requeue = ({ db, jobs }: Deps, { job, data, key }: Removed): Promise<boolean> =>
  jobs.enqueue(
    db,
    { name: job, payload: z.unknown(), ...(key !== null && { key: () => key }) },
    data ?? {},
  )

/** Small enough for one transaction. */
const MAX_REQUEUED = 1_000

/**
 * The same for the oldest dead jobs of a name.
 * @returns how many were taken, and how many of them went back: the work of the others is done by
 * one that waits already
 */
export async function requeueDeadJobs(
  ctx: Deps,
  job: string,
): Promise<{ taken: number; requeued: number }> {
  const { rows } = await sql<Removed>`
    delete from pgboss.job where name = ${DEAD_LETTER_QUEUE} and id in (
      select id from pgboss.job
      where name = ${DEAD_LETTER_QUEUE} and state = 'created' and coalesce(source_name, name) = ${job}
      order by created_on, id limit ${MAX_REQUEUED} for update skip locked)
    returning ${REMOVED}`.execute(ctx.db)
  let requeued = 0
  for (const removed of rows) if (await requeue(ctx, removed)) requeued += 1
  return { taken: rows.length, requeued }
}
