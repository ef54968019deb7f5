import type { UserId } from '#contracts/ids.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/schema.ts'

export type AccountKeys = { userId: UserId; emailKey: string }
type Deps = Pick<AppContext, 'db'>

/** The data that a domain stores about a person: how it is exported, and how it is erased. */
export type AccountRecord = {
  /** Its name in the export. */
  name: string
  /** Every table with a `user_id` must be listed; a test compares. */
  table: keyof Database | 'request_limits'
  read: (ctx: Deps & Pick<AppContext, 'files'>, keys: AccountKeys) => Promise<Record<string, unknown>[]>
  erase: (ctx: Deps, keys: AccountKeys) => Promise<void>
}
