import type { ColumnType, Generated, GeneratedAlways, Kysely, Transaction } from 'kysely'
import type { ClusterId, StoreId } from '#contracts/ids.ts'
import type { AccountTables } from './account-schema.ts'
import type { BillingTables } from './billing-schema.ts'
import type { Json, Time } from './column-types.ts'
import type { OperationsTables } from './operations-schema.ts'
import type { ProductTables } from './product-schema.ts'
import type { SiteTables } from './site-schema.ts'
import type { Stores } from './store-columns.ts'
import type { StoreTables } from './store-schema.ts'
import type { WorkspaceTables } from './workspace-schema.ts'

type Changed = {
  changed_store: StoreId | null
  day: string | null
  clusters: ClusterId[] | null
}

type CommonTables = {
  stores: Stores
  /**
   * Changes that wait for their number: of a store, or of the trends of some clusters on one day.
   * Written by triggers.
   */
  change_outbox: Changed & { id: GeneratedAlways<number> }
  /** Committed changes in order: see `server/catalog/search/change-feed.ts`. */
  change_feed: Changed & {
    seq: GeneratedAlways<number>
    numbered_at: ColumnType<Date, never, never>
  }
  /** Changes up to here were deleted. */
  change_feed_state: { pruned_to: number }
  /** The position in the feed that a read model outside the database has reached. */
  change_followers: {
    name: string
    position: number
    generation: Generated<number>
    /** The version of those tables; processes of other releases may read others. */
    schema: Generated<number>
    followed_at: Date
  }
  leases: { name: string; holder: string; until: Time }
  request_limits: { key: string; points: number; expire: number | null }
  system_state: { key: string; value: Json<unknown>; updated_at: Time }
}

/**
 * int8 is read as a number (ids stay far below 2^53), date as YYYY-MM-DD text, timestamptz as Date:
 * see `postgres-pool.ts`.
 */
export type Database = AccountTables &
  BillingTables &
  CommonTables &
  OperationsTables &
  ProductTables &
  SiteTables &
  StoreTables &
  WorkspaceTables

export type TableName = keyof Database

export type Db = Kysely<Database>
export type Tx = Transaction<Database>
