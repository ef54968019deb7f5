import { wholeUsDollars } from '#contracts/money.ts'
import { adNetworksOf } from '#contracts/catalog/ad-networks.ts'
import { EXPECTED_POLICIES } from '#contracts/catalog/risks.ts'
import { filterValue, type FilterKey, type storeFilters } from '#contracts/catalog/store-filters.ts'
import {
  column,
  day,
  type Derived,
  dayOf,
  from,
  has,
  ifListed,
  listed,
  published,
  type Reading,
} from './store-readings.ts'
import { themeFamilyOf } from './theme-family.ts'

type Filters = typeof storeFilters

/** Filters that depend on the account; they have no column. */
export type PersonalKey = {
  [Key in FilterKey]: Filters[Key]['section'] extends 'mine' ? Key : never
}[FilterKey]
/** Those that follow from what the account marked. */
export type MarkKey = Exclude<PersonalKey, 'isNew'>
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

const about: Derived<'about', string | null> = { name: 'about', sql: 'left("about", 400)' }

/**
 * The value of each filter for a store; `contracts/catalog/store-filters.ts` describes the filter
 * itself. Days count from 1970. The values of open lists are cleaned for the address later.
 */
export const storeValues = {
  q: from(['name', 'domain', about], ({ name, domain, about }) => [name, domain, about ?? '']),
  launched: column(day('launch_day'), 'launchDate'),
  opened: column(dayOf('opened_at')),
  confidence: column('launch_confidence'),
  status: column('status'),
  moved: column('moved_here'),
  country: column('country', 'country'),
  // A store that names no country ships somewhere.
  shipsTo: from(['ships_to'], ({ ships_to }) => (ships_to.length > 0 ? ships_to : null)),
  language: column('language'),
  currency: column('currency'),
  tld: from(['domain'], ({ domain }) => domain.slice(domain.lastIndexOf('.') + 1)),
  category: column('category'),
  products: column('product_count', 'productCount'),
  price: from(
    ['price_median_minor', 'currency'],
    ({ price_median_minor, currency }) => wholeUsDollars(price_median_minor, currency),
    'price',
  ),
  discount: from(['discount_share'], ({ discount_share }) =>
    discount_share === null ? null : percent(discount_share),
  ),
  trending: column(has('last_trending_day')),
  theme: from(['theme_name'], ({ theme_name }) => namedTheme(theme_name)),
  themeFamily: from(['theme_name'], ({ theme_name }) =>
    namedTheme(theme_name === null ? null : themeFamilyOf(theme_name)),
  ),
  themeSource: column(themeSource),
  apps: from(['apps', 'status'], (store) =>
    ifListed(
      store,
      store.apps.map(({ handle, name }) => ({ value: handle, label: name })),
    ),
  ),
  appCount: from(
    ['apps', 'status'],
    (store) => ifListed(store, store.apps)?.length ?? null,
    'appCount',
  ),
  pixels: from(['pixels', 'status'], (store) =>
    ifListed(
      store,
      store.pixels.map(({ vendor }) => vendor),
    ),
  ),
  pixelCount: from(['pixels', 'status'], (store) =>
    ifListed(store, store.pixels) ? new Set(store.pixels.map(({ vendor }) => vendor)).size : null,
  ),
  adNetworks: from(['pixels', 'status'], (store) => ifListed(store, adNetworksOf(store.pixels))),
  payments: listed('payment_brands'),
  email: published(has('email')),
  emailKind: from([has('email'), 'email_kind'], ({ has_email, email_kind }) =>
    has_email ? email_kind : null,
  ),
  emailState: from([has('email'), 'email_state'], ({ has_email, email_state }) =>
    has_email && email_state !== 'unknown' ? email_state : null,
  ),
  ownDomain: from([has('email'), 'email_is_own_domain'], ({ has_email, email_is_own_domain }) =>
    has_email ? email_is_own_domain : null,
  ),
  phone: published(has('phone')),
  contactForm: published('has_contact_form'),
  company: published(has('company')),
  socials: listed('socials'),
  policies: listed('policies'),
  alive: from(['status'], ({ status }) => status !== 'CLOSED'),
  survived: from([day('alive_on'), day('launch_day')], ({ alive_on, launch_day }) =>
    alive_on === null || launch_day === null ? null : Math.max(0, alive_on - launch_day),
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
  sharedProducts: from(['shared_share'], ({ shared_share }) =>
    shared_share === null ? null : percent(shared_share),
  ),
  missingPolicies: from(['policies', 'status'], ({ policies, status }) =>
    status === 'OPEN' ? EXPECTED_POLICIES.filter((kind) => !policies.includes(kind)) : null,
  ),
  categoryCertainty: from(['category', 'category_confidence'], (store) =>
    store.category === null ? null : store.category_confidence,
  ),
} as const satisfies { [Key in ColumnKey]: SourceFor<ValueFor<Filters[Key]>> }

/** A published word: its capitalisation does not matter. */
const namedTheme = (name: string | null): Item | null =>
  name === null ? null : { value: name.toLowerCase(), label: filterValue(name) }

/** Any share counts as at least 1 %. */
const percent = (share: number): number => (share > 0 ? Math.max(1, Math.round(share * 100)) : 0)
