import * as z from 'zod/mini'
import { DateQuery, Day } from '#contracts/date-fields.ts'
import { endpoint } from '#contracts/endpoint.ts'

export const PublicStats = z.object({
  /** Newly launched stores found on the dates. */
  totalStores: z.int(),
  /** Products that were trending on at least one of the dates. */
  totalProducts: z.int(),
  /** The part of `totalStores` with a usable published contact address. */
  storesWithEmail: z.int(),
})
export type PublicStats = z.infer<typeof PublicStats>

export const getPublicStats = endpoint({
  name: 'getPublicStats',
  method: 'GET',
  path: '/api/public/stats',
  access: 'public',
  summary: 'The three counters for one UTC day, a range of at most 366 days, or all days.',
  query: DateQuery,
  response: PublicStats,
})

export const listPublicDays = endpoint({
  name: 'listPublicDays',
  method: 'GET',
  path: '/api/public/days',
  access: 'public',
  summary: 'The newly launched stores found on each day that has any; of the last 366 days.',
  response: z.object({ days: z.array(z.object({ day: Day, stores: z.int() })) }),
})
