import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import { sql } from 'kysely'
import type { FreshnessLog, Queues } from '#contracts/freshness.ts'
import { type LastBackups, readLastBackups } from '#server/operations/backup/backup-job.ts'
import { readAccuracyShare } from '#server/operations/freshness/accuracy.ts'
import { readLogs, readQueues } from '#server/operations/freshness/freshness.ts'
import { cacheFor } from '#server/platform/async-cache.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { countDeadJobs } from '#server/platform/jobs/ensure-queues.ts'
import { addReplicaMetrics } from './replica-metrics.ts'

/** Scrapers that run side by side get the same reading. */
const CACHE_MS = 10_000
/** The query reads a million rows for three numbers that change slowly. */
const STORES_CACHE_MS = 5 * 60_000
/** A hanging database must not take the process's own figures with it. */
const DATABASE_TIMEOUT_MS = 5_000
/** Ten samples a second, the default, would wake an idle process that often. */
const UTILIZATION_EVERY_MS = 1_000
const HTTP_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]
const LAG_SECONDS = [5, 10, 20, 30, 45, 60, 120, 300, 900, 3_600, 21_600, 86_400]

export type PoolFigures = { totalCount: number; idleCount: number; waitingCount: number }
type AnsweredRequest = { method: string; route: string; status: number; seconds: number }

export type Metrics = {
  contentType: string
  countRequest: (request: AnsweredRequest) => void
  /** Everything as Prometheus text. */
  print: () => Promise<string>
}

/** The metrics of this process and of the database. Requests only add to numbers in memory; everything else is read at scrape time. */
export function createMetrics(ctx: Pick<AppContext, 'db' | 'now' | 'replicas'>, pool?: PoolFigures): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register, eventLoopUtilizationTimeout: UTILIZATION_EVERY_MS })
  const http = createHttpMetric(register)
  const readDatabase = createDatabaseReader(ctx, register)
  if (pool) addPoolMetric(register, pool)
  if (ctx.replicas) addReplicaMetrics(register, ctx.replicas)
  const isUp = new Gauge({
    name: 'storedawn_database_up',
    help: '1 while the database answers.',
    registers: [register],
  })
  return {
    contentType: register.contentType,
    countRequest: ({ method, route, status, seconds }) => http.observe({ method, route, status }, seconds),
    async print() {
      isUp.set((await finishesInTime(readDatabase())) ? 1 : 0)
      return register.metrics()
    },
  }
}

function createHttpMetric(register: Registry) {
  return new Histogram({
    name: 'storedawn_http_request_seconds',
    help: 'Answered requests by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: HTTP_SECONDS,
    registers: [register],
  })
}

function createDatabaseReader(ctx: Pick<AppContext, 'db' | 'now'>, register: Registry): () => Promise<void> {
  const setFigures = createDatabaseMetrics(register)
  const readLags = createLagReader(ctx)
  const readStores = cacheFor(() => countStores(ctx.db), { forMs: STORES_CACHE_MS, now: ctx.now })
  const lag = new Histogram({
    name: 'storedawn_lag_seconds',
    help: 'From log entry to visible, of new stores since this process started. live = while the log was followed at its head.',
    labelNames: ['live'],
    buckets: LAG_SECONDS,
    registers: [register],
  })
  const read = async () => {
    setFigures(await readFigures(ctx, await readStores()))
    for (const { seconds, live } of await readLags()) lag.observe({ live: String(live) }, seconds)
  }
  return cacheFor(read, { forMs: CACHE_MS, now: ctx.now })
}

function addPoolMetric(register: Registry, pool: PoolFigures): void {
  const connections = new Gauge({
    name: 'storedawn_database_connections',
    help: 'Connections of this process, and queries that wait for one.',
    labelNames: ['state'],
    registers: [register],
    collect() {
      connections.set({ state: 'idle' }, pool.idleCount)
      connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      connections.set({ state: 'waited_for' }, pool.waitingCount)
    },
  })
}

const finishesInTime = (work: Promise<void>): Promise<boolean> =>
  Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(resolve, DATABASE_TIMEOUT_MS, false).unref()),
  ])

type Sample = { labels: Record<string, string>; value: number }
type MetricDefinition = {
  type: 'gauge' | 'counter'
  help: string
  labels: string[]
  sample: (figures: Figures) => Sample[]
}

const perLog = (value: (log: Figures['logs'][number]) => number) => (figures: Figures) =>
  figures.logs.map((log) => ({ labels: { log: log.description }, value: value(log) }))

const perQueue =
  (value: (queue: Figures['queues'][keyof Figures['queues']]) => number) => (figures: Figures) =>
    Object.entries(figures.queues).map(([queue, item]) => ({ labels: { queue }, value: value(item) }))

const perCounter = (name: string, label: string) => (figures: Figures) =>
  figures.counters
    .filter((counted) => counted.name === name)
    .map((counted) => ({ labels: { [label]: counted.label }, value: counted.total }))

const perBackup = (time: (backups: LastBackups) => Date | null) => (figures: Figures) =>
  figures.backups === null
    ? []
    : [{ labels: { run: 'last' }, value: (time(figures.backups)?.getTime() ?? 0) / 1000 }]

