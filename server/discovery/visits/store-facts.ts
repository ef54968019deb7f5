import { DAY_MS } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { sql } from 'kysely'
import {
  FACTS,
  type FactValue,
  LED_LIST_KEYS,
  LIST_KEYS,
  type ListKey,
  type ListRule,
  ONE_KEYS,
  type OneKey,
} from '#contracts/catalog/fact-table.ts'
import { pixelVendorAt } from '#discovery/extract/facts/apps/pixels.ts'
import type { Fact, ListFacts, OneFacts, StoreSnapshot } from '#discovery/extract/store-snapshot.ts'
import type { AppContext } from '#server/platform/context.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { mailDomainsOf } from '#server/platform/db/store-columns.ts'
import {
  currentItems,
  currentValues,
  type FactRow,
  parseFacts,
  type StoredFacts,
  type StoredFirsts,
  type StoredList,
  type StoredLists,
  type StoredOne,
  type StoredOnes,
} from '#server/platform/db/stored-facts.ts'
import type { StoredItem } from '#server/platform/db/store-schema.ts'

type VisitOfStore = { storeId: StoreId; snapshot: StoreSnapshot; at: Date }

/**
 * The known facts of each store after this visit: facts that the visit saw; facts of pages that it
 * did not read, unchanged; and facts gone from pages that it did read, marked. Reading the same
 * pages twice leaves the same facts.
 */
export async function mergeFacts(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  visits: VisitOfStore[],
): Promise<Map<StoreId, { before: StoredFacts; after: StoredFacts }>> {
  const storeIds = visits.map(({ storeId }) => storeId)
  const { rows } = await sql<FactRow>`
    select * from store_facts where store_id = any(${storeIds}::bigint[])`.execute(db)
  const before = parseFacts(rows, log)
  return new Map(
    visits.map((visit) => {
      const known = withTodaysNames(before.get(visit.storeId) ?? {})
      return [visit.storeId, { before: known, after: factsAfter(known, visit) }]
    }),
  )
}

export function factsAfter(
  before: StoredFacts,
  { snapshot, at }: Omit<VisitOfStore, 'storeId'>,
): StoredFacts {
  const visit = { isRead: new Set(snapshot.pagesRead), goneAt: at.toISOString() }
  const lists = mergeLists(before, snapshot, visit)
  return { ...mergeOnes(before, snapshot, visit), ...lists, ...firstsOf(before, lists, visit) }
}

type Visit = {
  isRead: Set<string>
  goneAt: string
}

function mergeOnes(before: StoredOnes, now: OneFacts, visit: Visit): StoredOnes {
  const after: StoredOnes = {}
  const merge = <Key extends OneKey>(key: Key) => {
    const fact = mergeOne<FactValue<Key>>(before[key], now[key], visit)
    Object.assign(after, fact && { [key]: fact })
  }
  for (const key of ONE_KEYS) merge(key)
  return after
}

function mergeLists(before: StoredLists, now: ListFacts, visit: Visit): StoredLists {
  const after: StoredLists = {}
  const merge = <Key extends ListKey>(key: Key) => {
    const fact = mergeItems<FactValue<Key>>(before[key], now[key], RULES[key], visit)
    Object.assign(after, fact && { [key]: fact })
  }
  for (const key of LIST_KEYS) merge(key)
  return after
}

const RULES: { [Key in ListKey]: ListRule<FactValue<Key>> } = FACTS

function firstsOf(before: StoredFirsts, lists: StoredLists, { goneAt }: Visit): StoredFirsts {
  const facts = LED_LIST_KEYS.flatMap((key): [string, unknown][] => {
    const { first } = FACTS[key]
    const [item] = currentItems<unknown>(lists[key])
    const gone = before[first]
    if (item) return [[first, { ...item, goneAt: null }]]
    return gone ? [[first, { ...gone, goneAt: gone.goneAt ?? goneAt }]] : []
  })
  // Safe: an item of the list that the key names, or the fact that the key had.
  return Object.fromEntries(facts) as StoredFirsts
}

/**
 * A pixel is known by its app. Once we learn the app's name, the same pixel must not look like
 * another one that replaced it.
 */
