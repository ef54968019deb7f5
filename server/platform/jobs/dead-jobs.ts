import { sql } from 'kysely'
import * as z from 'zod'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { notFound } from '#server/platform/errors.ts'
import { DEAD_LETTER_QUEUE } from './ensure-queues.ts'

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

type Removed = { job: string; data: unknown }

/**
 * Takes a dead job out of the dead-letter queue, inside the caller's transaction.
 * @throws AppError `not_found` when it is no longer there
 */
export async function removeDeadJob(db: Db, id: string): Promise<Removed> {
  const { rows } = await sql<Removed>`
    delete from pgboss.job where name = ${DEAD_LETTER_QUEUE} and id = ${id} and state = 'created'
    returning coalesce(source_name, name) as job, data`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** The same, and puts the job back into its queue with the same payload. @returns the name of the job */
export async function requeueDeadJob(ctx: Pick<AppContext, 'db' | 'jobs'>, id: string): Promise<string> {
  const { job, data } = await removeDeadJob(ctx.db, id)
  // The handler parses the payload, as it did before.
  await ctx.jobs.enqueue(ctx.db, { name: job, payload: z.unknown() }, data ?? {})
  return job
}

/** Small enough for one transaction. */
const MAX_REQUEUED = 1_000

/** The same for the oldest dead jobs of a name. @returns how many went back */
export async function requeueDeadJobs(ctx: Pick<AppContext, 'db' | 'jobs'>, job: string): Promise<number> {
  const { rows } = await sql<{ data: unknown }>`
    delete from pgboss.job where name = ${DEAD_LETTER_QUEUE} and id in (
      select id from pgboss.job
      where name = ${DEAD_LETTER_QUEUE} and state = 'created' and coalesce(source_name, name) = ${job}
      order by created_on, id limit ${MAX_REQUEUED} for update skip locked)
    returning data`.execute(ctx.db)
  for (const { data } of rows) await ctx.jobs.enqueue(ctx.db, { name: job, payload: z.unknown() }, data ?? {})
  return rows.length
}
