import * as z from 'zod/mini'
import { endpoint } from '#contracts/endpoint.ts'

/** By itself, since every page asks it: what else concerns plans is loaded where they are shown. */
export const getCurrentPlan = endpoint({
  name: 'getCurrentPlan',
  method: 'GET',
  path: '/api/plans/current',
  access: 'session',
  summary: 'The plan of the account: `guest`, `pro` or `plus`.',
  /** A text, so that a page which is open while a plan is added does not take the answer for garbage. */
  response: z.object({ productName: z.string() }),
})
