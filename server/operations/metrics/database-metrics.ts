import { Counter, Gauge, type Registry } from '@prometheus-io/client'
import { sql, type RawBuilder } from 'kysely'
import type { Queues } from '#contracts/operations/freshness.ts'
import { readFollowerDelay } from '#server/catalog/api.ts'
import { type LastBackups, readLastBackups } from '#server/operations/backup/backup-job.ts'
import { readAccuracyTotals } from '#server/operations/freshness/accuracy.ts'
import { type LogProgress, readLogs, readQueues } from '#server/operations/freshness/freshness.ts'
import { readRoleBeats, type RoleBeat } from '#server/operations/health/role-beats.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { countDeadJobs, readJobAge } from '#server/platform/jobs/queues.ts'

type Sample = { labels: Record<string, string>; value: number }
type MetricDefinition = {
  type: 'gauge' | 'counter'
  help: string
  labels: string[]
  sample: (figures: Figures) => Sample[]
}

const perLog =
  (value: (log: LogProgress) => number, isShown: (log: LogProgress) => boolean = () => true) =>
  ({ logs }: Figures) =>
    logs.filter(isShown).map((log) => ({ labels: { log: log.description }, value: value(log) }))

const perQueue =
  (value: (queue: Figures['queues'][keyof Figures['queues']]) => number) => (figures: Figures) =>
    Object.entries(figures.queues).map(([queue, item]) => ({
      labels: { queue },
      value: value(item),
    }))

const MILLISECONDS_PER_SECOND = 1_000

const perCounter =
  (name: string, label: string, unit = 1) =>
  (figures: Figures) =>
    figures.counters
      .filter((counted) => counted.name === name)
      .map((counted) => ({ labels: { [label]: counted.label }, value: counted.total / unit }))

const perBackup = (time: (backups: LastBackups) => Date | null) => (figures: Figures) =>
  figures.backups === null
    ? []
    : [{ labels: { run: 'last' }, value: (time(figures.backups)?.getTime() ?? 0) / 1000 }]

const metricOf =
  (type: MetricDefinition['type']) =>
  (help: string, labels: string[], sample: MetricDefinition['sample']): MetricDefinition => ({
    type,
    help,
    labels,
    sample,
  })
const gauge = metricOf('gauge')
const counter = metricOf('counter')

