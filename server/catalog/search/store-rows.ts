import { type Selectable, sql } from 'kysely'
import type { Database, Db } from '#server/platform/db/schema.ts'

const STORES_PER_READ = 5_000

/** All stores by their ids, from the first one after `afterId` on. */
export async function* readAllStores(db: Db, afterId = 0): AsyncGenerator<IndexedStore[]> {
  let last = afterId
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

/** A deleted store is missing. */
export const readStores = (db: Db, ids: readonly number[]): Promise<IndexedStore[]> =>
  indexedStores(db)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()

const plainColumns = [
  'id',
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

/** The columns of a store that search engines read. */
export type IndexedStore = Pick<Selectable<Database['stores']>, (typeof plainColumns)[number]> & {
  about: string | null
}

const ABOUT_LETTERS = 400

const indexedStores = (db: Db) =>
  db
    .selectFrom('stores')
    .select(plainColumns)
    .select(sql<string | null>`left(about, ${sql.lit(ABOUT_LETTERS)})`.as('about'))
