import { type Selectable, sql } from 'kysely'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Database, Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'

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
  if (!state) throw new Error('the database returned no state')
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

const TABLES = ['stores', 'trend_changes'] as const

/**
 * A database restored from a copy restarts its transaction count. Change numbers from the original are then higher than any it will assign
 * for years: every reading would return them, and they could be taken for later changes. They are reset once, before the full reading.
 */
export async function resetForeignChanges(db: Db): Promise<void> {
  for (const table of TABLES)
    if (await hasForeign(db, table))
      await inTransaction({ db }, async ({ db }) => {
        // The lock blocks writers: later changes get numbers of the new count.
        await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(db)
        await sql`update ${sql.table(table)} set change_id = 0 where change_id >= ${firstUnused}`.execute(db)
      })
}

/** The number that the next transaction gets. */
const firstUnused = sql`(select (pg_snapshot_xmax(pg_current_snapshot())::text)::bigint)`

async function hasForeign(db: Db, table: (typeof TABLES)[number]): Promise<boolean> {
  const { rows } = await sql<{ is_foreign: boolean | null }>`
    select (select max(change_id) from ${sql.table(table)}) >= ${firstUnused} as is_foreign`.execute(db)
  return rows[0]?.is_foreign ?? false
}

const plainColumns = [
  'id',
  'change_id',
  'launch_status',
  'found_day',
  'found_at',
  'visible_at',
  'launch_day',
  'launch_confidence',
  'status',
  'moved_here',
  'name',
  'domain',
  'country',
  'ships_to',
  'language',
  'currency',
  'category',
  'product_count',
  'price_median_minor',
  'discount_share',
  'last_trending_day',
  'listed_products',
  'theme_name',
  'apps',
  'pixels',
  'payment_brands',
  'email',
  'email_kind',
  'email_state',
  'email_is_own_domain',
  'phone',
  'has_contact_form',
  'company',
  'socials',
  'policies',
] as const

/** The columns of a store that the index reads. */
export type IndexedStore = Pick<Selectable<Database['stores']>, (typeof plainColumns)[number]> & {
  about: string | null
}

const ABOUT_LETTERS = 400

const indexedStores = (db: Db) =>
  db
    .selectFrom('stores')
    .select(plainColumns)
    .select(sql<string | null>`left(about, ${sql.lit(ABOUT_LETTERS)})`.as('about'))
