import type { UserId } from '#contracts/ids.ts'
import { sql } from 'kysely'
import { readPhotoFile } from '#server/accounts/profile/photo-files.ts'
import { describeDevice } from '#server/accounts/sessions/open-session.ts'
import { billingRecords } from '#server/billing/api.ts'
import type { AccountKeys, AccountRecord } from '#server/platform/account-record.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { hashEmail } from '#server/platform/mail/email-address.ts'
import { addressRecords } from './address-records.ts'

const sessions: AccountRecord = {
  name: 'sessions',
  table: 'sessions',
  async read({ db }, { userId }) {
    const rows = await db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      userAgent: row.user_agent,
      ...describeDevice(row.user_agent),
      network: row.network,
      rememberMe: row.remember_me,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      expiresAt: row.expires_at,
      revokedAt: row.revoked_at,
      provenAt: row.proven_at,
    }))
  },
  erase: ({ db }, { userId }) => deleteByUser(db, 'sessions', userId),
}

/** Never the digest of a key: it is useless to its owner. */
const apiKeys: AccountRecord = {
  name: 'apiKeys',
  table: 'api_keys',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('api_keys')
      .select(['name', 'start', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
  erase: ({ db }, { userId }) => deleteByUser(db, 'api_keys', userId),
}

const operators: AccountRecord = {
  name: 'operatorConsole',
  table: 'operators',
  read: ({ db }, { userId }) =>
    db.selectFrom('operators').select('created_at as operatorSince').where('user_id', '=', userId).execute(),
  erase: ({ db }, { userId }) => deleteByUser(db, 'operators', userId),
}

const identities: AccountRecord = {
  name: 'identities',
  table: 'identities',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('identities')
      .select(['issuer', 'subject', 'email', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
  erase: ({ db }, { userId }) => deleteByUser(db, 'identities', userId),
}

const photos: AccountRecord = {
  name: 'photos',
  table: 'user_photos',
  async read(ctx, { userId }) {
    const rows = await ctx.db.selectFrom('user_photos').selectAll().where('user_id', '=', userId).execute()
    return Promise.all(
      rows.map(async (row) => ({
        name: row.name,
        createdAt: row.created_at,
        base64: (await readPhotoFile(ctx, row))?.toString('base64') ?? null,
      })),
    )
  },
  // Its file is deleted within two hours: no transaction waits for object storage.
  erase: ({ db }, { userId }) => deleteByUser(db, 'user_photos', userId),
}

const mailLinks: AccountRecord = {
  name: 'mailLinks',
  table: 'account_tokens',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('account_tokens')
      .select(['purpose', 'email', 'created_at as createdAt', 'expires_at as expiresAt'])
      .select(['used_at as usedAt', 'replaced_at as replacedAt'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
  erase: ({ db }, { userId }) => deleteByUser(db, 'account_tokens', userId),
}

const savedStores: AccountRecord = {
  name: 'savedStores',
  table: 'saved_stores',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('saved_stores as saved')
      .innerJoin('stores', 'stores.id', 'saved.store_id')
      .select(['stores.name', 'stores.domain', 'saved.notes', 'saved.tags'])
      .select(['saved.is_favorite as isFavorite', 'saved.created_at as createdAt'])
      .select('saved.updated_at as updatedAt')
      .where('user_id', '=', userId)
      .orderBy('saved.id')
      .execute(),
  erase: ({ db }, { userId }) => deleteByUser(db, 'saved_stores', userId),
}

const savedProducts: AccountRecord = {
  name: 'savedProducts',
  table: 'saved_products',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('saved_products as saved')
      .innerJoin('products', (join) =>
        join
          .onRef('products.store_id', '=', 'saved.store_id')
          .onRef('products.product_id', '=', 'saved.product_id'),
      )
      .innerJoin('stores', 'stores.id', 'saved.store_id')
      .select(['products.title', 'stores.domain', 'saved.notes', 'saved.tags'])
      .select(['saved.is_favorite as isFavorite', 'saved.created_at as createdAt'])
      .select('saved.updated_at as updatedAt')
      .where('user_id', '=', userId)
      .orderBy('saved.id')
      .execute(),
  erase: ({ db }, { userId }) => deleteByUser(db, 'saved_products', userId),
}

const savedSearches: AccountRecord = {
  name: 'savedSearches',
  table: 'saved_searches',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('saved_searches')
      .select(['name', 'view', 'query', 'mails', 'instant', 'webhooks'])
      .select(['mailed_at as mailedAt', 'seen_at as seenAt'])
      .select(['created_at as createdAt', 'updated_at as updatedAt'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  // The searches first: a run in progress locks its search and would leave its hits behind.
  async erase({ db }, { userId }) {
    const searches = await db
      .deleteFrom('saved_searches')
      .where('user_id', '=', userId)
      .returning('id')
      .execute()
    const ids = searches.map(({ id }) => id)
    if (ids.length > 0) await db.deleteFrom('saved_search_hits').where('search_id', 'in', ids).execute()
  },
}

/** Never the sealed secret: it is useless to its owner. */
const webhooks: AccountRecord = {
  name: 'webhooks',
  table: 'webhooks',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('webhooks')
      .select(['url', 'created_at as createdAt', 'failing_since as failingSince', 'paused_at as pausedAt'])
      .select(['last_attempt_at as lastAttemptAt', 'last_status as lastStatus'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
  // After the searches: a run in progress locks its search and would leave deliveries behind.
  async erase({ db }, { userId }) {
    const erased = await db.deleteFrom('webhooks').where('user_id', '=', userId).returning('id').execute()
    const ids = erased.map(({ id }) => id)
    if (ids.length > 0) await db.deleteFrom('webhook_deliveries').where('webhook_id', 'in', ids).execute()
  },
}

/** Never the digest of an address: it is useless to its owner. */
const feeds: AccountRecord = {
  name: 'feeds',
  table: 'feeds',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('feeds')
      .leftJoin('saved_searches', 'saved_searches.id', 'feeds.search_id')
      .select([
        'saved_searches.name as savedSearch',
        'feeds.created_at as createdAt',
        'feeds.read_at as readAt',
      ])
      .where('feeds.user_id', '=', userId)
      .orderBy('feeds.created_at')
      .execute(),
  erase: ({ db }, { userId }) => deleteByUser(db, 'feeds', userId),
}

const digests: AccountRecord = {
  name: 'digests',
  table: 'digests',
  read: ({ db }, { userId }) =>
    db.selectFrom('digests').select(['week', 'at']).where('user_id', '=', userId).orderBy('week').execute(),
  erase: ({ db }, { userId }) => deleteByUser(db, 'digests', userId),
}

/** Never the hash of a ticket: it is useless to its owner. */
const exportTickets: AccountRecord = {
  name: 'exports',
  table: 'export_tickets',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('export_tickets')
      .select(sql<unknown>`request -> 'request'`.as('request'))
      .select(['created_at as createdAt', 'expires_at as expiresAt', 'used_at as usedAt'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
  erase: ({ db }, { userId }) => deleteByUser(db, 'export_tickets', userId),
}

const exportUsage: AccountRecord = {
  name: 'exportedRows',
  table: 'export_usage',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('export_usage')
      .select(['day', 'rows'])
      .where('user_id', '=', userId)
      .orderBy('day')
      .execute(),
  erase: ({ db }, { userId }) => deleteByUser(db, 'export_usage', userId),
}

const contactUsage: AccountRecord = {
  name: 'contactsShown',
  table: 'contact_usage',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('contact_usage')
      .select(['day', 'stores'])
      .where('user_id', '=', userId)
      .orderBy('day')
      .execute(),
  erase: ({ db }, { userId }) => deleteByUser(db, 'contact_usage', userId),
}

const shownContacts: AccountRecord = {
  name: 'storesWithContactsShown',
  table: 'shown_contacts',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('shown_contacts')
      .select(['day', 'store_id as storeId'])
      .where('user_id', '=', userId)
      .orderBy('day')
      .orderBy('store_id')
      .execute(),
  erase: ({ db }, { userId }) => deleteByUser(db, 'shown_contacts', userId),
}

/** Events stay countable; the person is removed from them. */
const auditEvents: AccountRecord = {
  name: 'auditEvents',
  table: 'audit_events',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('audit_events')
      .select(['at', 'kind', 'network', 'detail', 'times'])
      .where('user_id', '=', userId)
      .orderBy('at')
      .execute(),
  async erase({ db }, { userId }) {
    await db
      .updateTable('audit_events')
      .set({ user_id: null, network: null, detail: '{}', shared_key: null })
      .where('user_id', '=', userId)
      .execute()
  },
}

/** The spelling of `emailKeyOf`, computed by the database. */
const keyOfRecipient = sql`translate(normalize(recipient, nfc), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')`
const isMailOf = ({ userId, emailKey }: AccountKeys) =>
  sql<boolean>`(user_id = ${userId} or (user_id is null and ${keyOfRecipient} = ${emailKey}))`

const waitingMails: AccountRecord = {
  name: 'waitingMails',
  table: 'outgoing_mails',
  read: ({ db }, keys) =>
    db
      .selectFrom('outgoing_mails')
      .select(['kind', 'recipient', 'language', 'created_at as createdAt'])
      .where(isMailOf(keys))
      .orderBy('created_at')
      .execute(),
  async erase({ db }, keys) {
    await db.deleteFrom('outgoing_mails').where(isMailOf(keys)).execute()
  },
}

/** Counters of attempts are keyed by the account's id or a digest of its address. */
const isCounterOf = ({ userId, emailKey }: AccountKeys) => {
  const digest = hashEmail(emailKey)
  return sql`(position(${userId}::text in key) > 0 or position(${digest}::text in key) > 0)`
}

const attemptCounters: AccountRecord = {
  name: 'attemptCounters',
  table: 'request_limits',
  async read({ db }, keys) {
    const { rows } = await sql<{ counter: string; points: number }>`
      select split_part(key, ':', 1) as counter, points from request_limits where ${isCounterOf(keys)} order by key collate "C"`.execute(
      db,
    )
    return rows
  },
  async erase({ db }, keys) {
    await sql`delete from request_limits where ${isCounterOf(keys)}`.execute(db)
  },
}

/** In the order of erasure. A domain that stores data about a person adds its record here. */
export const accountRecords: readonly AccountRecord[] = [
  sessions,
  apiKeys,
  identities,
  photos,
  savedStores,
  savedProducts,
  feeds,
  savedSearches,
  webhooks,
  digests,
  operators,
  exportTickets,
  exportUsage,
  contactUsage,
  shownContacts,
  mailLinks,
  ...addressRecords,
  ...billingRecords,
  waitingMails,
  attemptCounters,
  auditEvents,
]

async function deleteByUser(
  db: Db,
  table:
    | 'sessions'
    | 'api_keys'
    | 'operators'
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
