import { type Insertable, type Selectable, sql } from 'kysely'
import type { Role } from '#contracts/accounts/auth.ts'
import { HOUR_MS } from '#contracts/dates.ts'
import type { UserId } from '#contracts/ids.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { ApiKeys, Users } from '#server/platform/db/account-schema.ts'
import { createBatchLoader } from '#server/platform/db/batch-loader.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { authenticationRequired, planRequired, sessionExpired } from '#server/platform/errors.ts'
import { hashOfToken, isWellFormedToken } from '#server/platform/secrets/opaque-token.ts'

/**
 * The caller: read from the database on every request, so that a role change takes effect at once.
 */
export type Viewer = {
  userId: UserId
  /** Null for a call with an API key. */
  sessionId: string | null
  role: Role
  email: string
  firstName: string
  lastName: string
  pictureUrl: string | null
  /** False for accounts that only ever signed in through the identity provider. */
  hasPassword: boolean
  emailKey: string
  /**
   * When this session began or the API key was created, and when the session's person last proved
   * their identity since.
   */
  signedInAt: Date
  provenAt: Date | null
  operatorUntil: Date | null
  /**
   * When the account was created, its last recorded call, and the end of the previous stay: see
   * `accounts/account-state.ts`.
   */
  memberSince: Date
  stayedUntil: Date | null
  previousStayUntil: Date | null
  markRevisions: MarkRevisions
}

/**
 * For each kind of mark that the account ever made what changes with its marks, so that copies of
 * them know whether they are current. Null for none.
 */
export type MarkRevisions = Readonly<Record<string, string>> | null

/** For a statement that reads a row, those of the account that owns it. */
export const markRevisionsOf = (owner: string) => sql<MarkRevisions>`(
  select jsonb_object_agg(kind, revision) from mark_revisions where user_id = ${sql.ref(owner)})`

export const isPaid = (viewer: Viewer): boolean => viewer.role !== 'GUEST'

/**
 * Reads the session after the request arrived, together with the sessions of simultaneous requests,
 * so that a sign-out or a role change takes effect at once in every process.
 */
export async function findViewer(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  sessionId: string,
  { recordsUse = true }: { recordsUse?: boolean } = {},
): Promise<Viewer> {
  const row = await selectSession(db, sessionId)
  if (!row || row.deletion_requested_at || !isSessionActive(row, now())) throw sessionExpired()
  if (recordsUse && isUseWorthRecording(row, now())) await recordUse(db, sessionId, now())
  const { created_at: signedInAt, proven_at: provenAt, operator_until: operatorUntil } = row
  return { ...presentOwner(row, now()), sessionId, signedInAt, provenAt, operatorUntil }
}

/** Besides the session or the API key. */
const ownerColumns = [
  'users.id',
  'users.role',
  'users.email',
  'users.email_key',
  'users.first_name',
  'users.last_name',
  'users.picture_url',
  'users.plan_until',
  'users.deletion_requested_at',
  'users.created_at as member_since',
  'users.stayed_until',
  'users.previous_stay_until',
] as const

const ownerFacts = [
  // The hash itself is read only where a password is checked.
  sql<boolean>`users.password_hash is not null`.as('has_password'),
  // Here, because nearly every list needs them: a statement of their own would cost as much again.
  markRevisionsOf('users.id').as('mark_revisions'),
]

const presentOwner = (row: OwnerRow, now: Date) => ({
  userId: row.id,
  role: roleAt(row, now),
  email: row.email,
  emailKey: row.email_key,
  firstName: row.first_name,
  lastName: row.last_name,
  pictureUrl: row.picture_url,
  hasPassword: row.has_password,
  memberSince: row.member_since,
  stayedUntil: row.stayed_until,
  previousStayUntil: row.previous_stay_until,
  markRevisions: row.mark_revisions,
})

type OwnerRow = Omit<
  NonNullable<Awaited<ReturnType<typeof selectKey>>>,
  'key_id' | 'created_at' | 'last_used_at' | 'locked_at'
>

/**
 * The role in force, which also decides what mails and feeds may tell. The paid or granted time
 * ends at that moment, even before the provider reports it; the row keeps the role.
 */
