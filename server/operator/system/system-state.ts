import { sql } from 'kysely'
import type { OperatorLog, SystemState } from '#contracts/operator/system.ts'
import { readDays, readQueues } from '#server/operations/api.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'

type Ctx = Pick<AppContext, 'db' | 'now'>

export async function getSystemState(ctx: Ctx): Promise<SystemState> {
  const { db, now } = ctx
  const [freshness, logs, queues, visits, requests, figures] = await Promise.all([
    readLag(ctx),
    readLogs(db),
    readQueues(ctx),
    readCounts(db, 'visits'),
    readCounts(db, 'requests'),
    readFigures(db),
  ])
  return {
    measuredAt: now().toISOString(),
    freshness,
    logs,
    visits,
    requests,
    queues: (['firstVisit', 'recheck', 'resolve', 'catalogueWalk'] as const).map((name) => ({
      name,
      ...queues[name],
    })),
    ...figures,
  }
}

const TROUBLE_FIRST = { quarantined: 0, active: 1, ended: 2 } as const

async function readLogs(db: Db): Promise<OperatorLog[]> {
  const rows = await db
    .selectFrom('ct_logs')
    .select([
      'description',
      'operator',
      'state',
      'problem',
      'parked_at',
      'retry_at',
      'checked_at',
      'live_since',
    ])
    .select(['next_index', 'tree_size', 'seen_size', 'unreadable_entries'])
    .execute()
  const logs = rows.map((row): OperatorLog => ({
    description: row.description,
    operator: row.operator,
    state: row.state === 'parked' ? 'quarantined' : row.state,
    problem: row.problem,
    quarantinedSince: row.parked_at?.toISOString() ?? null,
    retryAt: row.state === 'parked' ? (row.retry_at?.toISOString() ?? null) : null,
    entriesBehind:
      row.state === 'ended' ? 0 : Math.max(0, Math.max(row.tree_size, row.seen_size ?? 0) - row.next_index),
    unreadableEntries: row.unreadable_entries,
    lastAnswerAt: row.checked_at?.toISOString() ?? null,
    isFirstCatchUpDone: row.live_since !== null,
  }))
  return logs.toSorted(
    (a, b) => TROUBLE_FIRST[a.state] - TROUBLE_FIRST[b.state] || b.entriesBehind - a.entriesBehind,
  )
}

/** Counted since the installation began. */
async function readCounts(
  db: Db,
  name: 'visits' | 'requests',
): Promise<{ outcome: string; count: number }[]> {
  const rows = await db.selectFrom('tallies').select(['label', 'total']).where('name', '=', name).execute()
  return rows
    .map(({ label, total }) => ({ outcome: label, count: total }))
    .toSorted((a, b) => b.count - a.count)
}

/** Today's, or yesterday's while there is nothing yet. */
async function readLag(ctx: Ctx): Promise<SystemState['freshness']> {
  const days = await readDays(ctx, 2)
  const { stores = 0, p95Seconds = null } = days.find(({ live }) => live.stores > 0)?.live ?? {}
  return { stores, p95Seconds }
}

type FiguresRow = {
  mails: number
  retrying: number
  oldest_mail: Date | null
  events: number
  oldest_event: Date | null
  dead: number
  bytes: number
}

async function readFigures(
  db: Db,
): Promise<Pick<SystemState, 'mails' | 'billingEvents' | 'deadJobs' | 'databaseBytes'>> {
  const { rows } = await sql<FiguresRow>`
    select mail.*, event.*, pg_database_size(current_database()) as bytes,
      (select count(*) from pgboss.job where name = 'dead-letter' and state = 'created') as dead
    from
    (select count(*) as mails, count(*) filter (where tries > 0) as retrying, min(created_at) as oldest_mail from outgoing_mails) as mail,
    (select count(*) as events, min(received_at) as oldest_event from billing_events where processed_at is null) as event`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('the database returned no figures')
  return {
    mails: { waiting: row.mails, retrying: row.retrying, oldestAt: row.oldest_mail?.toISOString() ?? null },
    billingEvents: { waiting: row.events, oldestAt: row.oldest_event?.toISOString() ?? null },
    deadJobs: row.dead,
    databaseBytes: row.bytes,
  }
}
