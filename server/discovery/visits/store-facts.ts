import { DAY_MS } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { sql } from 'kysely'
import type { FactLabel } from '#contracts/stores/facts.ts'
import { pixelVendorAt } from '#discovery/extract/facts/pixels.ts'
import type { Fact, StoreSnapshot } from '#discovery/extract/store-snapshot.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { StoredItem } from '#server/platform/db/store-schema.ts'

/** A store's facts by key, including gone ones. */
export type StoreFacts = Map<string, StoredFact>

type VisitOfStore = { storeId: StoreId; snapshot: StoreSnapshot; at: Date }

const scalarsOf = (snapshot: StoreSnapshot): Record<string, Fact<unknown> | null> => ({
  shop: snapshot.shop,
  shopId: snapshot.shopId,
  domain: snapshot.domain,
  name: snapshot.name,
  about: snapshot.about,
  aboutLanguage: snapshot.aboutLanguage,
  status: snapshot.status,
  country: snapshot.country,
  city: snapshot.city,
  region: snapshot.region,
  currency: snapshot.currency,
  locale: snapshot.locale,
  shipsTo: snapshot.shipsTo,
  theme: snapshot.theme,
  productCount: snapshot.productCount,
  category: snapshot.category,
  logo: snapshot.logo,
  contactForm: snapshot.contactForm,
  company: snapshot.company,
  responsible: snapshot.responsible,
  address: snapshot.address,
  markets: snapshot.markets,
  freeShipping: snapshot.freeShipping,
  rating: snapshot.rating,
  openingHours: snapshot.openingHours,
})

type ListRule = {
  facts: (snapshot: StoreSnapshot) => Fact<unknown>[]
  /** Decide whether two items are the same; without any the value itself does. */
  keyFields: string[]
  /** The first of the fields that the item has decides alone. */
  isFirstEnough?: true
}

const LISTS: Record<string, ListRule> = {
  // Addresses of private persons are not stored at all.
  emails: {
    facts: ({ emails }) => emails.filter(({ value }) => value.isBusinessContact),
    keyFields: ['address'],
  },
  // A number may be written differently from page to page.
  phones: { facts: ({ phones }) => phones, keyFields: ['e164', 'text'], isFirstEnough: true },
  apps: { facts: ({ apps }) => apps, keyFields: ['handle'] },
  pixels: { facts: ({ pixels }) => pixels, keyFields: ['vendor', 'id'] },
  languages: { facts: ({ languages }) => languages, keyFields: [] },
  paymentBrands: { facts: ({ paymentBrands }) => paymentBrands, keyFields: ['id'] },
  socials: { facts: ({ socials }) => socials, keyFields: ['network'] },
  payLater: { facts: ({ payLater }) => payLater, keyFields: ['id'] },
  registrations: { facts: ({ registrations }) => registrations, keyFields: ['number'] },
  furtherAddresses: { facts: ({ furtherAddresses }) => furtherAddresses, keyFields: [] },
  policies: { facts: ({ policies }) => policies, keyFields: ['kind'] },
}

/** The lists whose first item is also a separate fact: the address or number to use. */
const FIRST_OF = { email: 'emails', phone: 'phones' } as const

/**
 * The known facts of each store after this visit: facts that the visit saw; facts of pages that it
 * did not read, unchanged; and facts gone from pages that it did read, marked. Reading the same
 * pages twice leaves the same facts.
 */
export async function mergeFacts(
  db: Db,
  visits: VisitOfStore[],
): Promise<Map<StoreId, { before: StoreFacts; after: StoreFacts }>> {
  const before = await readFacts(
    db,
    visits.map(({ storeId }) => storeId),
  )
  return new Map(
    visits.map((visit) => {
      const known: StoreFacts = before.get(visit.storeId) ?? new Map()
      return [visit.storeId, { before: known, after: factsAfter(known, visit) }]
    }),
  )
}

