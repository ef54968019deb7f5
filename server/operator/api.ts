/** The operator console: who may use it, what it shows of the running system, and what its users may change. */
import {
  accountRoutes,
  contentRoutes,
  deliveryRoutes,
  featureRoutes,
  messageRoutes,
  operatorSessionRoutes,
  optOutRoutes,
  systemRoutes,
} from './routes.ts'

export { enrolOperator, listOperators, removeOperator } from './operators.ts'

export const routes = [
  operatorSessionRoutes,
  systemRoutes,
  accountRoutes,
  messageRoutes,
  deliveryRoutes,
  optOutRoutes,
  contentRoutes,
  featureRoutes,
]
