import type { Day } from '#contracts/dates.ts'
import type { StoreSnapshot } from '#discovery/extract/store-snapshot.ts'
import type { LaunchVerdict } from '#discovery/launch/derive-launch.ts'
import type { ProductRecord } from '#discovery/products/parse-products.ts'
import { requestAssessments, requestForContacts } from '#server/discovery/risks/assess-stores.ts'
import type { AppContext } from '#server/platform/context.ts'
import { launchValues } from '#server/platform/db/store-columns.ts'
import { evaluateStores, type SignalledStore } from './launch-signals.ts'

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
  /** Not every page could be read this time. */
  isPartial?: boolean
}

export const bare = (host: string) => host.toLowerCase().replace(/^www\./, '')

/**
 * The domain that a shop names counts only when it really led there; a page could take another
 * shop's name. Or when we know the store by it: one that answers at a second domain without a
 * redirect has not moved.
 */
export function domainOf(
  { snapshot, finalHost, visitedHost }: Pick<StoreVisit, 'snapshot' | 'finalHost' | 'visitedHost'>,
  before: { domain: string } | null,
): string {
  const claimed = snapshot.domain?.value.toLowerCase()
  const proven = [finalHost, visitedHost, ...(before ? [before.domain] : [])].map(bare)
  return claimed !== undefined && proven.includes(bare(claimed)) ? claimed : finalHost
}

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
  const { status } = await db
    .updateTable('stores')
    .set({ ...found, ...launchValues(verdict) })
    .where('id', '=', store.storeId)
    .returning('status')
    .executeTakeFirstOrThrow()
  // Only the launch day of a closed store says something about others.
  await (status === 'CLOSED' ? requestForContacts : requestAssessments)(db, [store.storeId])
  return verdict
}
