/**
 * The operator console: who may use it, what it shows of the running system, and what its users may
 * change.
 */
import { registerJob } from '#server/platform/jobs/job-definition.ts'
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

export { enrolOperator, listOperators, removeOperator } from './operators.ts'
export { limits } from './limits.ts'
export { retention, tables } from './tables.ts'

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
