import * as z from 'zod/mini'
import { endpoint } from '#contracts/endpoint.ts'

export const getCurrentPlan = endpoint({
  name: 'getCurrentPlan',
  method: 'GET',
  path: '/api/plans/current',
  access: 'session',
  summary: 'The plan of the account: `guest`, `pro` or `plus`.',
  /** A text, so that a page which is open while a plan is added does not take the answer for garbage. */
  response: z.object({ productName: z.string() }),
})