/** No label names a host, a store or a user. */
const DATABASE_METRICS: Record<string, MetricDefinition> = {
  log_position: gauge(
    'Index of the next entry to read.',
    ['log'],
    perLog((log) => log.forOperators.position),
  ),
  log_entries_behind: gauge(
    'Entries between position and head, of logs that are followed.',
    ['log'],
    // An ended log is not asked again: what it lacks would grow for ever.
    perLog(
      (log) => log.entriesBehind,
      ({ state }) => state !== 'ended',
    ),
  ),
  log_quarantined: gauge(
    '1 while the log contradicts itself and is not read.',
    ['log'],
    perLog((log) => (log.state === 'quarantined' ? 1 : 0)),
  ),
  log_step_age_seconds: gauge(
    'Since the log last answered a step, of logs that are read: a quarantined one is asked once an hour.',
    ['log'],
    perLog(
      (log) => log.secondsSinceStep,
      ({ state }) => state === 'active',
    ),
  ),
  log_entries_read_total: counter(
    'Entries read.',
    ['log'],
    perLog((log) => log.entriesRead),
  ),
  queue_waiting: gauge(
    'Due and not begun.',
    ['queue'],
    perQueue((queue) => queue.waiting),
  ),
  queue_oldest_seconds: gauge(
    'For how long the oldest has been waiting.',
    ['queue'],
    perQueue((queue) => queue.oldestSeconds ?? 0),
  ),
  visits_total: counter(
    'Visits to hosts by outcome.',
    ['outcome'],
    perCounter('visits', 'outcome'),
  ),
  shop_requests_total: counter(
    'Requests to shops by answer.',
    ['answer'],
    perCounter('requests', 'answer'),
  ),
  stage_held_seconds_total: counter(
    'Time for which stages of discovery began no work because pages were late.',
    ['stage'],
    perCounter('held', 'stage', MILLISECONDS_PER_SECOND),
  ),
  stores: gauge('Stores by launch status and status.', ['launch_status', 'status'], ({ stores }) =>
    stores.map((item) => ({
      labels: { launch_status: item.launchStatus, status: item.status },
      value: item.count,
    })),
  ),
  dead_jobs: gauge('Background jobs that failed on every attempt.', [], ({ deadJobs }) => [
    { labels: {}, value: deadJobs },
  ]),
  job_oldest_seconds: gauge(
    'For how long the oldest due background job has been waiting.',
    [],
    ({ waiting }) => [{ labels: {}, value: waiting.jobOldestSeconds }],
  ),
  mails_waiting: gauge('Mails that are not sent yet.', [], ({ waiting }) => [
    { labels: {}, value: waiting.mails.count },
  ]),
  mail_oldest_seconds: gauge('Age of the oldest mail that is not sent yet.', [], ({ waiting }) => [
    { labels: {}, value: waiting.mails.oldestSeconds },
  ]),
  deliveries_waiting: gauge(
    'Messages to webhooks that are not accepted yet.',
    [],
    ({ waiting }) => [{ labels: {}, value: waiting.deliveries.count }],
  ),
  // Not their age: after a failure a message waits for up to an hour, which is the receiver's fault.
  delivery_oldest_seconds: gauge(
    'For how long a webhook with a due message has been left without an attempt.',
    [],
    ({ waiting }) => [{ labels: {}, value: waiting.deliveries.oldestSeconds }],
  ),
  webhooks_waiting: gauge(
    'Payment events that are received and not applied yet.',
    [],
    ({ waiting }) => [{ labels: {}, value: waiting.webhooks.count }],
  ),
  webhook_oldest_seconds: gauge(
    'Age of the oldest payment event that is not applied yet.',
    [],
    ({ waiting }) => [{ labels: {}, value: waiting.webhooks.oldestSeconds }],
  ),
  // Absent with the embedded engine, which reads all changes before it answers.
  search_behind_seconds: gauge(
    'For how long the search engine has lacked a committed change.',
    ['engine'],
    (figures) =>
      figures.searchDelaySeconds === null
        ? []
        : [{ labels: { engine: 'clickhouse' }, value: figures.searchDelaySeconds }],
  ),
  // Absent if no backup was ever started; 0 if none succeeded.
  backup_last_success_timestamp_seconds: gauge(
    'When the last scheduled backup was written.',
    ['run'],
    perBackup((backups) => backups.writtenAt),
  ),
  backup_last_verified_timestamp_seconds: gauge(
    'When a scheduled backup was last restored into a temporary PostgreSQL and found equal.',
    ['run'],
    perBackup((backups) => backups.verifiedAt),
  ),
  // 0 where no process ever had the role.
  role_last_seen_timestamp_seconds: gauge(
    'When a process with the role, which listens nowhere, last recorded that it runs.',
    ['role'],
    ({ roleBeats }) =>
      roleBeats.map(({ role, lastSeenAt }) => ({
        labels: { role },
        value: (lastSeenAt?.getTime() ?? 0) / 1000,
      })),
  ),
  role_starts_total: counter('Starts of processes with the role.', ['role'], ({ roleBeats }) =>
    roleBeats.map(({ role, starts }) => ({ labels: { role }, value: starts })),
  ),
  // Absent until measured: 0 would be a figure.
  accuracy_share: gauge(
    'Share of shown values that the last re-check found correct.',
    ['run'],
    (figures) =>
      figures.accuracyShare === null
        ? []
        : [{ labels: { run: 'last' }, value: figures.accuracyShare }],
  ),
}

