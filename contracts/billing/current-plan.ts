import * as z from 'zod/mini'
import { endpoint } from '#contracts/endpoint.ts'

/**
 * A separate endpoint, because every page calls it. The other plan data is loaded only where plans
 * are shown.
 */
export const getCurrentPlan = endpoint({
  name: 'getCurrentPlan',
  method: 'GET',
  path: '/api/plans/current',
  access: 'session',
  summary: 'The plan of the account: `guest`, `pro` or `plus`.',
  /** Text, so that adding a plan does not make a page that runs older code reject the answer. */
  response: z.object({ productName: z.string() }),
})
