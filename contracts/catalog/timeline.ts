import * as z from 'zod/mini'
import { Day } from '#contracts/date-fields.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { keysOf } from '#contracts/keys.ts'
import { Evidence, STORE_DETAILS_PER_HOUR, storeParams } from './facts.ts'
import { type ListKey, type ReadKey, type TextKey } from './fact-table.ts'

export type StoreChange = {
  /** Where menus list it. */
  group: 'life' | 'technology' | 'contact'
  /** The status that the store has from then on. */
  status?: 'OPEN' | 'PASSWORD_PROTECTED' | 'CLOSED'
  /** The fact with another value, or the lists of facts with an item more or less. */
  changed?: TextKey
  added?: readonly ListKey[]
  removed?: readonly ListKey[]
}

/** What may happen to a store itself, in the order of menus and filters. */
export const STORE_CHANGES = {
  /** Our first visit. */
  found: { group: 'life' },
  /** Its password page is gone. */
  opened: { group: 'life', status: 'OPEN' },
  /** It put a password page up. */
  protected: { group: 'life', status: 'PASSWORD_PROTECTED' },
  /** The platform answers that there is no shop, or none for now. */
  closed: { group: 'life', status: 'CLOSED' },
  /** It answers again. */
  reopened: { group: 'life', status: 'OPEN' },
  /** It answers at a different domain. */
  moved: { group: 'life' },
  theme_changed: { group: 'technology' },
  /** A different version of the same theme. */
  theme_updated: { group: 'technology' },
  app_added: { group: 'technology', added: ['apps'] },
  app_removed: { group: 'technology', removed: ['apps'] },
  pixel_added: { group: 'technology', added: ['pixels'] },
  pixel_removed: { group: 'technology', removed: ['pixels'] },
  contact_added: { group: 'contact', added: ['emails', 'phones'] },
  contact_removed: { group: 'contact', removed: ['emails', 'phones'] },
  social_added: { group: 'contact', added: ['socials'] },
  social_removed: { group: 'contact', removed: ['socials'] },
  policy_added: { group: 'contact', added: ['policies'] },
  policy_removed: { group: 'contact', removed: ['policies'] },
  currency_changed: { group: 'life', changed: 'currency' },
  country_changed: { group: 'life', changed: 'country' },
} as const satisfies Record<string, StoreChange>

/** `stored`: its name in the tables of changed products; `shows`: what is before and after. */
export type ProductChange = { stored: string; shows?: 'price' | 'place' }

export const PRODUCT_CHANGES = {
  product_added: { stored: 'added' },
  product_removed: { stored: 'removed' },
  product_returned: { stored: 'returned' },
  sold_out: { stored: 'sold_out' },
  restocked: { stored: 'restocked' },
  price_up: { stored: 'price_up', shows: 'price' },
  price_down: { stored: 'price_down', shows: 'price' },
  /** A new place in the store's own list of best sellers. */
  best_seller: { stored: 'best_seller', shows: 'place' },
} as const satisfies Record<string, ProductChange>

export const StoreEventKind = z.enum(keysOf(STORE_CHANGES))
export type StoreEventKind = z.infer<typeof StoreEventKind>

export const ProductEventKind = z.enum(keysOf(PRODUCT_CHANGES))
export type ProductEventKind = z.infer<typeof ProductEventKind>

export type ProductChangeKind = (typeof PRODUCT_CHANGES)[ProductEventKind]['stored']

/**
 * What a timeline calls a stored change of products.
 * @throws for an unknown one
 */
export const eventOfProducts = (stored: ProductChangeKind): ProductEventKind =>
  ProductEventKind.parse(
    ProductEventKind.options.find((kind) => PRODUCT_CHANGES[kind].stored === stored),
  )

export const ChangeKind = z.enum([...StoreEventKind.options, ...ProductEventKind.options])
export type ChangeKind = z.infer<typeof ChangeKind>

/** Whether the change is one of this fact. */
export function changes(kind: ChangeKind, fact: ReadKey): boolean {
  const rules: Partial<Record<ChangeKind, StoreChange>> = STORE_CHANGES
  const { changed, added = [], removed = [] } = rules[kind] ?? {}
  const facts: (ReadKey | undefined)[] = [changed, ...added, ...removed]
  return facts.includes(fact)
}

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
  params: storeParams,
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
