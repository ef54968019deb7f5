import type { StoreId } from '#contracts/ids.ts'
import { minorDigits } from '#contracts/money.ts'
import {
  NO_CHOICE,
  ANY,
  type FilterChoice,
  type FilterChoices,
  type FilterKey,
  filterKeys,
  filterValue,
  NONE,
  readDays,
  readSpan,
  storeFilters,
} from '#contracts/catalog/store-filters.ts'
import type { ScoreProfile } from '#contracts/catalog/score-profile.ts'
import type { StoreScope, StoreSort } from '#contracts/catalog/stores.ts'
import type { ColumnKey, MarkKey } from '#server/catalog/search/store-values.ts'
import type { MadeStore } from './make-stores.ts'
import { scoreBy } from './score-stores.ts'

/**
 * Answers the list's questions one store at a time, from the wording of
 * `contracts/catalog/store-filters.ts` and without any code of `server/catalog/search`: slow, but
 * short enough to verify by reading.
 */
export type Asked = {
  days: { from: string; to: string } | null
  scope: StoreScope
  choices: FilterChoices
}

/**
 * What an account marked, by store; for a filter of yes or no just `yes`. And by what it scores
 * them.
 */
export type Person = {
  marks: Record<MarkKey, ReadonlyMap<StoreId, readonly string[]>>
  since: string
  profile: ScoreProfile
  today: string
}

/** A known value: several texts (often just one), a number, a day; null = unknown. */
type Known = readonly string[] | number | null

const one = (value: string | null): Known => {
  const text = value === null ? '' : filterValue(value)
  return text === '' ? null : [text]
}
const yesNo = (value: boolean | null): Known => (value === null ? null : [value ? 'yes' : 'no'])

/** For a protected shop, a feature missing from its pages means nothing. */
const ifMet = (store: MadeStore, values: readonly string[]): Known =>
  values.length > 0 || store.status === 'OPEN'
    ? values.map(filterValue).filter((value) => value !== '')
    : null
const isMet = (store: MadeStore, is: boolean): Known =>
  yesNo(is || store.status === 'OPEN' ? is : null)

const countIfMet = ({ status }: MadeStore, count: number): number | null =>
  count > 0 || status === 'OPEN' ? count : null

/** Units per dollar for the few currencies that the made stores use. */
const PER_DOLLAR: Record<string, number> = { USD: 1, EUR: 0.86, TRY: 42, JPY: 154, KWD: 0.31 }

const dollarsOf = (store: MadeStore): number | null => inDollars(store, store.price_median_minor)

function inDollars({ currency }: MadeStore, minor: number | null): number | null {
  const rate = PER_DOLLAR[currency?.toUpperCase() ?? '']
  return minor === null || rate === undefined
    ? null
    : Math.floor(minor / 10 ** minorDigits(currency) / rate)
}

function percentOf(share: number | null): number | null {
  if (share === null) return null
  return share === 0 ? 0 : Math.max(1, Math.round(share * 100))
}

const DAY_MS = 24 * 60 * 60 * 1000
const daysBetween = (from: string, to: string): number =>
  Math.max(0, (Date.parse(to) - Date.parse(from)) / DAY_MS)
const dayIn = (moment: string | null): string | null => moment?.slice(0, 10) ?? null

/** No visit has looked for it since the column exists. */
const ifLooked = <Value>(stored: Value | null, read: (value: Value) => Known): Known =>
  stored === null ? null : read(stored)

function daysProtected({ status, protected_at, opened_at, alive_on }: MadeStore): number | null {
  const [since, opened] = [dayIn(protected_at), dayIn(opened_at)]
  if (since === null) return status === 'OPEN' && opened === null ? 0 : null
  if (status === 'PASSWORD_PROTECTED' || opened === null || opened < since)
    return status === 'OPEN' || alive_on === null ? null : daysBetween(since, alive_on)
  return daysBetween(since, opened)
}

/** Those of the made stores. */
const PIXELS_OF_NETWORKS: Record<string, string[]> = {
  Meta: ['Facebook & Instagram (Meta)'],
  TikTok: ['TikTok'],
  X: ['X (Twitter)'],
  'Google Ads': ['Google Ads', 'Google & YouTube'],
}

