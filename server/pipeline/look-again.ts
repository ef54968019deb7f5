import type { ProbeResult } from '#discovery/probe/probe-result.ts'
import type { AppContext, Db } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import {
  type ChangesSince,
  type Comparisons,
  compareClosed,
  compareNoStore,
  compareShown,
  type ShownStore,
} from '#server/pipeline/compare-shown.ts'
import { publishStores, type StoreVisit } from '#server/pipeline/publish-stores.ts'

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

export type StoreToCheck = { storeId: number; host: string; revealedAt: Date; logId: string }

/** Null = the store was deleted here (it opted out meanwhile). */
type Looked = { kind: 'compared'; fields: Comparisons } | { kind: 'gone' }

export async function readShown(
  db: Db,
  storeId: number,
): Promise<(ShownStore & { lastCheckedAt: Date }) | null> {
  const row = await db
    .selectFrom('stores')
    .select(COLUMNS)
    .select('last_checked_at')
    .where('id', '=', storeId)
    .executeTakeFirst()
  if (!row) return null
  const { last_checked_at: lastCheckedAt, ...shown } = row
  return { ...shown, lastCheckedAt }
}

/**
 * Compares a store with the result of this visit. It publishes the visit as usual in a transaction that is then rolled back, so the
 * expected values come from the same code.
 */
export async function lookAgain(
  ctx: AppContext,
  store: StoreToCheck,
  result: Extract<ProbeResult, { kind: 'store' | 'unchanged' | 'not_a_store' }>,
): Promise<Looked> {
  const shown = await readShown(ctx.db, store.storeId)
  if (!shown) return { kind: 'gone' }
  switch (result.kind) {
    case 'store':
      return { kind: 'compared', fields: await compareWith(ctx, store, result) }
    case 'unchanged':
      return { kind: 'compared', fields: compareShown(shown, shown, { catalogue: false }) }
    case 'not_a_store':
      return { kind: 'compared', fields: compareReason(shown, result.reason) }
    default:
      return result satisfies never
  }
}

type NoStore = Extract<ProbeResult, { kind: 'not_a_store' }>['reason']

function compareReason(shown: ShownStore, reason: NoStore): Comparisons {
  const isClosed = reason === 'closed' || reason === 'frozen' || reason === 'locked' || reason === 'no_shop'
  return isClosed ? compareClosed(shown) : compareNoStore(reason)
}

class Undo extends Error {}

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
    throw new Undo()
  }).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error
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
