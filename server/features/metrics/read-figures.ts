import { sql } from 'kysely'
import type { FreshnessLog, Queues } from '#contracts/freshness.ts'
import type { AppContext, Db } from '#server/context.ts'
import { readAccuracyShare } from '#server/features/freshness/read-accuracy.ts'
import { readLogs } from '#server/features/freshness/read-logs.ts'
import { readQueues } from '#server/features/freshness/read-queues.ts'
import { countDeadJobs } from '#server/jobs/count-dead-jobs.ts'

export type Figures = {
  logs: (FreshnessLog & { position: number })[]
  queues: Queues
  stores: { launchStatus: string; status: string; count: number }[]
  tallies: { name: string; label: string; total: number }[]
  deadJobs: number
  accuracyShare: number | null
}

/** The figures from the database; the same for every process. */
export async function readFigures(
  ctx: Pick<AppContext, 'db' | 'now'>,
  stores: Figures['stores'],
): Promise<Figures> {
  const { db } = ctx
  const accuracy = await readAccuracyShare(db)
  return {
    logs: await withPositions(db, await readLogs(ctx)),
    queues: await readQueues(ctx),
    stores,
    tallies: await db.selectFrom('tallies').selectAll().execute(),
    deadJobs: await countDeadJobs(db),
    accuracyShare: accuracy?.share ?? null,
  }
}

async function withPositions(db: Db, logs: FreshnessLog[]): Promise<Figures['logs']> {
  const rows = await db.selectFrom('ct_logs').select(['description', 'next_index']).execute()
  const byName = new Map(rows.map((row) => [row.description, row.next_index]))
  return logs.map((log) => ({ ...log, position: byName.get(log.description) ?? 0 }))
}

/** Reads all stores: too slow for every scrape. */
export async function countStores(db: Db): Promise<Figures['stores']> {
  const { rows } = await sql<{ launchStatus: string; status: string; count: number }>`
    select launch_status as "launchStatus", status, count(*) as count from stores group by launch_status, status`.execute(
    db,
  )
  return rows
}
