import { collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { AppContext } from '#server/context.ts'
import { remember } from '#server/features/freshness/remember.ts'
import { createDatabaseMetrics } from './database-metrics.ts'
import { countStores, readFigures } from './read-figures.ts'
import { createLagReader } from './read-new-lags.ts'

/** Scrapers that run side by side get the same reading. */
const KEPT_MS = 10_000
/** The query reads a million rows for three numbers that change slowly. */
const STORES_KEPT_MS = 5 * 60_000
/** A hanging database must not take the process's own figures with it. */
const DATABASE_WITHIN_MS = 5_000
/** Ten samples a second, the default, would wake an idle process that often. */
const UTILIZATION_MS = 1_000
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
export function createMetrics(ctx: Pick<AppContext, 'db' | 'now'>, pool?: PoolFigures): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register, eventLoopUtilizationTimeout: UTILIZATION_MS })
  const http = createHttpMetric(register)
  const readDatabase = createDatabaseReading(ctx, register)
  if (pool) addPoolMetric(register, pool)
  const isUp = new Gauge({
    name: 'storedawn_database_up',
    help: '1 while the database answers.',
    registers: [register],
  })
  return {
    contentType: register.contentType,
    countRequest: ({ method, route, status, seconds }) => http.observe({ method, route, status }, seconds),
    async print() {
      isUp.set((await isDoneSoon(readDatabase())) ? 1 : 0)
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

function createDatabaseReading(ctx: Pick<AppContext, 'db' | 'now'>, register: Registry): () => Promise<void> {
  const setFigures = createDatabaseMetrics(register)
  const readLags = createLagReader(ctx)
  const readStores = remember(() => countStores(ctx.db), { forMs: STORES_KEPT_MS, now: ctx.now })
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
  return remember(read, { forMs: KEPT_MS, now: ctx.now })
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

const isDoneSoon = (work: Promise<void>): Promise<boolean> =>
  Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(resolve, DATABASE_WITHIN_MS, false).unref()),
  ])
