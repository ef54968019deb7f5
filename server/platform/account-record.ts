import type { UserId } from '#contracts/ids.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Database, Db } from '#server/platform/db/schema.ts'

export type AccountKeys = { userId: UserId; emailKey: string }
type Deps = Pick<AppContext, 'db'>

/** The data that a domain stores about a person: how it is exported, and how it is erased. */
export type AccountRecord = {
  /** Its name in the export. */
  name: string
  /** Every table with a `user_id` must be listed; a test compares. */
  table: keyof Database | 'request_limits'
  read: (
    ctx: Deps & Pick<AppContext, 'files'>,
    keys: AccountKeys,
  ) => Promise<Record<string, unknown>[]>
  erase: (ctx: Deps, keys: AccountKeys) => Promise<void>
}

/** Of a table whose rows belong to one account each. */
export async function deleteByUser(
  db: Db,
  table:
    | 'sessions'
    | 'api_keys'
    | 'operators'
    | 'second_factors'
    | 'identities'
    | 'user_photos'
    | 'account_tokens'
    | 'saved_stores'
    | 'saved_products'
    | 'export_tickets'
    | 'export_usage'
    | 'contact_usage'
    | 'shown_contacts'
    | 'digests'
    | 'feeds',
  userId: UserId,
): Promise<void> {
  await db.deleteFrom(table).where('user_id', '=', userId).execute()
}
