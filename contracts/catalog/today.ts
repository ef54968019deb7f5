import * as z from 'zod/mini'
import { Day } from '#contracts/date-fields.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { asOfField } from '#contracts/paging.ts'
import { Change } from '#contracts/workspace/changes.ts'
import { ClusterSummary } from './product-clusters.ts'
import { StoreSummary } from './stores.ts'
import { TrendBadge } from './trending.ts'

/** Days of a figure: today, and the days before it. */
export const FIGURE_DAYS = 14

/** Of each of `FIGURE_DAYS` days, today's last; null for a day that our data does not cover. */
const Counts = z.array(z.nullable(z.int()))

export const RisingProduct = z.object({
  ...z.pick(ClusterSummary, {
    id: true,
    title: true,
    titleLanguage: true,
    imageUrl: true,
    listingStores: true,
    price: true,
  }).shape,
  score: z.int(),
  badge: TrendBadge,
  /** New stores that began to list it in the window of the trend. */
  newStores: z.int(),
})
export type RisingProduct = z.infer<typeof RisingProduct>

/** Without its contacts, so that an open page does not use up those of the day. */
export const NewestStore = z.pick(StoreSummary, {
  id: true,
  slug: true,
  name: true,
  domain: true,
  logoUrl: true,
  country: true,
  category: true,
  currency: true,
  price: true,
  hasEmail: true,
  hasPhone: true,
  hasContactForm: true,
  foundAt: true,
})
export type NewestStore = z.infer<typeof NewestStore>

export const Today = z.object({
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
  /** The account has no saved search and has not skipped the questions that lead to one. */
  isFirstRun: z.boolean(),
  /** The day and the time at which everything below was counted, a few seconds ago at most. */
  day: Day,
  at: z.iso.datetime(),
  /** Earlier days are counted up to the same time of day; `rising` is counted for whole days. */
  figures: z.object({
    /** Newly launched stores by the day on which they were found. */
    stores: Counts,
    /** Those among them with a usable address. */
    leads: Counts,
    rising: Counts,
    /** Newly launched stores that opened from behind their password page. */
    opened: Counts,
  }),
  /** Those with the highest scores of today. */
  rising: z.array(RisingProduct),
  /** The latest found first, also those of earlier days. */
  newest: z.array(NewestStore),
  /** Openings, closings, themes, apps and prices of today, the latest first; none of contacts. */
  changes: z.array(Change),
  ...asOfField,
})
export type Today = z.infer<typeof Today>

export const getToday = endpoint({
  name: 'getToday',
  method: 'GET',
  path: '/api/today',
  access: 'paid',
  summary: `Today so far: four figures beside the ${FIGURE_DAYS - 1} days before, rising products, the newest stores, what changed, and what is new since this account's last visit.`,
  response: Today,
})

export const endFirstRun = endpoint({
  name: 'endFirstRun',
  method: 'POST',
  path: '/api/today/first-run/end',
  access: 'paid',
  summary: 'Skip the questions that lead to a first saved search.',
  response: z.pick(Today, { isFirstRun: true }),
})
