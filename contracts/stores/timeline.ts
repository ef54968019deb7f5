import * as z from 'zod/mini'
import { Day } from '#contracts/dates.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { Evidence, STORE_DETAILS_PER_HOUR } from './facts.ts'

/**
 * What may happen to a store itself.
 *
 * - `found`: our first visit
 * - `opened`: its password page is gone; `protected`: it put one up
 * - `closed`: the platform answers that there is no shop, or none for now; `reopened`: it answers
 *   again
 * - `moved`: it answers at a different domain
 * - `theme_updated`: a different version of the same theme
 */
export const StoreEventKind = z.enum([
  'found',
  'opened',
  'protected',
  'closed',
  'reopened',
  'moved',
  'theme_changed',
  'theme_updated',
  'app_added',
  'app_removed',
  'pixel_added',
  'pixel_removed',
  'contact_added',
  'contact_removed',
  'social_added',
  'social_removed',
  'policy_added',
  'policy_removed',
  'currency_changed',
  'country_changed',
])
export type StoreEventKind = z.infer<typeof StoreEventKind>

/**
 * What may happen to a product of a store. `best_seller`: a new place in the store's own list of
 * best sellers.
 */
export const ProductEventKind = z.enum([
  'product_added',
  'product_removed',
  'product_returned',
  'sold_out',
  'restocked',
  'price_up',
  'price_down',
  'best_seller',
])
export type ProductEventKind = z.infer<typeof ProductEventKind>

export const ChangeKind = z.enum([...StoreEventKind.options, ...ProductEventKind.options])
export type ChangeKind = z.infer<typeof ChangeKind>

/** The kinds that the list filters by: every store has been found once. */
export const FILTERED_CHANGES = ChangeKind.options.filter((kind) => kind !== 'found')

/**
 * Days after its launch on which a followed store is visited again: the days for which we can say
 * whether it survived.
 */
export const SURVIVAL_DAYS = [1, 3, 7, 14, 30, 60, 90, 180] as const

/**
 * `strong`: two visits read the same place and found different things there. `weak`: the earlier
 * visit did not read the place, so the thing may have been there before.
 */
export const ChangeStrength = z.enum(['strong', 'weak'])
export type ChangeStrength = z.infer<typeof ChangeStrength>

const ChangedProduct = z.object({
  /** As in `/product/:id`. */
  id: z.string(),
  title: z.string(),
  /** A price in `currency` for a change of price, a place for `best_seller`; otherwise null. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  currency: z.nullable(z.string()),
})
export type ChangedProduct = z.infer<typeof ChangedProduct>

/** How many changed products an event names; `total` counts all of them. */
export const NAMED_PRODUCTS = 5

export const TimelineEvent = z.object({
  id: z.string(),
  kind: ChangeKind,
  /** When a visit saw it: the change happened between that visit and the one before. */
  at: z.iso.datetime(),
  strength: ChangeStrength,
  /** The app, pixel, contact, social network or policy that was added or removed. */
  item: z.nullable(z.string()),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  evidence: Evidence,
  /** For changes of products, which one event per kind and day sums up. */
  products: z.nullable(z.object({ total: z.int(), named: z.array(ChangedProduct) })),
})
export type TimelineEvent = z.infer<typeof TimelineEvent>

/** Comma-separated kinds. */
export const KindList = z.string().check(
  z.maxLength(600),
  z.refine((text) => text.split(',').every((kind) => ChangeKind.safeParse(kind).success)),
)

export const getStoreTimeline = endpoint({
  name: 'getStoreTimeline',
  method: 'GET',
  path: '/api/stores/details/:id/timeline',
  access: 'paid',
  summary: `What changed in a store, by UTC day, the latest first. \`kinds\` takes comma-separated kinds; \`before\` continues with earlier days. Product changes are kept for 180 days. At most ${STORE_DETAILS_PER_HOUR} pages an hour for each account.`,
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(253)) }),
  query: z.object({
    kinds: z.optional(KindList),
    before: z.optional(Day),
  }),
  response: z.object({
    days: z.array(z.object({ day: Day, events: z.array(TimelineEvent) })),
    /** Value of `before` for the next, earlier days; null at the end. */
    next: z.nullable(Day),
    /** Addresses and numbers are omitted: the account has used up today's contacts of its plan. */
    contactsLimited: z.boolean(),
  }),
})
