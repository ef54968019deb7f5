/**
 * The operator console: who may use it, what it shows of the running system, and what its users may
 * change.
 */
import type { TableName } from '#server/platform/db/schema.ts'
import { registerJob } from '#server/platform/jobs/job-definition.ts'
import type { Retention } from '#server/platform/jobs/purge-old-rows.ts'
import { resealSecrets } from './operators.ts'
import {
  accountRoutes,
  deliveryRoutes,
  featureRoutes,
  messageRoutes,
  operatorSessionRoutes,
  optOutRoutes,
  systemRoutes,
} from './routes.ts'

export { enrolOperator, limits, listOperators, removeOperator } from './operators.ts'

export const jobs = [registerJob(resealSecrets)]
export const routes = [
  operatorSessionRoutes,
  systemRoutes,
  accountRoutes,
  messageRoutes,
  deliveryRoutes,
  optOutRoutes,
  featureRoutes,
]

export const tables = ['feature_switches', 'operators'] as const satisfies TableName[]

export const retention: Retention<(typeof tables)[number]> = {
  feature_switches: { keep: 'one row for each switch' },
}