/** The made themes add a version, a copy's words or a campaign to a few names. */
function familyIn(name: string | null): string | null {
  const [first = ''] = (name ?? '').trim().toLowerCase().split(' - ')
  const words = first.split(' ').filter((word) => word !== '')
  const own = words.slice(first.startsWith('copy of ') ? 2 : 0)
  const isVersion = /^\d/.test(own.at(-1) ?? '') && own.length > 1
  return name === null ? null : (isVersion ? own.slice(0, -1) : own).join(' ')
}

const readings: Record<Exclude<ColumnKey, 'q'>, (store: MadeStore) => Known> = {
  launched: (store) => (store.launch_day === null ? null : [store.launch_day]),
  opened: (store) => one(dayIn(store.opened_at)),
  passwordDays: daysProtected,
  reopened: (store) => yesNo(store.has_reopened),
  confidence: (store) => [store.launch_confidence],
  status: (store) => [store.status],
  moved: (store) => yesNo(store.moved_here),
  domainAge: (store) =>
    store.domain_registered_on === null
      ? null
      : daysBetween(store.domain_registered_on, store.found_day),
  checked: (store) => one(dayIn(store.last_checked_at)),
  country: (store) => one(store.country),
  region: (store) => one(store.region?.toLowerCase() ?? null),
  city: (store) => one(store.city?.toLowerCase() ?? null),
  shipsTo: (store) => (store.ships_to.length === 0 ? null : store.ships_to),
  language: (store) => one(store.language),
  currency: (store) => one(store.currency),
  markets: (store) => ifLooked(store.markets, (countries) => ifMet(store, countries)),
  languages: (store) => ifMet(store, store.languages),
  currencies: ({ market_currencies: others, currency, status }) => {
    if (others === null || (others.length === 0 && status !== 'OPEN')) return null
    const all = currency === null ? others : [...new Set([currency, ...others])]
    return all.length === 0 ? null : all
  },
  tld: (store) => one(store.domain.split('.').at(-1) ?? null),
  category: (store) => one(store.category),
  products: (store) => store.product_count,
  price: dollarsOf,
  priceMin: (store) => inDollars(store, store.price_min_minor),
  priceMax: (store) => inDollars(store, store.price_max_minor),
  variants: (store) => store.variant_count,
  soldOut: (store) => percentOf(store.sold_out_share),
  discount: (store) => percentOf(store.discount_share),
  trending: (store) => yesNo(store.last_trending_day !== null),
  rating: (store) => store.rating_percent,
  reviews: (store) => store.review_count,
  freeShipping: (store) => ifLooked(store.has_free_shipping, (is) => isMet(store, is)),
  payLater: (store) => ifLooked(store.pay_later, (services) => ifMet(store, services)),
  theme: (store) => one(store.theme_name?.toLowerCase() ?? null),
  themeFamily: (store) => one(familyIn(store.theme_name)),
  themeSource: ({ theme }) =>
    theme?.themeStoreId ? ['store'] : theme && theme.name !== null ? ['own'] : null,
  apps: (store) =>
    ifMet(
      store,
      store.apps.map(({ handle }) => handle),
    ),
  appCount: (store) => countIfMet(store, store.apps.length),
  pixels: (store) =>
    ifMet(
      store,
      store.pixels.map(({ vendor }) => vendor),
    ),
  pixelCount: (store) => countIfMet(store, new Set(store.pixels.map(({ vendor }) => vendor)).size),
  adNetworks: (store) =>
    ifMet(
      store,
      Object.entries(PIXELS_OF_NETWORKS)
        .filter(([, vendors]) => store.pixels.some(({ vendor }) => vendors.includes(vendor)))
        .map(([network]) => network),
    ),
  payments: (store) => ifMet(store, store.payment_brands),
  email: (store) => isMet(store, store.email !== null),
  emailKind: (store) => one(store.email === null ? null : store.email_kind),
  // The account's own word replaces what counts for everybody: see `readingOf`.
  emailState: (store) =>
    one(
      store.email === null
        ? null
        : store.email_bounced
          ? 'bounced'
          : store.email_state === 'unknown'
            ? null
            : store.email_state,
    ),
  ownDomain: (store) => yesNo(store.email === null ? null : store.email_is_own_domain),
  mailProvider: ({ email_domain: domain, email_is_own_domain: isOwn }) => {
    const brands: Record<string, string> = { 'gmail.com': 'gmail', 'web.de': 'web_de' }
    const others = domain === 'fastmail.com' ? 'free_mail' : 'other'
    return domain === null ? null : [isOwn ? 'own' : (brands[domain] ?? others)]
  },
  phoneCountry: (store) => one(store.phone_country),
  street: (store) => ifLooked(store.has_street, (is) => isMet(store, is)),
  registration: (store) => ifLooked(store.registrations, (kinds) => ifMet(store, kinds)),
  openingHours: (store) => ifLooked(store.has_opening_hours, (is) => isMet(store, is)),
  blog: (store) => ifLooked(store.has_blog, (is) => isMet(store, is)),
  aboutPage: (store) => ifLooked(store.has_about_page, (is) => isMet(store, is)),
  socialCount: (store) => countIfMet(store, store.socials.length),
  phone: (store) => isMet(store, store.phone !== null),
  contactForm: (store) => isMet(store, store.has_contact_form),
  company: (store) => isMet(store, store.company !== null),
  socials: (store) => ifMet(store, store.socials),
  policies: (store) => ifMet(store, store.policies),
  alive: (store) => yesNo(store.status !== 'CLOSED'),
  survived: ({ alive_on, launch_day }) =>
    alive_on === null || launch_day === null ? null : daysBetween(launch_day, alive_on),
  changed7: (store) => store.changed_7d,
  changed30: (store) => store.changed_30d,
  newProducts7: (store) => store.new_products_7d,
  newProducts30: (store) => store.new_products_30d,
  newestProduct: (store) => one(store.newest_product_day),
  techAdded7: (store) => store.tech_added_7d.map(({ value }) => filterValue(value)),
  techAdded30: (store) => store.tech_added_30d.map(({ value }) => filterValue(value)),
  techRemoved7: (store) => store.tech_removed_7d.map(({ value }) => filterValue(value)),
  techRemoved30: (store) => store.tech_removed_30d.map(({ value }) => filterValue(value)),
  risks: (store) => store.risks,
  sharedProducts: (store) => (store.shared_share === null ? null : percentOf(store.shared_share)),
  missingPolicies: ({ policies, status }) =>
    status === 'OPEN'
      ? ['privacy', 'refund', 'shipping', 'terms'].filter((kind) => !policies.includes(kind))
      : null,
  categoryCertainty: (store) => one(store.category === null ? null : store.category_confidence),
}

