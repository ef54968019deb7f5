import { sql } from 'kysely'
import type { Db } from '#server/context.ts'

/** Counts products that stores started or stopped listing in this transaction. Call it in the transaction that locked the stores' rows. */
export async function addListedProducts(db: Db, added: ReadonlyMap<number, number>): Promise<void> {
  if (added.size === 0) return
  await sql`
    update stores set listed_products = listed_products + t.added
    from unnest(${[...added.keys()]}::bigint[], ${[...added.values()]}::integer[]) as t (store_id, added)
    where stores.id = t.store_id`.execute(db)
}
