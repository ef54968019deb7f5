import * as z from 'zod/mini'
import { endpoint } from '#contracts/endpoint.ts'
import { asOfField } from '#contracts/paging.ts'
import { StoreSummary } from './stores.ts'

export const Dashboard = z.object({
  /**
   * End of the account's previous visit; on a first visit, the time when the account was created.
   */
  since: z.iso.datetime(),
  /**
   * Newly launched stores that became visible or opened since then, and those among them with a
   * usable address: totals of the list with `isNew=yes`.
   */
  newStores: z.int(),
  newLeads: z.int(),
  /** The latest of these stores. */
  latest: z.array(StoreSummary),
  ...asOfField,
})
export type Dashboard = z.infer<typeof Dashboard>

export const getDashboard = endpoint({
  name: 'getDashboard',
  method: 'GET',
  path: '/api/dashboard',
  access: 'paid',
  summary: "Stores that became visible, or opened, since this account's last visit.",
  response: Dashboard,
})
