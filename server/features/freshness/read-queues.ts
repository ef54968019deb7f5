import { sql } from 'kysely'
import type { Queue, Queues } from '#contracts/freshness.ts'
import type { AppContext, Db } from '#server/context.ts'
import { seconds } from './seconds.ts'

/** Each is the predicate of one partial index, with literals: the planner would not choose it with parameters. */
const WAITING = {
  firstVisit: sql`candidates where stage = 'visit' and outcome is null and due_at is not null`,
  recheck: sql`candidates where stage = 'visit' and outcome is not null and due_at is not null`,
  resolve: sql`candidates where stage = 'resolve' and due_at is not null`,
  catalogueWalk: sql`catalogue_walks where due_at is not null`,
}

/** Work that is due and not started: how much, and for how long the oldest has been waiting. */
export async function readQueues({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<Queues> {
  const at = now()
  return {
    firstVisit: await readQueue(db, at, WAITING.firstVisit),
    recheck: await readQueue(db, at, WAITING.recheck),
    resolve: await readQueue(db, at, WAITING.resolve),
    catalogueWalk: await readQueue(db, at, WAITING.catalogueWalk),
  }
}

async function readQueue(db: Db, now: Date, queue: ReturnType<typeof sql>): Promise<Queue> {
  const { rows } = await sql<{ waiting: number; oldest: Date | null }>`
    select count(*) as waiting, min(due_at) as oldest from ${queue}
      and due_at <= ${now} and (claimed_until is null or claimed_until < ${now})`.execute(db)
  const { waiting = 0, oldest = null } = rows[0] ?? {}
  return { waiting, oldestSeconds: oldest && seconds((now.getTime() - oldest.getTime()) / 1000) }
}
