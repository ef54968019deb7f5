import type { StoreId } from '#contracts/ids.ts'
import { sql } from 'kysely'
import { lifeEvents, type StoreState } from '#server/discovery/visits/store-lifecycle.ts'
import type { StoreVisit } from '#server/discovery/visits/store-row.ts'
import { requestAssessments } from '#server/discovery/risks/assess-stores.ts'
import { isWorthAssessing } from '#server/discovery/risks/read-risk-facts.ts'
import type { AppContext } from '#server/platform/context.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { compareFacts } from './compare-facts.ts'
import { type EventOfStore, homeEvent, saveEvents } from './store-events.ts'

type VisitedStore = Omit<Parameters<typeof isWorthAssessing>[0], 'isFirstReading'> & {
  storeId: StoreId
  visit: StoreVisit
  /** Null for the first visit. */
  before: StoreState | null
  after: StoreState
}

/**
 * Records what visits changed, which pages the next ones can be compared with, and which warning
 * signs to look for again. Call it in the transaction that locked the stores.
 */
export async function recordVisitEvents(
  ctx: AppContext,
  stores: readonly VisitedStore[],
): Promise<void> {
  const readings = await readReadings(
    ctx.db,
    stores.flatMap(({ storeId, before }) => (before ? [storeId] : [])),
  )
  await saveEvents(
    ctx,
    stores.flatMap((store) => eventsOf(store, readings.get(store.storeId) ?? null)),
  )
  await saveReadings(ctx, stores)
  await requestAssessments(
    ctx.db,
    stores.flatMap((store) => {
      const isFirstReading = isWholeReading(store) && !readings.has(store.storeId)
      return isWorthAssessing({ ...store, isFirstReading }) ? [store.storeId] : []
    }),
  )
}

function eventsOf(store: VisitedStore, pagesBefore: string[] | null): EventOfStore[] {
  const { storeId, visit, before, after, facts } = store
  const seen = homeEvent(storeId, visit.finalHost, 'visit')
  return [
    ...lifeEvents(before, after).map((event) => ({ ...seen, ...event })),
    ...compareFacts({ ...facts, pagesBefore }).map((event) => ({ storeId, ...event })),
  ]
}

async function readReadings(db: Db, storeIds: StoreId[]): Promise<Map<number, string[]>> {
  if (storeIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('store_readings')
    .select(['store_id', 'pages'])
    .where('store_id', 'in', storeIds)
    .execute()
  return new Map(rows.map(({ store_id, pages }) => [store_id, pages]))
}

/**
 * A password page hides the shop, and a visit with a missing page would make that page look new the
 * next time.
 */
const isWholeReading = ({ visit: { snapshot, isPartial } }: VisitedStore): boolean =>
  snapshot.status?.value === 'open' && !isPartial

async function saveReadings(ctx: AppContext, stores: readonly VisitedStore[]): Promise<void> {
  const rows = stores
    .filter(isWholeReading)
    .map(({ storeId, visit }) => ({ storeId, pages: visit.snapshot.pagesRead }))
  if (rows.length === 0) return
  await sql`
    insert into store_readings (store_id, pages, read_at)
    select "storeId", pages, ${ctx.now()} from jsonb_to_recordset(${jsonText(rows)}::jsonb) as t ("storeId" bigint, pages text[])
    on conflict (store_id) do update set pages = excluded.pages, read_at = excluded.read_at`.execute(
    ctx.db,
  )
}
