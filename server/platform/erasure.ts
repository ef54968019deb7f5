import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { StoreId, UserId } from '#contracts/ids.ts'
import type { Db, TableName } from './db/schema.ts'
import type { Jobs } from './jobs/job-queue.ts'
import { hashEmail } from './mail/email-address.ts'

export type AccountKeys = { userId: UserId; emailKey: string }

/** What a domain does at an erasure, besides the rows that go by cascade. */
export type Erasure = {
  /** The owner closes the account; its erasure follows 30 days later. */
  closing?: (ctx: { db: Db; jobs: Jobs }) => Promise<unknown>
  /** True while the account has to stay; the log then says why. */
  isTooEarly?: (ctx: { db: Db; log: Logger }, userId: UserId) => Promise<boolean>
  /** What goes, or loses its person, before the account's row is deleted. */
  account?: (ctx: { db: Db }, keys: AccountKeys) => Promise<unknown>
  /** Tables whose rows name a store without a foreign key; `domain` deletes them. */
  byStore?: readonly TableName[]
  /** What goes with a domain that opted out and its stores. */
  domain?: (ctx: { db: Db }, keys: { domain: string; storeIds: StoreId[] }) => Promise<unknown>
}

/** The spelling of `emailKeyOf`, computed by the database. */
const keyOfRecipient = sql`translate(normalize(recipient, nfc), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')`
export const isMailOf = ({ userId, emailKey }: AccountKeys) =>
  sql<boolean>`(user_id = ${userId} or (user_id is null and ${keyOfRecipient} = ${emailKey}))`

/** Counters of attempts are keyed by the account's id or a digest of its address. */
export const isCounterOf = ({ userId, emailKey }: AccountKeys) =>
  sql<boolean>`(position(${userId}::text in key) > 0 or position(${hashEmail(emailKey)}::text in key) > 0)`

export const erasure: Erasure = {
  async account({ db }, keys) {
    await db.deleteFrom('outgoing_mails').where(isMailOf(keys)).execute()
    await db.deleteFrom('request_limits').where(isCounterOf(keys)).execute()
    // Events stay countable; the person is removed from them.
    await db
      .updateTable('audit_events')
      .set({ user_id: null, network: null, detail: '{}', shared_key: null })
      .where('user_id', '=', keys.userId)
      .execute()
  },
}
