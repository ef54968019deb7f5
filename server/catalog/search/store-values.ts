import { wholeUsDollars } from '#contracts/money.ts'
import { adNetworksOf } from '#contracts/catalog/ad-networks.ts'
import { EXPECTED_POLICIES } from '#contracts/catalog/risks.ts'
import { type FilterKey, filterValue, type storeFilters } from '#contracts/catalog/store-filters.ts'
import type { StoreStatus } from '#contracts/catalog/stores.ts'
import { mailProviderOf } from './mail-provider.ts'
import {
  column,
  day,
  dayOf,
  type Derived,
  each,
  from,
  has,
  ifListed,
  listed,
  published,
  type Reading,
} from './store-readings.ts'

type Filters = typeof storeFilters

/** Filters that depend on the account; they have no column. */
export type PersonalKey = {
  [Key in FilterKey]: Filters[Key]['section'] extends 'mine' ? Key : never
}[FilterKey]
/** Those that follow from what the account marked. */
export type MarkKey = Exclude<PersonalKey, 'isNew' | 'score'>
export type ColumnKey = Exclude<FilterKey, PersonalKey>

export type Item = string | { value: string; label: string }

/** The value of a filter for a store, as its kind wants it; null = not known. */
type ValueFor<Filter> = Filter extends { kind: 'yesNo' }
  ? boolean | null
  : Filter extends { kind: 'range' | 'days' }
    ? number | null
    : Filter extends { kind: 'text' }
      ? readonly string[]
      : Filter extends { isMany: true }
        ? readonly Item[] | null
        : Item | null

type SourceFor<Value> = { reads: readonly Reading[]; value: (row: never) => Value }

/**
 * Only the page's own global tells the merchant's label, and with it whether the theme store has
 * the theme.
 */
const themeSource: Derived<'theme_source', string | null> = {
  name: 'theme_source',
  sql: `case when "theme"->>'themeStoreId' is not null then 'store' when "theme"->>'name' is not null then 'own' end`,
}

const handles = each('apps', 'handle')
const vendors = each('pixels', 'vendor')
const about: Derived<'about', string | null> = { name: 'about', sql: 'left("about", 400)' }

/**
 * The value of each filter for a store; `contracts/catalog/store-filters.ts` describes the filter
 * itself. Days count from 1970. The values of open lists are cleaned for the address later.
 */
export const storeValues = {
  q: from(['name', 'domain', about], ({ name, domain, about }) => [name, domain, about ?? '']),
  launched: column(day('launch_day'), 'launchDate'),
  opened: column(dayOf('opened_at')),
  passwordDays: from(
    ['status', dayOf('protected_at'), dayOf('opened_at'), day('alive_on')],
    daysProtected,
  ),
  reopened: column('has_reopened'),
  confidence: column('launch_confidence'),
  status: column('status'),
  moved: column('moved_here'),
  domainAge: from(
    [day('domain_registered_on'), day('found_day')],
    ({ domain_registered_on, found_day }) => daysBetween(domain_registered_on, found_day),
  ),
  checked: column(dayOf('last_checked_at')),
  country: column('country', 'country'),
  region: from(['region'], ({ region }) => word(region)),
  city: from(['city'], ({ city }) => word(city)),
  shipsTo: from(['ships_to'], ({ ships_to }) => ifAny(ships_to)),
  markets: listed('markets'),
  language: column('language'),
  languages: listed('languages'),
  currency: column('currency'),
  currencies: from(['currency', 'market_currencies', 'status'], (store) => {
    const others = store.market_currencies && ifListed(store, store.market_currencies)
    const own = store.currency === null ? [] : [store.currency]
    return others && ifAny([...new Set([...own, ...others])])
  }),
  tld: from(['domain'], ({ domain }) => domain.slice(domain.lastIndexOf('.') + 1)),
  category: column('category'),
  products: column('product_count', 'productCount'),
  price: from(
    ['price_median_minor', 'currency'],
    ({ price_median_minor, currency }) => wholeUsDollars(price_median_minor, currency),
    'price',
  ),
  priceMin: from(['price_min_minor', 'currency'], ({ price_min_minor, currency }) =>
    wholeUsDollars(price_min_minor, currency),
  ),
  priceMax: from(['price_max_minor', 'currency'], ({ price_max_minor, currency }) =>
    wholeUsDollars(price_max_minor, currency),
  ),
  variants: column('variant_count'),
  soldOut: from(['sold_out_share'], ({ sold_out_share }) => percent(sold_out_share)),
  discount: from(['discount_share'], ({ discount_share }) => percent(discount_share)),
  trending: column(has('last_trending_day')),
  rating: column('rating_percent'),
  reviews: column('review_count'),
  freeShipping: published('has_free_shipping'),
  payLater: listed('pay_later'),
  theme: from(['theme_name'], ({ theme_name }) => word(theme_name)),
  themeFamily: from(['theme_name'], ({ theme_name }) =>
    word(theme_name === null ? null : themeFamilyOf(theme_name)),
  ),
  themeSource: column(themeSource),
  apps: from([handles, each('apps', 'name'), 'status'], (store) =>
    ifListed(
      store,
      store.apps_handle.map((value, at) => ({ value, label: store.apps_name[at] ?? value })),
    ),
  ),
  appCount: from(
    [handles, 'status'],
    (store) => ifListed(store, store.apps_handle)?.length ?? null,
    'appCount',
  ),
  pixels: from([vendors, 'status'], (store) => ifListed(store, store.pixels_vendor)),
  pixelCount: from([vendors, 'status'], (store) =>
    ifListed(store, store.pixels_vendor) ? new Set(store.pixels_vendor).size : null,
  ),
  adNetworks: from([vendors, 'status'], (store) =>
    ifListed(store, adNetworksOf(store.pixels_vendor)),
  ),
  payments: listed('payment_brands'),
  email: published(has('email')),
  emailKind: from([has('email'), 'email_kind'], ({ has_email, email_kind }) =>
    has_email ? email_kind : null,
  ),
  emailState: from([has('email'), 'email_state', 'email_bounced'], (store) => {
    if (!store.has_email) return null
    if (store.email_bounced) return 'bounced'
    return store.email_state === 'unknown' ? null : store.email_state
  }),
  ownDomain: from([has('email'), 'email_is_own_domain'], ({ has_email, email_is_own_domain }) =>
    has_email ? email_is_own_domain : null,
  ),
  mailProvider: from(['email_domain', 'email_is_own_domain'], (store) =>
    store.email_domain === null
      ? null
      : mailProviderOf(store.email_domain, store.email_is_own_domain === true),
  ),
  phone: published(has('phone')),
  phoneCountry: column('phone_country'),
  contactForm: published('has_contact_form'),
  company: published(has('company')),
  street: published('has_street'),
  registration: listed('registrations'),
  openingHours: published('has_opening_hours'),
  blog: published('has_blog'),
  aboutPage: published('has_about_page'),
  socials: listed('socials'),
  socialCount: from(
    ['socials', 'status'],
    (store) => ifListed(store, store.socials)?.length ?? null,
  ),
  policies: listed('policies'),
  alive: from(['status'], ({ status }) => status !== 'CLOSED'),
  survived: from([day('alive_on'), day('launch_day')], ({ alive_on, launch_day }) =>
    daysBetween(launch_day, alive_on),
  ),
  changed7: column('changed_7d'),
  changed30: column('changed_30d'),
  newProducts7: column('new_products_7d'),
  newProducts30: column('new_products_30d'),
  newestProduct: column(day('newest_product_day')),
  techAdded7: column('tech_added_7d'),
  techAdded30: column('tech_added_30d'),
  techRemoved7: column('tech_removed_7d'),
  techRemoved30: column('tech_removed_30d'),
  risks: column('risks'),
  sharedProducts: from(['shared_share'], ({ shared_share }) => percent(shared_share)),
  missingPolicies: from(['policies', 'status'], ({ policies, status }) =>
    status === 'OPEN' ? EXPECTED_POLICIES.filter((kind) => !policies.includes(kind)) : null,
  ),
  categoryCertainty: from(['category', 'category_confidence'], (store) =>
    store.category === null ? null : store.category_confidence,
  ),
} as const satisfies { [Key in ColumnKey]: SourceFor<ValueFor<Filters[Key]>> }

