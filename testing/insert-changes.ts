import type { StoreId } from '#contracts/ids.ts'
import type { Insertable } from 'kysely'
import { addProductChangeDays } from '#server/discovery/changes/store-events.ts'
import type { Database, Db } from '#server/platform/db/schema.ts'

type StoreEvent = Omit<Insertable<Database['store_events']>, 'store_id'>
type ProductChange = Omit<Insertable<Database['product_changes']>, 'store_id'>

export const insertStoreEvents = (db: Db, storeId: StoreId, events: Partial<StoreEvent>[]) =>
  db
    .insertInto('store_events')
    .values(
      events.map((event) => ({
        kind: 'app_added' as const,
        at: '2026-03-09T10:00:00.000Z',
        subject: null,
        before: null,
        after: null,
        label: 'observed' as const,
        source_url: 'https://lamp.example/',
        path: 'test',
        ...event,
        store_id: storeId,
      })),
    )
    .execute()

export async function insertProductChanges(
  db: Db,
  storeId: StoreId,
  changes: Partial<ProductChange>[],
): Promise<void> {
  await db
    .insertInto('product_changes')
    .values(
      changes.map((change, at) => ({
        product_id: at + 1,
        kind: 'price_down' as const,
        at: '2026-03-09T10:00:00.000Z',
        before_minor: 2_000,
        after_minor: 1_500,
        currency: 'EUR',
        before_place: null,
        after_place: null,
        ...change,
        store_id: storeId,
      })),
    )
    .execute()
  await addProductChangeDays(db, [storeId], new Date(0))
}