const newsAt = ({ visible_at, opened_at }: MadeStore): string =>
  opened_at !== null && opened_at > visible_at ? opened_at : visible_at

const isMark = (key: FilterKey): key is MarkKey =>
  storeFilters[key].section === 'mine' && key !== 'isNew' && key !== 'score'

function markOf(key: MarkKey, { id }: MadeStore, { marks }: Person): Known {
  const values = marks[key].get(id) ?? []
  return storeFilters[key].kind === 'yesNo' ? yesNo(values.length > 0) : values
}

export function readingOf(key: Exclude<FilterKey, 'q'>, store: MadeStore, person: Person): Known {
  if (key === 'isNew') return yesNo(newsAt(store) > person.since)
  if (key === 'score') return scoreOf(store, person).points
  if (isMark(key)) return markOf(key, store, person)
  if (key === 'emailState' && person.marks.bounced.has(store.id)) return ['bounced']
  return kept(store, key, () => readings[key](store))
}

/** By what all accounts see: an address that bounced for one account alone still counts. */
export function scoreOf(store: MadeStore, person: Person): { points: number; known: number } {
  const anyone = { ...person, marks: { ...person.marks, bounced: new Map() } }
  return scoreBy((key) => readingOf(key, store, anyone), person)
}

const read = new WeakMap<MadeStore, Map<string, unknown>>()

function kept<Value>(store: MadeStore, key: string, make: () => Value): Value {
  const known = read.get(store) ?? new Map<string, unknown>()
  read.set(store, known)
  if (!known.has(key)) known.set(key, make())
  // Safe: the same function always computes a key's value.
  return known.get(key) as Value
}

