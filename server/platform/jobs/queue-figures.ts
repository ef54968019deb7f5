import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { DEAD_LETTER_QUEUE } from './ensure-queues.ts'

export type QueueFigures = {
  name: string
  /** Due and not taken by a worker. */
  waiting: number
  oldestSeconds: number | null
  running: number
  /** Failed on every attempt. */
  dead: number
}

/**
 * Every queue but the dead letters and those of pg-boss itself: trouble first, then the most work. Times are by the clock of the database,
 * which decides when a job is due.
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
