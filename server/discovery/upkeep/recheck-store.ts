import type { StoreId } from '#contracts/ids.ts'
import type { Selectable } from 'kysely'
import { DAY_MS } from '#contracts/dates.ts'
import type { Theme } from '#contracts/catalog/facts.ts'
import type { ProbeResult } from '#discovery/probe/probe-result.ts'
import { publishStores } from '#server/discovery/visits/publish-stores.ts'
import { GONE, lifeEvents } from '#server/discovery/visits/store-lifecycle.ts'
import { bare, type StoreVisit } from '#server/discovery/visits/store-row.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { StoredComparison } from '#server/platform/db/operations-schema.ts'
import type { Database, Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'

const COLUMNS = [
  'domain',
  'name',
  'status',
  'country',
  'currency',
  'theme',
  'theme_name',
  'email',
  'product_count',
  'launch_status',
  'launch_day',
] as const

export type StoreToCheck = { storeId: StoreId; host: string; revealedAt: Date; logId: string }

/** Null = the store was deleted here (it opted out meanwhile). */
type RecheckResult = { kind: 'compared'; fields: Comparisons } | { kind: 'gone' }

const readShown = (db: Db, storeId: StoreId) =>
  db
    .selectFrom('stores')
    .select(COLUMNS)
    .select('last_checked_at as lastCheckedAt')
    .where('id', '=', storeId)
    .executeTakeFirst()

/**
 * Compares a store with the result of this visit. It publishes the visit as usual in a transaction
 * that is then rolled back, so the expected values come from the same code.
 */
export async function recheckStore(
  ctx: AppContext,
  store: StoreToCheck,
  result: Extract<ProbeResult, { kind: 'store' | 'unchanged' | 'not_a_store' }>,
): Promise<RecheckResult> {
  const shown = await readShown(ctx.db, store.storeId)
  if (!shown) return { kind: 'gone' }
  switch (result.kind) {
    case 'store':
      return { kind: 'compared', fields: await compareWith(ctx, store, result) }
    case 'unchanged':
      return { kind: 'compared', fields: compareShown(shown, shown, { catalogue: false }) }
    case 'not_a_store':
      return {
        kind: 'compared',
        fields: GONE.has(result.reason) ? compareClosed(shown) : compareNoStore(result.reason),
      }
    default:
      return result satisfies never
  }
}

class Rollback extends Error {}

async function compareWith(
  ctx: AppContext,
  { storeId, host, revealedAt, logId }: StoreToCheck,
  { finalHost, snapshot, products }: Extract<ProbeResult, { kind: 'store' }>,
): Promise<Comparisons> {
  const visit: StoreVisit = { visitedHost: host, finalHost, revealedAt, logId, snapshot, products }
  let fields: Comparisons | undefined
  await inTransaction(ctx, async (ctx) => {
    const shown = await readShown(ctx.db, storeId)
    const [published] = await publishStores(ctx, [visit])
    // The address now belongs to another shop.
    const seen = published?.storeId === storeId ? await readShown(ctx.db, storeId) : null
    if (shown)
      fields = seen
        ? compareShown(shown, seen, changesSince(shown.lastCheckedAt, visit))
        : compareNoStore('another_store')
    throw new Rollback()
  }).catch((error: unknown) => {
    if (!(error instanceof Rollback)) throw error
  })
  return fields ?? {}
}

function changesSince(lastCheckedAt: Date, { snapshot, products }: StoreVisit): ChangesSince {
  const isLater = (at: string | null) => at !== null && new Date(at) > lastCheckedAt
  const newest = snapshot.signals.find(({ kind }) => kind === 'newest_product_created')?.at ?? null
  const touched = products.some(
    ({ createdAt, publishedAt, updatedAt }) =>
      isLater(createdAt) || isLater(publishedAt) || isLater(updatedAt),
  )
  return { catalogue: touched || isLater(newest) }
}

export type ShownStore = Omit<StoreRow, 'theme'> & { theme: Pick<Theme, 'id'> | null }
type StoreRow = Pick<Selectable<Database['stores']>, (typeof COLUMNS)[number]>

/** Traces in the shop itself of changes since our last visit. */
type ChangesSince = { catalogue: boolean }

type Comparisons = Record<string, StoredComparison>
type Value = string | number | null

/** Products come and go while a page is read; a larger difference means another number. */
const COUNT_TOLERANCE = 0.02

/**
 * `changed` needs an event: the shop opened or closed, moved, published another theme, touched its
 * catalogue. Every other difference is `wrong`, even where the shop may have edited its page; what
 * only the shop has is `missing`. docs/freshness.md tells readers the same.
 */
export function compareShown(
  shown: ShownStore,
  seen: ShownStore,
  since: ChangesSince,
): Comparisons {
  const events = lifeEvents(shown, seen).map(({ kind }) => kind)
  const isOtherTheme = shown.theme?.id !== seen.theme?.id
  const all: (Comparisons[string] & { field: string })[] = [
    compare('store', 'yes', 'yes', false),
    compare('status', shown.status, seen.status, true),
    compare('domain', shown.domain, seen.domain, events.includes('moved'), isSameHost),
    compare('launch', shown.launch_status, seen.launch_status, false),
    compare('launchDay', shown.launch_day, seen.launch_day, events.includes('opened'), isNearDay),
    // Behind a password page the other values are not visible.
    ...(seen.status === 'OPEN'
      ? [
          compare('name', shown.name, seen.name, false),
          compare('country', shown.country, seen.country, false),
          compare('currency', shown.currency, seen.currency, false),
          compare('theme', shown.theme_name, seen.theme_name, isOtherTheme),
          compare('email', shown.email, seen.email, false),
          compare(
            'productCount',
            shown.product_count,
            seen.product_count,
            since.catalogue,
            isNearCount,
          ),
        ]
      : []),
  ].filter((one) => one !== null)
  return Object.fromEntries(all.map(({ field, ...comparison }) => [field, comparison]))
}

/** The shop is gone: that is an event of its life, and leaves nothing else to compare. */
export function compareClosed(shown: ShownStore): Comparisons {
  const verdict = shown.status === 'CLOSED' ? 'correct' : 'changed'
  return {
    store: { verdict: 'correct', shown: 'yes', seen: 'yes' },
    status: { verdict, shown: shown.status, seen: 'CLOSED' },
  }
}

/**
 * A different site answers there. It may have been a shop last week; nothing shows that, so it
 * counts as wrong.
 */
export const compareNoStore = (reason: string): Comparisons => ({
  store: { verdict: 'wrong', shown: 'yes', seen: reason },
})

function compare<Field extends Value>(
  field: string,
  shown: Field | null,
  seen: Field | null,
  hasChanged: boolean,
  isSame: (shown: Field, seen: Field) => boolean = (a, b) => a === b,
): (StoredComparison & { field: string }) | null {
  if (shown === null) return seen === null ? null : { field, verdict: 'missing', shown, seen }
  if (seen !== null && isSame(shown, seen)) return { field, verdict: 'correct', shown, seen }
  return { field, verdict: hasChanged ? 'changed' : 'wrong', shown, seen }
}

const isSameHost = (shown: string, seen: string) => bare(shown) === bare(seen)
const isNearDay = (shown: string, seen: string) =>
  Math.abs(Date.parse(shown) - Date.parse(seen)) <= DAY_MS
const isNearCount = (shown: number, seen: number) =>
  Math.abs(shown - seen) <= Math.max(1, COUNT_TOLERANCE * shown)
