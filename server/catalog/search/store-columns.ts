import { DAY_MS, dayStart } from '#contracts/dates.ts'
import { wholeUsDollars } from '#contracts/money.ts'
import { type FilterKey, filterValue } from '#contracts/stores/store-filters.ts'
import type { StoreSort } from '#contracts/stores/stores.ts'
import type { IndexedStore } from './store-rows.ts'
import { foldText, wordsOf } from './text-folding.ts'

/** A value with its display label. */
export type Item = string | { value: string; label: string }

type ColumnRule =
  | { kind: 'code'; read: (store: IndexedStore) => Item | null }
  | { kind: 'list'; read: (store: IndexedStore) => readonly Item[] | null }
  | { kind: 'number'; read: (store: IndexedStore) => number | null }

/** Filters that depend on the account; they have no column. */
export type PersonalKey = 'saved' | 'isNew'
export type ColumnKey = Exclude<FilterKey, PersonalKey>

const code = (read: (store: IndexedStore) => Item | null): ColumnRule => ({ kind: 'code', read })
const list = (read: (store: IndexedStore) => readonly Item[] | null): ColumnRule => ({ kind: 'list', read })
const number = (read: (store: IndexedStore) => number | null): ColumnRule => ({ kind: 'number', read })
const yesNo = (read: (store: IndexedStore) => boolean | null): ColumnRule =>
  code((store) => {
    const answer = read(store)
    return answer === null ? null : answer ? 'yes' : 'no'
  })

/** Page content is known only for an open shop: for others, a missing value means nothing. */
const ifOpen = <Value>(store: IndexedStore, value: Value): Value | null =>
  store.status === 'OPEN' ? value : null
const ifListed = <Value extends { length: number }>(store: IndexedStore, values: Value): Value | null =>
  values.length > 0 ? values : ifOpen(store, values)
const isPublished = (store: IndexedStore, value: unknown): boolean | null =>
  value !== null && value !== false ? true : ifOpen(store, false)

export const dayNumber = (day: string): number => dayStart(day).getTime() / DAY_MS

/** A published word: its capitalisation does not matter. */
function caseInsensitive(text: string | null): Item | null {
  const value = text === null ? '' : filterValue(text.toLowerCase())
  return text === null || value === '' ? null : { value, label: filterValue(text) }
}

const toApps = ({ apps }: IndexedStore): Item[] =>
  apps.map(({ handle, name }) => ({ value: filterValue(handle), label: name }))

/** The value of each filter for a store; `contracts/stores/store-filters.ts` describes the filter itself. */
export const storeColumns = {
  q: list((store) => wordsOf(`${store.name} ${store.domain} ${store.about ?? ''}`).slice(0, 80)),
  launched: number(({ launch_day }) => (launch_day === null ? null : dayNumber(launch_day))),
  confidence: code((store) => store.launch_confidence),
  status: code((store) => store.status),
  moved: yesNo((store) => store.moved_here),
  country: code((store) => store.country && filterValue(store.country)),
  shipsTo: list((store) => (store.ships_to.length > 0 ? store.ships_to : null)),
  language: code((store) => store.language && filterValue(store.language)),
  currency: code((store) => store.currency && filterValue(store.currency)),
  tld: code(({ domain }) => domain.slice(domain.lastIndexOf('.') + 1)),
  category: code((store) => store.category),
  products: number((store) => store.product_count),
  price: number((store) => wholeUsDollars(store.price_median_minor, store.currency)),
  discount: number(({ discount_share }) => (discount_share === null ? null : percent(discount_share))),
  trending: yesNo((store) => store.last_trending_day !== null),
  theme: code((store) => caseInsensitive(store.theme_name)),
  apps: list((store) => ifListed(store, toApps(store))),
  appCount: number((store) => ifListed(store, store.apps)?.length ?? null),
  pixels: list((store) =>
    ifListed(
      store,
      store.pixels.map(({ vendor }) => filterValue(vendor)),
    ),
  ),
  payments: list((store) => ifListed(store, store.payment_brands.map(filterValue))),
  email: yesNo((store) => isPublished(store, store.email)),
  emailKind: code((store) => (store.email === null ? null : store.email_kind)),
  emailState: code(({ email, email_state }) =>
    email === null || email_state === 'unknown' ? null : email_state,
  ),
  ownDomain: yesNo((store) => (store.email === null ? null : store.email_is_own_domain)),
  phone: yesNo((store) => isPublished(store, store.phone)),
  contactForm: yesNo((store) => isPublished(store, store.has_contact_form)),
  company: yesNo((store) => isPublished(store, store.company)),
  socials: list((store) => ifListed(store, store.socials)),
  policies: list((store) => ifListed(store, store.policies)),
} as const satisfies Record<ColumnKey, ColumnRule>

/** Any discount counts as at least 1 %. */
const percent = (share: number): number => (share > 0 ? Math.max(1, Math.round(share * 100)) : 0)

const BYTES_PER_KEY = 6
const NAME_KEYS = 4

/** The first 24 bytes of a text as numbers that sort like it: six bytes fit into a double without loss. */
export function textKeys(text: string, count: number): number[] {
  const bytes = Buffer.from(foldText(text).trimStart())
  return Array.from({ length: count }, (_, key) => {
    let number = 0
    for (let at = 0; at < BYTES_PER_KEY; at++) number = number * 256 + (bytes[key * BYTES_PER_KEY + at] ?? 0)
    return number
  })
}

/** The sort keys of each order, first key first; null = not known, which comes last in both directions. */
export const sortKeys = {
  foundAt: { count: 1, read: (store) => [store.found_at.getTime()] },
  visibleAt: { count: 1, read: (store) => [store.visible_at.getTime()] },
  launchDate: { count: 1, read: ({ launch_day }) => [launch_day === null ? null : dayNumber(launch_day)] },
  name: { count: NAME_KEYS, read: (store) => textKeys(store.name, NAME_KEYS) },
  productCount: { count: 1, read: (store) => [store.product_count] },
  country: { count: 1, read: ({ country }) => (country === null ? [null] : textKeys(country, 1)) },
  price: { count: 1, read: (store) => [wholeUsDollars(store.price_median_minor, store.currency)] },
  appCount: {
    count: 1,
    read: ({ apps, status }) => [apps.length > 0 || status === 'OPEN' ? apps.length : null],
  },
} as const satisfies Record<
  StoreSort,
  { count: number; read: (store: IndexedStore) => readonly (number | null)[] }
>
