/** How well the product works: freshness, accuracy, health, metrics. */
import type { TableName } from '#server/platform/db/schema.ts'
import { registerJob } from '#server/platform/jobs/job-definition.ts'
import type { Retention } from '#server/platform/jobs/purge-old-rows.ts'
import { backUpRegularly } from './backup/backup-job.ts'
import { checkAccuracyNightly } from './freshness/accuracy.ts'
import { freshnessRoutes, healthRoutes, metricsRoutes } from './routes.ts'

export {
  endCheck,
  findOpenRun,
  finishRun,
  nextCheck,
  nightKey,
  type OpenCheck,
  postponeCheck,
  readAccuracyTotals,
  startAccuracyRun,
} from './freshness/accuracy.ts'
export { readDays, readLiveLags, readQueues } from './freshness/freshness.ts'
export { readAlarms } from './alarms/alarms.ts'
export { readLastBackups } from './backup/backup-job.ts'
export { type Figures, readFigures } from './metrics/database-metrics.ts'
export { createMetrics, type PoolFigures } from './metrics/metrics.ts'
export { startRoleBeats } from './health/role-beats.ts'
export { countRequests, METRICS_PATH, type OperationsServices } from './routes.ts'

export const routes = [freshnessRoutes, healthRoutes, metricsRoutes]
export const jobs = [registerJob(checkAccuracyNightly), registerJob(backUpRegularly)]

export const tables = [
  'accuracy_checks',
  'accuracy_runs',
  'backup_runs',
] as const satisfies TableName[]

export const retention: Retention<(typeof tables)[number]> = {
  accuracy_runs: { keep: 'one row a night' },
  backup_runs: { keep: 'one row a night' },
}