function withTodaysNames({ pixels, ...facts }: StoredFacts): StoredFacts {
  if (!pixels) return facts
  const items = pixels.items.map((item) => {
    const vendor = pixelVendorAt(item.path) ?? item.value.vendor
    return { ...item, value: { ...item.value, vendor } }
  })
  return { ...facts, pixels: { ...pixels, items } }
}

/**
 * Writes merged facts, one row each, and queues their mail domains. Of a list, `value` holds the
 * current items, and `items` also the gone ones, each with its evidence.
 */
export async function saveFacts(
  db: Db,
  now: Date,
  merged: Map<StoreId, { after: StoredFacts }>,
): Promise<void> {
  const rows = [...merged].flatMap(([storeId, { after }]) =>
    Object.entries(after).map(([key, fact]) => ({
      store_id: storeId,
      key,
      items: null,
      ...fact,
      ...('items' in fact && { value: currentValues<unknown>(fact) }),
    })),
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
  await saveMails(db, merged)
  const facts = [...merged.values()].map(({ after }) => after)
  await queueMailHosts(db, now, facts)
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

async function queueMailHosts(db: Db, now: Date, facts: StoredFacts[]): Promise<void> {
  const domains = facts.flatMap(mailDomainsOf)
  if (domains.length === 0) return
  const sorted = [...new Set(domains)].sort()
  await sql`
    insert into mail_hosts (domain, state, due_at) select domain, 'unknown', ${now} from unnest(${sorted}::text[]) as t (domain)
    on conflict (domain) do nothing`.execute(db)
}

/** Also former ones: a line with an old address still means this store. */
export const addressesOf = ({ emails }: StoredFacts): string[] =>
  (emails?.items ?? []).map(({ value }) => value.address.toLowerCase())

/** They stay when the store no longer publishes them. */
async function saveMails(db: Db, merged: Map<StoreId, { after: StoredFacts }>): Promise<void> {
  const mails = [...merged].flatMap(([storeId, { after }]) =>
    addressesOf(after).map((address) => ({ address, storeId })),
  )
  if (mails.length === 0) return
  await sql`
    insert into store_mails (address, store_id)
    select * from unnest(${mails.map(({ address }) => address)}::text[], ${mails.map(({ storeId }) => storeId)}::bigint[])
    on conflict do nothing`.execute(db)
}

/** Gone items are stored for the history of changes, only the latest of them. */
const MAX_GONE = 20

const toItem = <Value>({ value, label, evidence }: Fact<Value>): StoredItem<Value> => ({
  value,
  label,
  sourceUrl: evidence.url,
  path: evidence.path,
  observedAt: evidence.observedAt,
})

function mergeOne<Value>(
  before: StoredOne<Value> | undefined,
  now: Fact<Value> | null,
  { isRead, goneAt }: Visit,
): StoredOne<Value> | undefined {
  if (now) return { ...toItem(now), goneAt: null }
  return (
    before && {
      ...before,
      goneAt: before.goneAt ?? (isRead.has(before.sourceUrl) ? goneAt : null),
    }
  )
}

function mergeItems<Value>(
  before: StoredList<Value> | undefined,
  now: Fact<Value>[],
  { same, isStored = () => true }: ListRule<Value>,
  { isRead, goneAt }: Visit,
): StoredList<Value> | undefined {
  const seen = now.filter(({ value }) => isStored(value)).map(toItem)
  const seenKeys = new Set(seen.map(({ value }) => same(value)))
  const unseen = (before?.items ?? [])
    .filter(({ value }) => !seenKeys.has(same(value)))
    .map((item) =>
      item.goneAt === undefined && isRead.has(item.sourceUrl) ? { ...item, goneAt } : item,
    )
  const current = [...seen, ...unseen.filter((item) => item.goneAt === undefined)]
  const gone = unseen
    .filter((item) => item.goneAt !== undefined)
    .toSorted((a, b) => (b.goneAt ?? '').localeCompare(a.goneAt ?? ''))
    .slice(0, MAX_GONE)
  const first = current[0] ?? gone[0]
  return (
    first && {
      label: first.label,
      sourceUrl: first.sourceUrl,
      path: first.path,
      observedAt: first.observedAt,
      items: [...current, ...gone],
      goneAt: current.length > 0 ? null : (first.goneAt ?? null),
    }
  )
}
