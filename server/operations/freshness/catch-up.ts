import { sql } from 'kysely'
import type { CatchUp } from '#contracts/operations/freshness.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'

/** A log that is followed at its head is briefly this far behind, between two reads of its size. */
const NORMAL_ENTRIES_BEHIND = 100_000
/** This many hosts may wait in normal operation. */
const NORMAL_HOSTS_WAITING = 100
/** The count stops here: the figure is for a glance, and the queue may hold a million. */
const MAX_COUNT = 10_000

/**
 * How far discovery is behind. It reads a few rows of the logs and a limited count, so that every
 * visitor may ask.
 */
export async function readCatchUp({
  db,
  config,
}: Pick<AppContext, 'db' | 'config'>): Promise<CatchUp> {
  const logs = await db
    .selectFrom('ct_logs')
    .select(['tree_size', 'seen_size', 'next_index', 'entries_read', 'live_since'])
    .where('state', '=', 'active')
    .execute()
  const progress = logs.map((log) => ({
    read: log.entries_read,
    left: Math.max(0, Math.max(log.tree_size, log.seen_size ?? 0) - log.next_index),
    isCatchingUpFirst: log.live_since === null,
  }))
  const logsBehind = progress.filter(
    (log) => log.isCatchingUpFirst || log.left > NORMAL_ENTRIES_BEHIND,
  ).length
  const hostsWaiting = await countHostsWaiting(db)
  const isStarting = logs.length === 0 && config.ROLES.includes('worker')
  if (!isStarting && logsBehind === 0 && hostsWaiting <= NORMAL_HOSTS_WAITING)
    return { isCatchingUp: false, share: 1, logsBehind: 0, hostsWaiting }
  const [read, left] = [
    sumOf(progress.map((log) => log.read)),
    sumOf(progress.map((log) => log.left)),
  ]
  const share = shareOf(read, left) * shareOf(await countVisited(db), hostsWaiting)
  return { isCatchingUp: true, share: Math.floor(share * 100) / 100, logsBehind, hostsWaiting }
}

const sumOf = (values: number[]): number => values.reduce((sum, value) => sum + value, 0)
const shareOf = (done: number, left: number): number =>
  done + left === 0 ? 0 : done / (done + left)

/** With literals, to match the partial index. */
const countHostsWaiting = (db: Db) =>
  countRows(
    db,
    sql`select 1 from candidates where stage = 'visit' and outcome is null and due_at is not null limit ${MAX_COUNT}`,
  )

/** Every store was visited once. Needed only while the progress bar is shown. */
const countVisited = (db: Db) => countRows(db, sql`select 1 from stores limit ${MAX_COUNT}`)

async function countRows(db: Db, query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from (${query}) as listed`.execute(db)
  return rows[0]?.count ?? 0
}
