import type { ColumnType, Generated } from 'kysely'
import { dayOf } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import type {
  CategoryConfidence,
  MailHostState,
  StoreMarket,
  StoreRating,
} from '#contracts/catalog/facts.ts'
import type { OneKey, TextKey } from '#contracts/catalog/fact-table.ts'
import type { RiskKind } from '#contracts/catalog/risks.ts'
import type { StoreStatus } from '#contracts/catalog/stores.ts'
import type { LaunchVerdict } from '#discovery/launch/derive-launch.ts'
import type { GeneratedJson, Json, MaybeTime, Time } from './column-types.ts'
import { currentValue, currentValues, type StoredFacts } from './stored-facts.ts'

export type VisitedStore = {
  storeId: StoreId
  domain: string
  status: Exclude<StoreStatus, 'CLOSED'>
  facts: StoredFacts
  verdict: LaunchVerdict
  foundAt: Date
}

type SqlType =
  | 'bigint'
  | 'boolean'
  | 'date'
  | 'integer'
  | 'jsonb'
  | 'text'
  | 'text[]'
  | 'timestamptz'
type Column<Type, From, Value> = { type: Type; of: (store: From) => Value }
const column = <Type extends SqlType, Value, From = VisitedStore>(
  type: Type,
  of: (store: From) => Value,
): Column<Type, From, Value> => ({ type, of })
const text = (of: (facts: StoredFacts) => string | null | undefined) =>
  column('text', ({ facts }) => of(facts) ?? null)
const fact = (key: TextKey) => text((facts) => currentValue<string>(facts[key]))
const texts = (of: (facts: StoredFacts) => string[]) => column('text[]', ({ facts }) => of(facts))
const has = (key: OneKey) =>
  column('boolean', ({ facts }) => currentValue<unknown>(facts[key]) !== null)

/** A column added after the first release: null until a visit writes it. */
const later = <Type extends SqlType, From, Value>({ type, of }: Column<Type, From, Value>) =>
  column(type, (store: From): Value | null => of(store))
type Launched = Pick<VisitedStore, 'verdict'>
const launchColumns = {
  launch_status: column('text', ({ verdict }: Launched) => verdict.status),
  /** YYYY-MM-DD, like every `date`. */
  launch_day: column('date', ({ verdict }: Launched) => verdict.launchDay),
  launch_confidence: column('text', ({ verdict }: Launched) => verdict.confidence),
  launch_reason: column('text', ({ verdict }: Launched): string => verdict.reason),
  moved_here: column('boolean', ({ verdict }: Launched) => verdict.moved !== null),
  moved_reason: column('text', ({ verdict }: Launched) => verdict.moved),
  domain_registered_on: column('date', ({ verdict }: Launched) => verdict.domainRegisteredDay),
}

/**
 * The columns of `stores` that each visit writes: SQL type, and value for a store. Statement and
 * row type follow from them; `WrittenElsewhere` has the others.
 */
export const visitColumns = {
  id: column('bigint', ({ storeId }) => storeId),
  slug: column('text', ({ facts, domain }) => slugOf(currentValue(facts.shop), domain)),
  shop: fact('shop'),
  shop_id: fact('shopId'),
  domain: column('text', ({ domain }) => domain),
  name: column('text', ({ facts, domain }) => currentValue(facts.name) ?? domain),
  about: fact('about'),
  status: column('text', ({ status }): StoreStatus => status),
  country: fact('country'),
  currency: fact('currency'),
  language: fact('locale'),
  theme: column('jsonb', ({ facts }) => currentValue(facts.theme)),
  theme_name: text(({ theme }) => currentValue(theme)?.schemaName ?? currentValue(theme)?.name),
  product_count: column('integer', ({ facts }) => currentValue(facts.productCount)),
  logo_url: fact('logo'),
  email: text(({ email }) => currentValue(email)?.address),
  email_kind: text(({ email }) => currentValue(email)?.kind),
  phone: text(({ phone }) => currentValue(phone)?.e164 ?? currentValue(phone)?.text),
  apps: column('jsonb', ({ facts }) => currentValues(facts.apps)),
  pixels: column('jsonb', ({ facts }) => currentValues(facts.pixels)),
  ...launchColumns,
  found_at: column('timestamptz', ({ foundAt }) => foundAt),
  /** The UTC day of found_at. */
  found_day: column('date', ({ foundAt }): string => dayOf(foundAt)),
  theme_schema: text(({ theme }) => currentValue(theme)?.schemaName),
  theme_version: text(({ theme }) => currentValue(theme)?.schemaVersion),
  email_domain: text(({ email }) => mailDomainOf(currentValue(email)?.address)),
  email_is_own_domain: column('boolean', ({ facts }): boolean | null => {
    const email = currentValue(facts.email)
    return email && email.provider === 'own'
  }),
  has_contact_form: has('contactForm'),
  company: fact('company'),
  city: fact('city'),
  region: fact('region'),
  category: text(({ category }) => currentValue(category)?.id),
  category_confidence: column('text', ({ facts }): CategoryConfidence | null => {
    return currentValue(facts.category)?.confidence ?? null
  }),
  /** ISO 639-1, the main one first. */
  languages: texts(({ languages }) => currentValues(languages)),
  /** ISO 3166-1 alpha-2. */
  ships_to: texts(({ shipsTo }) => currentValue(shipsTo) ?? []),
  socials: texts(({ socials }) => currentValues(socials).map(({ network }) => network)),
  payment_brands: texts(({ paymentBrands }) => currentValues(paymentBrands).map(({ id }) => id)),
  policies: texts(({ policies }) => currentValues(policies).map(({ kind }) => kind)),
  /** Countries and currencies of the shop's menu, in the order of the countries. */
  markets: later(texts(({ markets }) => marketsOf(markets, 'country'))),
  market_currencies: later(texts(({ markets }) => marketsOf(markets, 'currency'))),
  phone_country: text(({ phone }) => currentValue(phone)?.country),
  has_free_shipping: later(has('freeShipping')),
  pay_later: later(texts(({ payLater }) => currentValues(payLater).map(({ id }) => id))),
  review_count: column('integer', ({ facts }) => currentValue(facts.rating)?.count ?? null),
  rating_percent: column('integer', ({ facts }) => percentOfBest(currentValue(facts.rating))),
  has_street: later(has('address')),
  registrations: later(
    texts(({ registrations }) => [
      ...new Set(currentValues(registrations).map(({ kind }) => kind)),
    ]),
  ),
  has_opening_hours: later(has('openingHours')),
  has_blog: later(has('blog')),
  has_about_page: later(has('aboutPage')),
}

