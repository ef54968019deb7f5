import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { DEAD_LETTER_QUEUE } from '#server/jobs/job-queues.ts'

/** Jobs that failed at every attempt and that no operator has handled yet. */
export async function countDeadJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pgboss.job where name = ${DEAD_LETTER_QUEUE} and state = 'created'`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