function isHit(key: FilterKey, known: readonly string[] | number, asked: string): boolean {
  const rule = storeFilters[key]
  if (typeof known === 'number') {
    const [least, most] = readSpan(asked) ?? [Infinity, -Infinity]
    return (least ?? 0) <= known && known <= (most ?? Infinity)
  }
  if (rule.kind === 'days') {
    const [from, to] = readDays(asked) ?? ['9999', '0000']
    return known.some((day) => (from ?? '0000') <= day && day <= (to ?? '9999'))
  }
  if ('isMany' in rule && asked === ANY) return known.length > 0
  if ('isMany' in rule && asked === NONE) return known.length === 0
  return known.includes(asked)
}

export function passes(
  key: FilterKey,
  choice: FilterChoice,
  store: MadeStore,
  person: Person,
): boolean {
  if (key === 'q') return choice.include.every((text) => holdsWords(store, text))
  const known = readingOf(key, store, person)
  if (known === null) return choice.unknown
  const { include, exclude } = choice
  const isIncluded =
    include.length > 0 ? include.some((asked) => isHit(key, known, asked)) : exclude.length > 0
  return isIncluded && !exclude.some((asked) => isHit(key, known, asked))
}

const plain = (text: string) =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
const wordsIn = (text: string): string[] =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/**
 * Each word must begin or end a word of the store; a word of at least four letters may also appear
 * inside one.
 */
function holdsWords(store: MadeStore, text: string): boolean {
  const own = kept(store, 'q', () => wordsIn(`${store.name} ${store.domain} ${store.about ?? ''}`))
  const asked = wordsIn(text)
  const isIn = (word: string, inside: string) =>
    inside.startsWith(word) || inside.endsWith(word) || (word.length >= 4 && inside.includes(word))
  return asked.length > 0 && asked.every((word) => own.some((inside) => isIn(word, inside)))
}

export function findStores(
  stores: readonly MadeStore[],
  { days, scope, choices }: Asked,
  person: Person,
  but?: FilterKey,
): MadeStore[] {
  const asked = filterKeys.flatMap((key) => {
    // Hidden stores show only on request.
    const choice = choices[key] ?? (key === 'hidden' ? { ...NO_CHOICE, exclude: ['yes'] } : null)
    return choice && key !== but ? [{ key, choice }] : []
  })
  return stores.filter(
    (store) =>
      (!days || (days.from <= store.found_day && store.found_day <= days.to)) &&
      (scope === 'all' || store.launch_status === scope) &&
      asked.every(({ key, choice }) => passes(key, choice, store, person)),
  )
}

/**
 * Times to the millisecond, prices in dollars, names by the first 24 bytes of their plain form.
 * Null sorts last in both directions.
 */
const sortValues: Record<StoreSort, (store: MadeStore, person: Person) => number | Buffer | null> =
  {
    foundAt: (store) => Date.parse(store.found_at),
    visibleAt: (store) => Date.parse(newsAt(store)),
    launchDate: (store) => (store.launch_day === null ? null : Date.parse(store.launch_day)),
    name: (store) =>
      Buffer.concat([Buffer.from(plain(store.name).trimStart()), Buffer.alloc(24)]).subarray(0, 24),
    productCount: (store) => store.product_count,
    country: (store) => (store.country === null ? null : Buffer.from(plain(store.country))),
    price: dollarsOf,
    appCount: (store) => countIfMet(store, store.apps.length),
    score: (store, person) => scoreOf(store, person).points,
  }

export function inOrder(
  stores: readonly MadeStore[],
  { sortBy, sortDirection: direction }: { sortBy: StoreSort; sortDirection: 'ASC' | 'DESC' },
  person: Person,
): number[] {
  const sign = direction === 'ASC' ? 1 : -1
  const keyed = stores.map((store) => ({ id: store.id, value: sortValues[sortBy](store, person) }))
  return keyed
    .toSorted((a, b) => {
      if (a.value === null || b.value === null)
        return a.value === b.value ? (a.id - b.id) * sign : a.value === null ? 1 : -1
      return (compareValues(a.value, b.value) || a.id - b.id) * sign
    })
    .map(({ id }) => id)
}

const compareValues = (a: number | Buffer, b: number | Buffer): number =>
  Buffer.isBuffer(a) && Buffer.isBuffer(b) ? Buffer.compare(a, b) : Number(a) - Number(b)