/**
 * Registers the metrics of the database's figures. They keep their values until the next call: a
 * counter that fell to zero while the database was briefly unavailable would look like a burst
 * afterwards.
 */
export function createDatabaseMetrics(register: Registry): (figures: Figures) => void {
  const metrics = Object.entries(DATABASE_METRICS).map(([key, { type, help, labels, sample }]) => {
    const options = { name: `storedawn_${key}`, help, labelNames: labels, registers: [register] }
    return { metric: type === 'gauge' ? new Gauge(options) : new Counter(options), sample }
  })
  return (figures) => {
    for (const { metric, sample } of metrics) {
      metric.reset()
      for (const { labels, value } of sample(figures)) metric.inc(labels, value)
    }
  }
}

export type Figures = {
  logs: LogProgress[]
  queues: Queues
  stores: { launchStatus: string; status: string; count: number }[]
  counters: { name: string; label: string; total: number }[]
  deadJobs: number
  waiting: WaitingWork
  searchDelaySeconds: number | null
  backups: LastBackups | null
  accuracyShare: number | null
  roleBeats: RoleBeat[]
}

/** The same for every process. */
export async function readFigures(
  ctx: Pick<AppContext, 'config' | 'db' | 'now'>,
  stores: Figures['stores'],
): Promise<Figures> {
  const { config, db } = ctx
  const accuracy = await readAccuracyTotals(db)
  return {
    logs: await readLogs(ctx),
    queues: await readQueues(ctx),
    stores,
    counters: await db.selectFrom('tallies').selectAll().execute(),
    deadJobs: await countDeadJobs(db),
    waiting: await readWaitingWork(ctx),
    // After a trial of another engine its last position stays in the database.
    searchDelaySeconds: config.SEARCH_URL ? await readFollowerDelay(db) : null,
    backups: await readLastBackups(db),
    accuracyShare: accuracy?.share ?? null,
    roleBeats: await readRoleBeats(ctx),
  }
}

/** Reads all stores: too slow for every scrape. */
export async function countStores(db: Db): Promise<Figures['stores']> {
  const { rows } = await sql<Figures['stores'][number]>`
    select launch_status as "launchStatus", status, count(*) as count from stores group by launch_status, status`.execute(
    db,
  )
  return rows
}

type Waiting = { count: number; oldestSeconds: number }

/** Work that was accepted and is not finished; 0 seconds when nothing waits. */
type WaitingWork = {
  mails: Waiting
  deliveries: Waiting
  webhooks: Waiting
  jobOldestSeconds: number
}

const MAILS = sql`created_at as at from outgoing_mails`
/**
 * One receiver gets its messages one after the other, and none while a failed one waits for its next
 * try, so they may be due for long without a fault of ours.
 */
const DELIVERIES = (now: Date) => sql`
  case when due_at <= ${now} and not exists (
    select from webhook_deliveries as tried where tried.webhook_id = delivery.webhook_id
      and tried.first_tried_at is not null and tried.due_at > ${now}
  ) then greatest(due_at, last_attempt_at) end as at
  from webhook_deliveries as delivery left join webhooks on webhooks.id = webhook_id`
const WEBHOOKS = sql`received_at as at from billing_events where processed_at is null`

async function readWaitingWork(ctx: Pick<AppContext, 'db' | 'now'>): Promise<WaitingWork> {
  return {
    mails: await readWaiting(ctx, MAILS),
    deliveries: await readWaiting(ctx, DELIVERIES(ctx.now())),
    webhooks: await readWaiting(ctx, WEBHOOKS),
    jobOldestSeconds: await readJobAge(ctx.db),
  }
}

async function readWaiting(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  work: RawBuilder<unknown>,
): Promise<Waiting> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*) as count, min(at) as oldest from (select ${work}) as waiting`.execute(db)
  const { count = 0, oldest = null } = rows[0] ?? {}
  return {
    count,
    oldestSeconds: oldest ? Math.max(0, (now().getTime() - oldest.getTime()) / 1_000) : 0,
  }
}
