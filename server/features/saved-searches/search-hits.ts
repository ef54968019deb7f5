import { sql } from 'kysely'
import type { Db } from '#server/context.ts'

type Hits = { searchId: string; storeIds: readonly number[]; at: Date }

/** Stores the hits that still exist and that the search has not reported yet. @returns how many */
export async function insertHits(db: Db, { searchId, storeIds, at }: Hits): Promise<number> {
  if (storeIds.length === 0) return 0
  const { numAffectedRows } = await sql`
    insert into saved_search_hits (search_id, store_id, at)
    select ${searchId}::uuid, id, ${at}::timestamptz from stores where id = any(${[...storeIds]}::bigint[])
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}