const gauge = (help: string, labels: string[], sample: MetricDefinition['sample']): MetricDefinition => ({
  type: 'gauge',
  help,
  labels,
  sample,
})
const counter = (help: string, labels: string[], sample: MetricDefinition['sample']): MetricDefinition => ({
  type: 'counter',
  help,
  labels,
  sample,
})

/** The metrics from the database's figures. No label names a host, a store or a user. */
const DATABASE_METRICS: Record<string, MetricDefinition> = {
  log_position: gauge(
    'Index of the next entry to read.',
    ['log'],
    perLog((log) => log.position),
  ),
  log_entries_behind: gauge(
    'Entries between position and head.',
    ['log'],
    perLog((log) => log.entriesBehind),
  ),
  log_parked: gauge(
    '1 while the log contradicts itself and is not read.',
    ['log'],
    perLog((log) => (log.state === 'parked' ? 1 : 0)),
  ),
  log_step_age_seconds: gauge(
    'Since the log last answered a step.',
    ['log'],
    perLog((log) => log.secondsSinceStep),
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
  visits_total: counter('Visits to hosts by outcome.', ['outcome'], perCounter('visits', 'outcome')),
  shop_requests_total: counter('Requests to shops by answer.', ['answer'], perCounter('requests', 'answer')),
  stores: gauge('Stores by launch status and status.', ['launch_status', 'status'], ({ stores }) =>
    stores.map((item) => ({
      labels: { launch_status: item.launchStatus, status: item.status },
      value: item.count,
    })),
  ),
  dead_jobs: gauge('Background jobs that failed at every try.', [], ({ deadJobs }) => [
    { labels: {}, value: deadJobs },
  ]),
  // Absent where no backup was ever begun; 0 where none succeeded.
  backup_last_success_timestamp_seconds: gauge(
    'When the last scheduled backup was written.',
    ['run'],
    perBackup((backups) => backups.writtenAt),
  ),
  backup_last_verified_timestamp_seconds: gauge(
    'When a scheduled backup was last restored into a scratch database and found equal.',
    ['run'],
    perBackup((backups) => backups.verifiedAt),
  ),
  // Absent until measured: 0 would be a figure.
  accuracy_share: gauge('Share of shown values that the last re-check found right.', ['run'], (figures) =>
    figures.accuracyShare === null ? [] : [{ labels: { run: 'last' }, value: figures.accuracyShare }],
  ),
}

/**
 * Registers the metrics of the database's figures. They keep their values until the next call: a counter that fell to zero while the
 * database was briefly away would look like a burst when it is back.
 */
function createDatabaseMetrics(register: Registry): (figures: Figures) => void {
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

type Figures = {
  logs: (FreshnessLog & { position: number })[]
  queues: Queues
  stores: { launchStatus: string; status: string; count: number }[]
  counters: { name: string; label: string; total: number }[]
  deadJobs: number
  accuracyShare: number | null
  backups: LastBackups | null
}

/** The figures from the database; the same for every process. */
async function readFigures(ctx: Pick<AppContext, 'db' | 'now'>, stores: Figures['stores']): Promise<Figures> {
  const { db } = ctx
  const accuracy = await readAccuracyShare(db)
  return {
    logs: await withPositions(db, await readLogs(ctx)),
    queues: await readQueues(ctx),
    stores,
    counters: await db.selectFrom('tallies').selectAll().execute(),
    deadJobs: await countDeadJobs(db),
    accuracyShare: accuracy?.share ?? null,
    backups: await readLastBackups(db),
  }
}

async function withPositions(db: Db, logs: FreshnessLog[]): Promise<Figures['logs']> {
  const rows = await db.selectFrom('ct_logs').select(['description', 'next_index']).execute()
  const byName = new Map(rows.map((row) => [row.description, row.next_index]))
  return logs.map((log) => ({ ...log, position: byName.get(log.description) ?? 0 }))
}

/** Reads all stores: too slow for every scrape. */
async function countStores(db: Db): Promise<Figures['stores']> {
  const { rows } = await sql<{ launchStatus: string; status: string; count: number }>`
    select launch_status as "launchStatus", status, count(*) as count from stores group by launch_status, status`.execute(
    db,
  )
  return rows
}

/** A store's timestamp is taken a little before its commit; the commit follows within this time. */
const MAX_COMMIT_DELAY_MS = 60_000

export type VisibleLag = { seconds: number; live: boolean }

/** Each call returns the lags of the stores that became visible since the previous call; the first call starts at creation. */
function createLagReader({ db, now }: Pick<AppContext, 'db' | 'now'>): () => Promise<VisibleLag[]> {
  let readUntil = now()
  return async () => {
    const until = new Date(now().getTime() - MAX_COMMIT_DELAY_MS)
    if (until <= readUntil) return []
    const { rows } = await sql<VisibleLag>`
      select greatest(0, extract(epoch from visible_at - found_at))::float8 as seconds, coalesce(live, false) as live
      from stores left join store_lags on store_lags.store_id = stores.id
      where launch_status = 'new' and visible_at > ${readUntil} and visible_at <= ${until}`.execute(db)
    readUntil = until
    return rows
  }
}
