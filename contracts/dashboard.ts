import * as z from 'zod/mini'
import { endpoint } from '#contracts/endpoint.ts'
import { StoreSummary } from '#contracts/stores.ts'

export const Dashboard = z.object({
  /** End of the stay before this one; of a first stay, when the account was made. */
  since: z.iso.datetime(),
  /** Newly launched stores that became visible since then, and those of them with a usable address: totals of the list with `isNew=yes`. */
  newStores: z.int(),
  newLeads: z.int(),
  /** The latest of them. */
  latest: z.array(StoreSummary),
})
export type Dashboard = z.infer<typeof Dashboard>

export const getDashboard = endpoint({
  name: 'getDashboard',
  method: 'GET',
  path: '/api/dashboard',
  access: 'paid',
  summary: 'What became visible since the last visit of this account.',
  response: Dashboard,
})
