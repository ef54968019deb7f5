import * as z from 'zod/mini'
import { DateQuery, Day } from '#contracts/dates.ts'
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

export const Highlights = z.object({
  /** Newly launched stores found so far. */
  launched: z.int(),
  last24h: z.int(),
  /**
   * Measured by a nightly re-check of a sample (`docs/freshness.md`); null until the first
   * re-check.
   */
  accuracy: z.nullable(
    z.object({ share: z.number(), sample: z.int(), measuredAt: z.iso.datetime() }),
  ),
  recent: z.array(
    z.object({
      name: z.string(),
      country: z.nullable(z.string()),
      productCount: z.nullable(z.int()),
      foundDay: Day,
    }),
  ),
})
export type Highlights = z.infer<typeof Highlights>

export const getHighlights = endpoint({
  name: 'getHighlights',
  method: 'GET',
  path: '/api/public/highlights',
  access: 'public',
  summary: 'Figures and the three most recent stores for the landing page.',
  response: Highlights,
})
