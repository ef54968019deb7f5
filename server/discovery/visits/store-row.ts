import { type Day, dayOf } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import type { StoreSnapshot } from '#discovery/extract/store-snapshot.ts'
import type { LaunchVerdict } from '#discovery/launch/derive-launch.ts'
import type { ProductRecord } from '#discovery/products/parse-products.ts'
import type { AppContext } from '#server/platform/context.ts'
import { evaluateStores, type SignalledStore } from './launch-signals.ts'
import { currentItems, mailDomainOf, type StoreFacts } from './store-facts.ts'

export type StoreVisit = {
  visitedHost: string
  finalHost: string
  /** As in `ProbeResult`. */
  isOffPlatform?: boolean
  /** Time of the earliest log entry that named the host. */
  revealedAt: Date
  logId: string
  snapshot: StoreSnapshot
  products: ProductRecord[]
  /** A page of the shop could not be read this time. */
  isPartial?: boolean
}

type StoreToWrite = {
  storeId: StoreId
  visit: StoreVisit
  foundAt: Date
  /** The domain by which it was known. */
  before: { domain: string } | null
}

/** The store's row after this visit; `facts` = all known facts. */
export function storeRow(
  { storeId, visit, foundAt, before }: StoreToWrite,
  verdict: LaunchVerdict,
  facts: StoreFacts,
) {
  return {
    id: storeId,
    ...publicColumns(domainOf(visit, before), visit.snapshot, facts),
    ...contactColumns(facts),
    ...filterColumns(facts),
    ...launchColumns(verdict),
    found_at: foundAt,
    found_day: dayOf(foundAt),
  }
}

const bare = (host: string) => host.toLowerCase().replace(/^www\./, '')

/**
 * The domain that a shop names counts only when it really led there; otherwise a page could take
 * another shop's name. It also counts when we know the store by it: a shop that answers at a second
 * domain without a redirect has not moved.
 */
export function domainOf(
  { snapshot, finalHost, visitedHost }: Pick<StoreVisit, 'snapshot' | 'finalHost' | 'visitedHost'>,
  before: { domain: string } | null,
): string {
  const claimed = snapshot.domain?.value.toLowerCase()
  const proven = [finalHost, visitedHost, ...(before ? [before.domain] : [])].map(bare)
  return claimed !== undefined && proven.includes(bare(claimed)) ? claimed : finalHost
}

function publicColumns(domain: string, snapshot: StoreSnapshot, facts: StoreFacts) {
  const shop = textFact(facts, 'shop')
  const theme = recordFact(facts, 'theme')
  return {
    slug: slugOf(shop, domain),
    shop,
    shop_id: textFact(facts, 'shopId'),
    domain,
    name: textFact(facts, 'name') ?? domain,
    about: textFact(facts, 'about'),
    status:
      snapshot.status?.value === 'password_protected'
        ? ('PASSWORD_PROTECTED' as const)
        : ('OPEN' as const),
    country: textFact(facts, 'country'),
    currency: textFact(facts, 'currency'),
    language: textFact(facts, 'locale'),
    theme,
    theme_name: textOf(theme?.['schemaName']) ?? textOf(theme?.['name']),
    theme_schema: textOf(theme?.['schemaName']),
    theme_version: textOf(theme?.['schemaVersion']),
    product_count: numberOf(currentFact(facts, 'productCount')),
    logo_url: textFact(facts, 'logo'),
    apps: listFact(facts, 'apps'),
    pixels: listFact(facts, 'pixels'),
  }
}

function contactColumns(facts: StoreFacts) {
  const email = recordFact(facts, 'email')
  const phone = recordFact(facts, 'phone')
  return {
    email: textOf(email?.['address']),
    email_kind: textOf(email?.['kind']),
    email_domain: mailDomainOf(email),
    email_is_own_domain: email ? email['provider'] === 'own' : null,
    phone: textOf(phone?.['e164']) ?? textOf(phone?.['text']),
    has_contact_form: textFact(facts, 'contactForm') !== null,
    company: textFact(facts, 'company'),
  }
}

/** Columns for filters; the details show the source of each value. */
function filterColumns(facts: StoreFacts) {
  const category = recordFact(facts, 'category')
  return {
    city: textFact(facts, 'city'),
    region: textFact(facts, 'region'),
    category: textOf(category?.['id']),
    category_confidence: textOf(category?.['confidence']),
    languages: textsOf(listFact(facts, 'languages')),
    ships_to: textsOf(currentFact(facts, 'shipsTo')),
    socials: namesOf(listFact(facts, 'socials'), 'network'),
    payment_brands: namesOf(listFact(facts, 'paymentBrands'), 'id'),
    policies: namesOf(listFact(facts, 'policies'), 'kind'),
  }
}

const currentFact = (facts: StoreFacts, key: string): unknown => {
  const fact = facts.get(key)
  return fact?.goneAt === null ? fact.value : null
}
const listFact = (facts: StoreFacts, key: string): unknown[] =>
  currentItems(facts.get(key)).map(({ value }) => value)
const recordFact = (facts: StoreFacts, key: string) => recordOf(currentFact(facts, key))
const textFact = (facts: StoreFacts, key: string): string | null => textOf(currentFact(facts, key))

const recordOf = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null ? { ...value } : null
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
const namesOf = (values: unknown[], field: string): string[] =>
  textsOf(values.map((value) => recordOf(value)?.[field]))

/**
 * The platform handle; an all-digit one gets a suffix (digits are ids in addresses), a store
 * without one its domain.
 */
function slugOf(shop: string | null, domain: string): string {
  const handle = shop?.replace(/\.myshopify\.com$/i, '').toLowerCase()
  if (!handle) return domain
  return /^\d+$/.test(handle) ? `${handle}-shop` : handle
}

const launchColumns = (verdict: LaunchVerdict) => ({
  launch_status: verdict.status,
  launch_day: verdict.launchDay,
  launch_confidence: verdict.confidence,
  launch_reason: verdict.reason,
  moved_here: verdict.moved !== null,
  moved_reason: verdict.moved,
})

type FoundColumns = { found_at: Date; found_day: Day }

/**
 * Evaluates a published store again with one more signal and updates its row; call it inside a
 * transaction.
 */
export async function reevaluateLaunch(
  { db }: AppContext,
  store: SignalledStore,
  found: Partial<FoundColumns> = {},
): Promise<LaunchVerdict> {
  const verdict = (await evaluateStores(db, [store])).get(store.storeId)?.verdict
  if (!verdict) throw new Error('a store has no launch verdict')
  await db
    .updateTable('stores')
    .set({ ...found, ...launchColumns(verdict) })
    .where('id', '=', store.storeId)
    .execute()
  return verdict
}
