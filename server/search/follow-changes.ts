import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { prepared } from '#server/db/prepared.ts'
import { type IndexedStore, indexedStores } from './store-row.ts'

export type StoreChanges = {
  removed: number[]
  /** Whether any store was added or changed: `readChangedStores` reads them. */
  isChanged: boolean
  /** Where to resume: no transaction before this one can still change anything. */
  next: number
}

/**
 * The committed changes of stores since a reading ended at `since`. A transaction gets its number when it begins and may commit after later
 * ones, so each reading begins at the oldest transaction that was still open at the previous one. Reading a change twice has no further
 * effect.
 */
export async function readChanges(db: Db, since: number): Promise<StoreChanges> {
  const [state] = await selectChanges(db, since)
  if (!state) throw new Error('the database told no state')
  return { removed: state.removed.map(Number), isChanged: state.is_changed, next: state.next }
}

type ChangesRow = { next: number; removed: number[]; is_changed: boolean }

// Reads the ends of two indexes for any `since`: a plan that reads from `since` on would be a plan for a third of all stores.
const selectChanges = prepared('store_changes', (db, since: number) => ({
  compile: () =>
    sql<ChangesRow>`
    select (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint as next,
      case when (select max(change_id) from store_removals) >= asked.since
        then array(select removed_id from store_removals where change_id >= asked.since order by change_id) else '{}' end as removed,
      coalesce((select max(change_id) from stores) >= asked.since, false) as is_changed
    from (select ${since}::bigint as since) as asked`.compile(db),
}))

const STORES_PER_READ = 5_000

/** Stores that changed since, in batches of some thousand: after a quiet night, or one large transaction, they may be many. */
export async function* readChangedStores(db: Db, since: number): AsyncGenerator<IndexedStore[]> {
  let last = { changeId: since, id: 0 }
  while (true) {
    const stores = await indexedStores(db)
      .where(sql<boolean>`(change_id, id) > (${last.changeId}, ${last.id})`)
      .orderBy('change_id')
      .orderBy('id')
      .limit(STORES_PER_READ)
      .execute()
    yield stores
    const end = stores.at(-1)
    if (!end || stores.length < STORES_PER_READ) return
    last = { changeId: end.change_id, id: end.id }
  }
}

/** All stores, by their numbers. */
export async function* readAllStores(db: Db): AsyncGenerator<IndexedStore[]> {
  let last = 0
  while (true) {
    const stores = await indexedStores(db)
      .where('id', '>', last)
      .orderBy('id')
      .limit(STORES_PER_READ)
      .execute()
    if (stores.length === 0) return
    yield stores
    last = stores.at(-1)?.id ?? last
  }
}
