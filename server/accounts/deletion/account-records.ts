import { sql } from 'kysely'
import { readPhotoFile } from '#server/accounts/profile/photo-files.ts'
import { describeDevice } from '#server/accounts/sessions/open-session.ts'
import { billingRecords } from '#server/billing/api.ts'
import {
  type AccountKeys,
  type AccountRecord,
  deleteByUser,
} from '#server/platform/account-record.ts'
import { hashEmail } from '#server/platform/mail/email-address.ts'
import { addressRecords } from './address-records.ts'
import { workspaceRecords } from './workspace-records.ts'

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
    db
      .selectFrom('operators')
      .select('created_at as operatorSince')
      .where('user_id', '=', userId)
      .execute(),
  erase: ({ db }, { userId }) => deleteByUser(db, 'operators', userId),
}

/** Never the secret or the recovery codes: they are useless to their owner here. */
const secondFactors: AccountRecord = {
  name: 'secondFactor',
  table: 'second_factors',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('second_factors')
      .select(['created_at as createdAt', 'confirmed_at as onSince'])
      .where('user_id', '=', userId)
      .execute(),
  erase: ({ db }, { userId }) => deleteByUser(db, 'second_factors', userId),
}

const identities: AccountRecord = {
  name: 'identities',
  table: 'identities',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('identities')
      .select([
        'issuer',
        'subject',
        'email',
        'created_at as createdAt',
        'last_used_at as lastUsedAt',
      ])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
  erase: ({ db }, { userId }) => deleteByUser(db, 'identities', userId),
}

const photos: AccountRecord = {
  name: 'photos',
  table: 'user_photos',
  async read(ctx, { userId }) {
    const rows = await ctx.db
      .selectFrom('user_photos')
      .selectAll()
      .where('user_id', '=', userId)
      .execute()
    return Promise.all(
      rows.map(async (row) => ({
        name: row.name,
        createdAt: row.created_at,
        base64: (await readPhotoFile(ctx, row.name))?.toString('base64') ?? null,
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
  secondFactors,
  photos,
  ...workspaceRecords,
  operators,
  mailLinks,
  ...addressRecords,
  ...billingRecords,
  waitingMails,
  attemptCounters,
  auditEvents,
]
