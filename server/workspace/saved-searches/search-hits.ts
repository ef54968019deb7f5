import { sql } from 'kysely'
import type { StoreId } from '#contracts/ids.ts'
import { isContactedLead } from '#server/catalog/api.ts'
import type { Db } from '#server/platform/db/schema.ts'

/** Those of the runs from the first to the last of these times. */
type Hits = { searchId: string; from: Date; to: Date }

/**
 * Stores the hits of the run `at` that still exist and that the search has not reported yet, or not
 * since they opened; in the order in which an erasure locks stores.
 * @returns how many
 */
export async function insertHits(
  db: Db,
  { searchId, at, storeIds }: { searchId: string; at: Date; storeIds: readonly StoreId[] },
): Promise<number> {
  if (storeIds.length === 0) return 0
  // Known hits are left out first, because a conflict locks and rewrites its row even when it
  // changes nothing.
  const { numAffectedRows } = await sql`
    insert into saved_search_hits (search_id, store_id, at)
    select ${searchId}::uuid, id, ${at}::timestamptz from stores where id = any(${[...storeIds]}::bigint[])
      and not exists (select 1 from saved_search_hits as known where known.search_id = ${searchId}::uuid
        and known.store_id = stores.id and (stores.opened_at is null or known.at >= stores.opened_at))
    order by id for key share
    on conflict (search_id, store_id) do update set at = excluded.at
    where saved_search_hits.at < (select opened_at from stores where id = excluded.store_id)`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

const columns = [
  'stores.id',
  'name',
  'domain',
  'found_day',
  'launch_day',
  'launch_confidence',
  'country',
  'category',
  'product_count',
] as const

export type HitStore = Awaited<ReturnType<typeof readHits>>[number]

/**
 * The search and its owner at the moment when hits are reported; undefined when it no longer
 * reports there, and for an account that is locked or being deleted.
 */
export const findReporting = (db: Db, searchId: string, channel: 'mails' | 'webhooks') =>
  db
    .selectFrom('saved_searches as search')
    .innerJoin('users', 'users.id', 'search.user_id')
    .select(['search.id', 'search.user_id', 'search.name', 'search.view', 'search.query'])
    .select(['users.first_name', 'users.language', 'users.role', 'users.plan_until'])
    .where('search.id', '=', searchId)
    .where(channel, '=', true)
    .where('users.deletion_requested_at', 'is', null)
    .where('users.locked_at', 'is', null)
    .executeTakeFirst()

/** Without those that the account hid since, or contacted, unless the search asks for these. */
export const selectHits = (db: Db, { searchId, from, to }: Hits) =>
  db
    .selectFrom('saved_search_hits')
    .innerJoin('stores', 'stores.id', 'saved_search_hits.store_id')
    .where('search_id', '=', searchId)
    .where(
      sql<boolean>`not exists (select from hidden_stores as hidden join saved_searches as search using (user_id)
        where search.id = search_id and hidden.store_id = stores.id)`,
    )
    .where(
      sql<boolean>`not exists (select from saved_stores as saved join saved_searches as search using (user_id)
        where search.id = search_id and saved.store_id = stores.id
          and search.query !~ '(^|&)contacted=' and ${isContactedLead})`,
    )
    .where('at', '>=', from)
    .where('at', '<=', to)

/** The stores that were found, the latest first. Stores deleted by now are left out. */
export const readHits = (db: Db, hits: Hits, limit: number) =>
  selectHits(db, hits)
    .select(columns)
    .orderBy('stores.visible_at', 'desc')
    .orderBy('stores.id', 'desc')
    .limit(limit)
    .execute()

export async function countHits(db: Db, hits: Hits): Promise<number> {
  const { count } = await selectHits(db, hits)
    .select((on) => on.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
