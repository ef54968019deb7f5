import { X509Certificate } from 'node:crypto'
import { readFileSync, type StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import { sql } from 'kysely'
import { readAlarms } from '#server/operations/alarms/alarms.ts'
import { finishesInTime } from '#server/operations/health/health-check.ts'
import { cacheFor } from '#server/platform/async-cache.ts'
import type { Config } from '#server/platform/config.ts'
import type { AppContext } from '#server/platform/context.ts'
import { countStores, createDatabaseMetrics, readFigures } from './database-metrics.ts'

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
  /** As Prometheus text. */
  print: () => Promise<string>
}

type MetricsContext = Pick<AppContext, 'config' | 'db' | 'now'>
type MetricsParts = { pool?: PoolFigures | undefined; isDiskFull?: () => boolean }

/**
 * The metrics of this process and of the database. Requests only add to numbers in memory;
 * everything else is read at scrape time.
 */
export function createMetrics(
  ctx: MetricsContext,
  { pool, isDiskFull = () => false }: MetricsParts = {},
): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register, eventLoopUtilizationTimeout: UTILIZATION_EVERY_MS })
  const http = createHttpMetric(register)
  const readDatabase = createDatabaseReader(ctx, register)
  if (pool) addPoolMetric(register, pool)
  addMachineMetrics(register, ctx.config, isDiskFull)
  const isUp = new Gauge({
    name: 'storedawn_database_up',
    help: '1 while the database answers.',
    registers: [register],
  })
  return {
    contentType: register.contentType,
    countRequest: ({ method, route, status, seconds }) =>
      http.observe({ method, route, status }, seconds),
    async print() {
      isUp.set((await finishesInTime(readDatabase(), DATABASE_TIMEOUT_MS)) ? 1 : 0)
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

function createDatabaseReader(ctx: MetricsContext, register: Registry): () => Promise<void> {
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
  const beyond = new Gauge({
    name: 'storedawn_alarm',
    help: '1 for each figure that is beyond its limit; item = the log or queue that it is about.',
    labelNames: ['name', 'item', 'severity'],
    registers: [register],
  })
  const read = async () => {
    const figures = await readFigures(ctx, await readStores())
    setFigures(figures)
    const alarms = await readAlarms(ctx, figures)
    beyond.reset()
    for (const { name, item, severity } of alarms)
      beyond.set({ name, item: item ?? '', severity }, 1)
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

/** A store's timestamp is taken a little before its commit; the commit follows within this time. */
const MAX_COMMIT_DELAY_MS = 60_000

type VisibleLag = { seconds: number; live: boolean }

/**
 * Each call returns the lags of the stores that became visible since the previous call; the first
 * call starts at creation.
 */
function createLagReader({ db, now }: Pick<AppContext, 'db' | 'now'>): () => Promise<VisibleLag[]> {
  let readUntil = now()
  return async () => {
    const until = new Date(now().getTime() - MAX_COMMIT_DELAY_MS)
    if (until <= readUntil) return []
    const { rows } = await sql<VisibleLag>`
      select greatest(0, extract(epoch from visible_at - found_at))::float8 as seconds, coalesce(live, false) as live
      from stores left join store_lags on store_lags.store_id = stores.id
      where launch_status = 'new' and visible_at > ${readUntil} and visible_at <= ${until}`.execute(
      db,
    )
    readUntil = until
    return rows
  }
}

type Settings = Pick<Config, 'DATA_DIR' | 'EXTRA_CA_FILE'>

/** The disk under `DATA_DIR`, and what expires by itself. */
function addMachineMetrics(register: Registry, config: Settings, isDiskFull: () => boolean): void {
  addDiskMetric(register, config.DATA_DIR, {
    name: 'storedawn_disk_free_bytes',
    help: 'Free space on the disk that holds DATA_DIR; absent while it cannot be read.',
    value: ({ bavail, bsize }) => bavail * bsize,
  })
  addDiskMetric(register, config.DATA_DIR, {
    name: 'storedawn_disk_size_bytes',
    help: 'Size of the disk that holds DATA_DIR; absent while it cannot be read.',
    value: ({ blocks, bsize }) => blocks * bsize,
  })
  const isFull: Gauge = new Gauge({
    name: 'storedawn_database_disk_full',
    help: '1 while the database refuses writes for lack of disk space.',
    registers: [register],
    collect(): void {
      isFull.set(isDiskFull() ? 1 : 0)
    },
  })
  if (config.EXTRA_CA_FILE) addExpiry(register, config.EXTRA_CA_FILE)
}

type DiskMetric = { name: string; help: string; value: (disk: StatsFs) => number }

function addDiskMetric(
  register: Registry,
  folder: string,
  { name, help, value }: DiskMetric,
): void {
  const bytes = new Gauge({
    name,
    help,
    labelNames: ['disk'],
    registers: [register],
    async collect() {
      const disk = await statfs(folder).catch(() => null)
      bytes.reset()
      if (disk) bytes.set({ disk: 'data' }, value(disk))
    },
  })
}

const PEM_CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** As read at the start, like the crawler does: another file counts after a restart. */
function addExpiry(register: Registry, file: string): void {
  const times = Array.from(readFileSync(file, 'utf8').matchAll(PEM_CERTIFICATES), ([pem]) =>
    new X509Certificate(pem).validToDate.getTime(),
  )
  new Gauge({
    name: 'storedawn_extra_ca_expiry_timestamp_seconds',
    help: 'When the first certificate of EXTRA_CA_FILE expires.',
    registers: [register],
  }).set(Math.min(...times) / 1_000)
}