/** A mark of the account that stands for another value of a closed list than the one of all. */
type OwnValue = { key: ColumnKey; mark: MarkKey; value: string }
export const ownValues: readonly OwnValue[] = [
  { key: 'emailState', mark: 'bounced', value: 'bounced' },
]

/** Any share counts as at least 1 %. */
function percent(share: number | null): number | null {
  if (share === null) return null
  return share > 0 ? Math.max(1, Math.round(share * 100)) : 0
}

/** A word that stores publish: its capitalisation does not matter. */
function word(text: string | null): Item | null {
  return text === null ? null : { value: text.toLowerCase(), label: filterValue(text) }
}

/** Every store has some: a store that names none counts as unknown. */
function ifAny(values: string[]): string[] | null {
  return values.length > 0 ? values : null
}

function daysBetween(from: number | null, to: number | null): number | null {
  return from === null || to === null ? null : Math.max(0, to - from)
}

type Guarded = {
  status: StoreStatus
  protected_at_day: number | null
  opened_at_day: number | null
  alive_on: number | null
}

/** Its latest time behind the password page: until it opened, or our last visit found it alive. */
function daysProtected({ status, protected_at_day, opened_at_day, alive_on }: Guarded) {
  if (protected_at_day === null) return status === 'OPEN' && opened_at_day === null ? 0 : null
  const hasOpened = opened_at_day !== null && opened_at_day >= protected_at_day
  if (status !== 'PASSWORD_PROTECTED' && hasOpened) return opened_at_day - protected_at_day
  // It closed, then answered without the page: no visit saw the page go.
  return status === 'OPEN' ? null : daysBetween(protected_at_day, alive_on)
}

/** What the platform puts before the name of a copy, in the languages of its admin. */
const COPY_OF =
  /^(?:updated )?(?:copy(?: \d+)? of|kopie von|copie de|copia di|copia de|cópia de|kopie van) /i
/** Where merchants begin to write their own: dates, campaigns, agencies. */
const ADDED = /\s+[-–—|/:•]+\s.*$|\s*[([{|].*$/su
/** A theme under version control bears the name of its branch. */
const BRANCH = /\/(?:main|master|live|prod(?:uction)?|staging|dev(?:elop(?:ment)?)?)$/i
const VERSION = /[\s_-]+(?:v(?:ersion)?[\s.]*)?\d+(?:\.\d+)*$|[\s_-]+theme$/iu

/** "Updated copy of Dawn 15.0 - Black Friday" → "Dawn"; a name that consists of such parts stays. */
export function themeFamilyOf(name: string): string {
  let family = name.trim()
  for (const part of [COPY_OF, COPY_OF, ADDED, BRANCH, VERSION, VERSION])
    family = family.replace(part, '').trim() || family
  return family
}