export const roleAt = (
  { role, plan_until: planUntil }: Pick<Selectable<Users>, 'role' | 'plan_until'>,
  now: Date,
): Role => (planUntil !== null && planUntil <= now ? 'GUEST' : role)

const selectSessions = prepared('sessions_with_users', (db, ids: string[]) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id as session_id', 'sessions.last_used_at', 'sessions.expires_at'])
    .select(['sessions.revoked_at'])
    .select(['sessions.created_at', 'sessions.proven_at', 'sessions.operator_until'])
    .select(ownerColumns)
    .select(ownerFacts)
    .where(sql<boolean>`sessions.id = any(${ids}::uuid[])`),
)

const selectSession = createBatchLoader(async (db: Db, ids: readonly string[]) => {
  const rows = await selectSessions(db, [...new Set(ids)])
  const byId = new Map(rows.map((row) => [row.session_id, row]))
  return ids.map((id) => byId.get(id))
})

/** Never moves backwards: two requests may be recorded in the opposite order. */
async function recordUse(db: Db, sessionId: string, at: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: at })
    .where('id', '=', sessionId)
    .where('last_used_at', '<', at)
    .execute()
}

export const API_KEY_PREFIX = 'sdk_'

export const isApiKey = (token: string): boolean => token.startsWith(API_KEY_PREFIX)

/**
 * The owner of an API key, read from the database on every request: a deleted key, a locked account
 * or an ended plan takes effect at once.
 * @throws AppError `authentication_required`
 */
export async function findKeyOwner(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  key: string,
): Promise<Viewer> {
  const row = isWellFormedToken(API_KEY_PREFIX, key)
    ? await selectKey(db, hashOfToken(key))
    : undefined
  if (!row || row.deletion_requested_at || row.locked_at) throw authenticationRequired()
  if (isUseWorthRecording(row, now())) await recordKeyUse(db, row.key_id, now())
  return {
    ...presentOwner(row, now()),
    sessionId: null,
    signedInAt: row.created_at,
    provenAt: null,
    operatorUntil: null,
  }
}

const selectKey = (db: Db, hash: string) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select([
      'api_keys.id as key_id',
      'api_keys.created_at',
      'api_keys.last_used_at',
      'users.locked_at',
    ])
    .select(ownerColumns)
    .select(ownerFacts)
    .where('api_keys.token_hash', '=', hash)
    .executeTakeFirst()

export const insertApiKey = (db: Db, row: Insertable<ApiKeys>) =>
  db.insertInto('api_keys').values(row).returningAll().executeTakeFirstOrThrow()

/** Never moves backwards: two requests may be recorded in the opposite order. */
async function recordKeyUse(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .where((on) => on.or([on('last_used_at', 'is', null), on('last_used_at', '<', at)]))
    .execute()
}

export const SESSION_MS = 12 * HOUR_MS
export const REMEMBERED_SESSION_MS = 30 * 24 * HOUR_MS

/** The last use is only displayed, so one small write per minute and session or key is enough. */
const RECORD_USE_EVERY_MS = 60_000

type Times = { expires_at: Date; revoked_at: Date | null }

export const isSessionActive = ({ expires_at, revoked_at }: Times, now: Date): boolean =>
  revoked_at === null && expires_at > now

const isUseWorthRecording = (
  { last_used_at: last }: { last_used_at: Date | null },
  now: Date,
): boolean => last === null || now.getTime() - last.getTime() >= RECORD_USE_EVERY_MS

/**
 * Verbs call these first, even when another verb calls them.
 * @throws AppError `authentication_required`
 */
export function requireViewer({ viewer }: { viewer: Viewer | null }): Viewer {
  if (!viewer) throw authenticationRequired()
  return viewer
}

/**
 * For what belongs to the session itself.
 * @throws AppError `authentication_required`, also for an API key
 */
export function requireSession(ctx: { viewer: Viewer | null }): Viewer & { sessionId: string } {
  const viewer = requireViewer(ctx)
  const { sessionId } = viewer
  if (sessionId === null) throw authenticationRequired()
  return { ...viewer, sessionId }
}

/** @throws AppError `authentication_required` or `plan_required` */
export function requirePaid(ctx: { viewer: Viewer | null }): Viewer {
  const viewer = requireViewer(ctx)
  if (!isPaid(viewer)) throw planRequired()
  return viewer
}
