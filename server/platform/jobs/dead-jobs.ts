import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { notFound } from '#server/platform/errors.ts'
import { DEAD_LETTER_QUEUE } from './queues.ts'

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
    select id, coalesce(source_name, name) as job, coalesce(source_retry_count, 0) + 1 as attempts,
      left(source_output->>'message', 500) as error, data->'_origin'->>'requestId' as request_id,
      created_on as died_at
    from pgboss.job where name = ${DEAD_LETTER_QUEUE} and state = 'created'
      and (${job ?? null}::text is null or coalesce(source_name, name) = ${job ?? null})
    order by created_on desc, id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function countDeadJobsByName(db: Db): Promise<{ job: string; count: number }[]> {
  const { rows } = await sql<{ job: string; count: number }>`
    select coalesce(source_name, name) as job, count(*) as count
    from pgboss.job where name = ${DEAD_LETTER_QUEUE} and state = 'created'
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
    delete from pgboss.job where name = ${DEAD_LETTER_QUEUE} and id = ${id} and state = 'created'
    returning coalesce(source_name, name) as job`.execute(db)
  return nameOf(rows)
}

/**
 * The row stays locked until the transaction ends, so that one operator handles it.
 * @throws AppError `not_found` when it is no longer there
 */
export async function lockDeadJob(db: Db, id: string): Promise<string> {
  const { rows } = await sql<{ job: string }>`
    select coalesce(source_name, name) as job from pgboss.job
    where name = ${DEAD_LETTER_QUEUE} and id = ${id} and state = 'created' for update`.execute(db)
  return nameOf(rows)
}

function nameOf([row]: { job: string }[]): string {
  if (!row) throw notFound()
  return row.job
}