/** See `mergeFacts`. */
export function factsAfter(
  before: StoreFacts,
  { snapshot, at }: Omit<VisitOfStore, 'storeId'>,
): StoreFacts {
  const isRead = new Set(snapshot.pagesRead)
  const goneAt = at.toISOString()
  const after: StoreFacts = new Map()
  const setFact = (key: string, fact: StoredFact | null) => fact && after.set(key, fact)
  for (const [key, fact] of Object.entries(scalarsOf(snapshot)))
    setFact(key, mergeItem({ before: before.get(key), now: fact, isRead, goneAt }))
  for (const [key, rule] of Object.entries(LISTS))
    setFact(
      key,
      mergeItems({ before: before.get(key), now: rule.facts(snapshot), rule, isRead, goneAt }),
    )
  for (const [key, list] of Object.entries(FIRST_OF)) {
    const [first] = currentItems(after.get(list))
    if (first) after.set(key, { ...first, items: null, goneAt: null })
    else setFact(key, markGone(before.get(key), goneAt))
  }
  return after
}

const markGone = (before: StoredFact | undefined, goneAt: string): StoredFact | null =>
  before ? { ...before, goneAt: before.goneAt ?? goneAt } : null

type FactColumns = {
  store_id: StoreId
  key: string
  value: unknown
  label: StoredFact['label']
  source_url: string
  path: string
  observed_at: Date
  items: StoredItem[] | null
  gone_at: Date | null
}

async function readFacts(db: Db, storeIds: StoreId[]): Promise<Map<StoreId, StoreFacts>> {
  const { rows } = await sql<FactColumns>`
    select store_id, key, value, label, source_url, path, observed_at, items, gone_at from store_facts
    where store_id = any(${storeIds}::bigint[])`.execute(db)
  const byStore = new Map<StoreId, StoreFacts>()
  for (const row of rows) {
    const facts = byStore.get(row.store_id) ?? new Map()
    byStore.set(row.store_id, facts.set(row.key, withTodaysNames(storedFact(row))))
  }
  return byStore
}

const storedFact = (row: FactColumns): StoredFact => ({
  value: row.value,
  label: row.label,
  sourceUrl: row.source_url,
  path: row.path,
  observedAt: row.observed_at.toISOString(),
  items: row.items,
  goneAt: row.gone_at?.toISOString() ?? null,
})

/**
 * A pixel is known by its app. Once we learn the app's name, the same pixel must not look like
 * another one that replaced it.
 */
const withTodaysNames = (fact: StoredFact): StoredFact =>
  fact.items === null ? fact : { ...fact, items: fact.items.map(withTodaysName) }

function withTodaysName(item: StoredItem): StoredItem {
  const { value } = item
  const vendor = pixelVendorAt(item.path)
  return vendor === null || typeof value !== 'object' || value === null
    ? item
    : { ...item, value: { ...value, vendor } }
}

/** Writes merged facts, one row each, and queues their mail domains. */
export async function saveFacts(db: Db, now: Date, facts: Map<StoreId, StoreFacts>): Promise<void> {
  const rows = [...facts].flatMap(([storeId, byKey]) =>
    [...byKey].map(([key, fact]) => ({ store_id: storeId, key, ...fact })),
  )
  await sql`
    insert into store_facts (store_id, key, value, label, source_url, path, observed_at, items, gone_at)
    select store_id, key, value, label, "sourceUrl", path, "observedAt", items, "goneAt"
    from jsonb_to_recordset(${jsonText(rows)}::jsonb) as t (store_id bigint, key text, value jsonb, label text, "sourceUrl" text, path text,
      "observedAt" timestamptz, items jsonb, "goneAt" timestamptz)
    on conflict (store_id, key) do update set value = excluded.value, label = excluded.label, source_url = excluded.source_url,
      path = excluded.path, observed_at = excluded.observed_at, items = excluded.items, gone_at = excluded.gone_at`.execute(
    db,
  )
  await queueMailHosts(db, now, [...facts.values()])
}

/**
 * Facts of pages that have not changed count as seen by this visit. Writes each at most once a day.
 */
