import { DAY_MS, dayStart } from '#contracts/dates.ts'
import { wholeUsDollars } from '#contracts/money.ts'
import { type FilterKey, filterValue } from '#contracts/stores/store-filters.ts'
import type { StoreSort } from '#contracts/stores/stores.ts'
import type { IndexedStore } from './store-rows.ts'
import { foldText, wordsOf } from './text-folding.ts'

/** A value with its display label. */
export type Item = string | { value: string; label: string }

type CodeRule = { kind: 'code'; read: (store: IndexedStore) => Item | null }
type ListRule = { kind: 'list'; read: (store: IndexedStore) => readonly Item[] | null }
type NumberRule = { kind: 'number'; read: (store: IndexedStore) => number | null }
type ColumnRule = CodeRule | ListRule | NumberRule

/** Filters that depend on the account; they have no column. */
export type PersonalKey = 'saved' | 'isNew'
export type ColumnKey = Exclude<FilterKey, PersonalKey>

/** An engine keeps this many values of a longer list. */
export const MAX_LIST_VALUES = 400

const code = (read: (store: IndexedStore) => Item | null): CodeRule => ({ kind: 'code', read })
const list = (read: (store: IndexedStore) => readonly Item[] | null): ListRule => ({
  kind: 'list',
  read,
})
const number = (read: (store: IndexedStore) => number | null): NumberRule => ({
  kind: 'number',
  read,
})
const yesNo = (read: (store: IndexedStore) => boolean | null): CodeRule =>
  code((store) => {
    const answer = read(store)
    return answer === null ? null : answer ? 'yes' : 'no'
  })

/** Page content is known only for an open shop: for others, a missing value means nothing. */
const ifOpen = <Value>(store: IndexedStore, value: Value): Value | null =>
  store.status === 'OPEN' ? value : null
const ifListed = <Value extends { length: number }>(
  store: IndexedStore,
  values: Value,
): Value | null => (values.length > 0 ? values : ifOpen(store, values))
const isPublished = (store: IndexedStore, isKnown: boolean): boolean | null =>
  isKnown ? true : ifOpen(store, false)

export const dayNumber = (day: string): number => dayStart(day).getTime() / DAY_MS

/** A published word: its capitalisation does not matter. */
function caseInsensitive(text: string | null): Item | null {
  const value = text === null ? '' : filterValue(text.toLowerCase())
  return text === null || value === '' ? null : { value, label: filterValue(text) }
}

const toApps = ({ apps }: IndexedStore): Item[] =>
  apps.map(({ handle, name }) => ({ value: filterValue(handle), label: name }))

/** What a search for words looks at; further words of a store are not found. */
export const searchedTexts = ({ name, domain, about }: IndexedStore): string[] => [
  name,
  domain,
  about ?? '',
]
export const MAX_SEARCHED_WORDS = 80

/**
 * The value of each filter for a store; `contracts/stores/store-filters.ts` describes the filter
 * itself.
 */
export const storeColumns = {
  q: list((store) => wordsOf(searchedTexts(store).join(' ')).slice(0, MAX_SEARCHED_WORDS)),
  launched: number((store) => store.launch_day),
  opened: number((store) => store.opened_day),
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
  discount: number(({ discount_share }) =>
    discount_share === null ? null : percent(discount_share),
  ),
  trending: yesNo((store) => store.has_trended),
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
  email: yesNo((store) => isPublished(store, store.has_email)),
  emailKind: code((store) => (store.has_email ? store.email_kind : null)),
  emailState: code(({ has_email, email_state }) =>
    has_email && email_state !== 'unknown' ? email_state : null,
  ),
  ownDomain: yesNo((store) => (store.has_email ? store.email_is_own_domain : null)),
  phone: yesNo((store) => isPublished(store, store.has_phone)),
  contactForm: yesNo((store) => isPublished(store, store.has_contact_form)),
  company: yesNo((store) => isPublished(store, store.has_company)),
  socials: list((store) => ifListed(store, store.socials)),
  policies: list((store) => ifListed(store, store.policies)),
  alive: yesNo(({ status }) => status !== 'CLOSED'),
  survived: number(({ alive_on, launch_day }) =>
    alive_on === null || launch_day === null ? null : Math.max(0, alive_on - launch_day),
  ),
  changed7: list((store) => store.changed_7d),
  changed30: list((store) => store.changed_30d),
} as const satisfies Record<ColumnKey, ColumnRule>

/** Any discount counts as at least 1 %. */
const percent = (share: number): number => (share > 0 ? Math.max(1, Math.round(share * 100)) : 0)

const BYTES_PER_KEY = 6
const NAME_KEYS = 4
const MAX_KEYS_BYTES = BYTES_PER_KEY * NAME_KEYS
const MAX_UTF8_BYTES = 3
const letters = new Uint8Array(MAX_KEYS_BYTES * MAX_UTF8_BYTES)
const encoder = new TextEncoder()

/**
 * The first 24 bytes of a text as numbers that sort like it: six bytes fit into a double without
 * loss.
 */
export function textKeys(text: string, count: number): number[] {
  const length = count * BYTES_PER_KEY
  const folded = foldText(text).trimStart()
  // A character has at least one byte; zeros follow a shorter text.
  const { written } = encoder.encodeInto(folded.slice(0, length), letters)
  letters.fill(0, written)
  const keys: number[] = []
  for (let start = 0; start < length; start += BYTES_PER_KEY) {
    let key = 0
    for (let at = start; at < start + BYTES_PER_KEY; at++) key = key * 256 + (letters[at] ?? 0)
    keys.push(key)
  }
  return keys
}

type SortKeys = {
  /** How many numbers sort the stores. */
  count: number
  read: (store: IndexedStore) => readonly (number | null)[]
  /** The filter whose numbers these are. */
  column?: 'launched' | 'products' | 'price' | 'appCount'
}

const sameAs = (column: NonNullable<SortKeys['column']>): SortKeys => ({
  count: 1,
  read: (store) => [storeColumns[column].read(store)],
  column,
})

/**
 * The sort keys of each order, first key first; null = not known, which comes last in both
 * directions.
 */
export const sortKeys: Record<StoreSort, SortKeys> = {
  foundAt: { count: 1, read: (store) => [store.found_at] },
  visibleAt: { count: 1, read: (store) => [store.visible_at] },
  launchDate: sameAs('launched'),
  name: { count: NAME_KEYS, read: (store) => textKeys(store.name, NAME_KEYS) },
  productCount: sameAs('products'),
  country: { count: 1, read: ({ country }) => (country === null ? [null] : textKeys(country, 1)) },
  price: sameAs('price'),
  appCount: sameAs('appCount'),
}
