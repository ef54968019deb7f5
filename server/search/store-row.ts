import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import type { Database } from '#server/db/schema.ts'

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

export const indexedStores = (db: Db) =>
  db
    .selectFrom('stores')
    .select(plainColumns)
    .select(sql<string | null>`left(about, ${sql.lit(ABOUT_LETTERS)})`.as('about'))