const marketsOf = (markets: StoredFacts['markets'], part: keyof StoreMarket): string[] => [
  ...new Set((currentValue(markets) ?? []).map((market) => market[part])),
]

const percentOfBest = (rating: StoreRating | null): number | null =>
  rating && Math.round((rating.value / rating.best) * 100)

type VisitColumns = typeof visitColumns

/** In the database, arrays and flags have a default; no visit leaves them out. */
type TypeOf<Type extends SqlType, Value> = Type extends 'timestamptz'
  ? Time
  : Type extends 'jsonb'
    ? Json<Value>
    : Type extends 'bigint' | 'boolean' | 'text[]'
      ? Generated<Value>
      : Value

export type Stores = {
  [Name in keyof VisitColumns]: VisitColumns[Name] extends { type: infer Type extends SqlType }
    ? TypeOf<Type, ReturnType<VisitColumns[Name]['of']>>
    : never
} & WrittenElsewhere

/** An app's handle or a pixel's vendor, and its name. */
export type TechnologyItem = { value: string; label: string }

type WrittenElsewhere = {
  visible_at: Time
  last_checked_at: Time
  /** Of its products with a true former price, 0..1; kept after walks, as are the prices below. */
  discount_share: number | null
  /** In minor units of its currency. */
  price_min_minor: number | null
  price_median_minor: number | null
  price_max_minor: number | null
  /** Of its listed products together; kept after walks too, as is the share that is sold out, 0..1. */
  variant_count: number | null
  sold_out_share: number | null
  screenshot_at: MaybeTime
  /** Null when no more pictures are planned; a new store is due at once. */
  screenshot_due_at: ColumnType<Date | null, never, Date | null>
  /** Null without an address. */
  email_state: MailHostState | null
  /** Mail to `email` came back, for everybody. */
  email_bounced: Generated<boolean>
  /** The last day on which one of its products was trending. */
  last_trending_day: string | null
  /** Not removed. */
  listed_products: Generated<number>
  /** Of the last 7 and 30 days, from `store_change_days`. */
  changed_7d: Generated<string[]>
  changed_30d: Generated<string[]>
  /** Apps and pixel vendors that came or went within 7 and 30 days, from `store_window_days`. */
  tech_added_7d: GeneratedJson<TechnologyItem[]>
  tech_added_30d: GeneratedJson<TechnologyItem[]>
  tech_removed_7d: GeneratedJson<TechnologyItem[]>
  tech_removed_30d: GeneratedJson<TechnologyItem[]>
  /** Listed products by the day on which the shop created them; null = unknown catalogue. */
  new_products_7d: number | null
  new_products_30d: number | null
  newest_product_day: string | null
  /** From its last assessment, as is the share (0..1) of its products that other stores list. */
  risks: RiskKind[] | null
  shared_share: number | null
  /** UTC day of the last visit that did not find it closed. */
  alive_on: string | null
  /** Null while it is not closed. */
  closed_at: MaybeTime
  /**
   * When a visit first read it without the password page that it had before; the latest time, null
   * for stores found open.
   */
  opened_at: MaybeTime
  /** When a visit met a password page that it did not have before; the latest time, null for never. */
  protected_at: MaybeTime
  /** Null for stores that no visit has written since the column exists. */
  has_reopened: boolean | null
}

type AnyColumn<From> = { of: (store: From) => unknown }
type Values<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends AnyColumn<never>
    ? ReturnType<Columns[Name]['of']>
    : never
}

const valuesOf = <From, Columns extends Record<string, AnyColumn<From>>>(
  columns: Columns,
  from: From,
): Values<Columns> =>
  // Safe: each name has the value of its column.
  Object.fromEntries(
    Object.entries(columns).map(([name, { of }]) => [name, of(from)]),
  ) as Values<Columns>

export const storeRow = (store: VisitedStore) => valuesOf(visitColumns, store)
export const launchValues = (verdict: LaunchVerdict) => valuesOf(launchColumns, { verdict })

/** Null for none and for an invalid one. */
export const mailDomainOf = (address: string | undefined): string | null =>
  address?.includes('@') ? address.slice(address.lastIndexOf('@') + 1) : null

export const mailDomainsOf = ({ emails }: StoredFacts): string[] => [
  ...new Set(currentValues(emails).flatMap(({ address }) => mailDomainOf(address) ?? [])),
]

/**
 * The platform handle; an all-digit one gets a suffix (digits are ids in addresses), a store
 * without one its domain.
 */
function slugOf(shop: string | null, domain: string): string {
  const handle = shop?.replace(/\.myshopify\.com$/i, '').toLowerCase()
  if (!handle) return domain
  return /^\d+$/.test(handle) ? `${handle}-shop` : handle
}