export async function confirmFacts(db: Db, storeIds: readonly StoreId[], now: Date): Promise<void> {
  await sql`
    update store_facts f set observed_at = ${now} from page_validators page
    where page.store_id = any(${[...storeIds]}::bigint[]) and f.store_id = page.store_id and f.source_url = page.url
      and f.gone_at is null and f.observed_at < ${new Date(now.getTime() - DAY_MS)}`.execute(db)
}

/** Domain of an address; null for an invalid one. */
export const mailDomainOf = (value: unknown): string | null => {
  const address =
    typeof value === 'object' && value !== null && 'address' in value ? String(value.address) : ''
  return address.includes('@') ? address.slice(address.lastIndexOf('@') + 1) : null
}

async function queueMailHosts(db: Db, now: Date, facts: StoreFacts[]): Promise<void> {
  const domains = facts.flatMap((byKey) =>
    currentItems(byKey.get('emails')).flatMap(({ value }) => mailDomainOf(value) ?? []),
  )
  if (domains.length === 0) return
  const sorted = [...new Set(domains)].sort()
  await sql`
    insert into mail_hosts (domain, state, due_at) select domain, 'unknown', ${now} from unnest(${sorted}::text[]) as t (domain)
    on conflict (domain) do nothing`.execute(db)
}

/**
 * The form in a row. For a list, `value` holds the current items, and `items` also the gone ones,
 * each with its evidence.
 */
export type StoredFact = {
  value: unknown
  label: FactLabel
  sourceUrl: string
  path: string
  observedAt: string
  items: StoredItem[] | null
  goneAt: string | null
}

/** Gone items are stored for the history of changes, only the latest of them. */
const MAX_GONE = 20

const toItem = ({ value, label, evidence }: Fact<unknown>): StoredItem => ({
  value,
  label,
  sourceUrl: evidence.url,
  path: evidence.path,
  observedAt: evidence.observedAt,
})

type Merge<Now> = {
  before: StoredFact | undefined
  now: Now
  /** Pages that were read completely. */
  isRead: Set<string>
  goneAt: string
}

/** Null when it never existed. */
function mergeItem({
  before,
  now,
  isRead,
  goneAt,
}: Merge<Fact<unknown> | null>): StoredFact | null {
  if (now) return { ...toItem(now), items: null, goneAt: null }
  if (!before) return null
  return { ...before, goneAt: before.goneAt ?? (isRead.has(before.sourceUrl) ? goneAt : null) }
}

export const currentItems = (fact: StoredFact | undefined): StoredItem[] =>
  (fact?.items ?? []).filter(({ goneAt }) => goneAt === undefined)

function keyOf(value: unknown, { keyFields, isFirstEnough }: ListRule): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const record = new Map<string, unknown>(Object.entries(value))
  const keys = keyFields.map((field) => record.get(field) ?? null)
  return JSON.stringify(isFirstEnough ? keys.find((key) => key !== null) : keys)
}

/** Null when no item ever existed. */
function mergeItems(merge: Merge<Fact<unknown>[]> & { rule: ListRule }): StoredFact | null {
  const { before, now, rule, isRead, goneAt } = merge
  const seen = now.map(toItem)
  const seenKeys = new Set(seen.map(({ value }) => keyOf(value, rule)))
  const unseen = (before?.items ?? [])
    .filter(({ value }) => !seenKeys.has(keyOf(value, rule)))
    .map((item) =>
      item.goneAt === undefined && isRead.has(item.sourceUrl) ? { ...item, goneAt } : item,
    )
  const current = [...seen, ...unseen.filter((item) => item.goneAt === undefined)]
  const gone = unseen
    .filter((item) => item.goneAt !== undefined)
    .toSorted((a, b) => (b.goneAt ?? '').localeCompare(a.goneAt ?? ''))
    .slice(0, MAX_GONE)
  const first = current[0] ?? gone[0]
  if (!first) return null
  return {
    value: current.map(({ value }) => value),
    label: first.label,
    sourceUrl: first.sourceUrl,
    path: first.path,
    observedAt: first.observedAt,
    items: [...current, ...gone],
    goneAt: current.length > 0 ? null : (first.goneAt ?? null),
  }
}
