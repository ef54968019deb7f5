import { randomUUID } from 'node:crypto'
import type { AppContext, Db } from '#server/context.ts'
import { readKeptSecret } from '#server/db/kept-secret.ts'
import { authenticationRequired, sessionExpired } from '#server/errors.ts'
import { readSessionToken, signSessionToken } from './session-token.ts'
import type { Viewer } from './viewer.ts'

const HOUR_MS = 60 * 60 * 1000
export const SESSION_MS = 12 * HOUR_MS
export const REMEMBERED_SESSION_MS = 30 * 24 * HOUR_MS
/** `last_used_at` is for people; it need not cost a write per request. */
const USED_NOTE_EVERY_MS = 60_000
const MAX_USER_AGENT_LENGTH = 300

type OpenInput = { userId: string; rememberMe: boolean; userAgent: string | null; network: string | null }

export type Sessions = {
  /** Hand over a transaction's `db`: the session exists only if it commits. */
  open: (db: Db, input: OpenInput) => Promise<{ token: string; sessionId: string }>
  /** @throws AppError `authentication_required` for what is no token of ours, `session_expired` for one that no longer counts */
  find: (token: string) => Promise<Viewer>
  revoke: (db: Db, sessionId: string) => Promise<void>
}

export async function createSessions(ctx: Pick<AppContext, 'db' | 'now'>): Promise<Sessions> {
  const parts = { secret: await readKeptSecret(ctx, 'session_secret'), now: ctx.now }
  return {
    async open(db, input) {
      const sessionId = randomUUID()
      const expiresAt = await insertSession(db, ctx.now(), sessionId, input)
      return { token: await signSessionToken(parts, sessionId, expiresAt), sessionId }
    },
    async find(token) {
      const reading = await readSessionToken(parts, token)
      if (reading.kind === 'foreign') throw authenticationRequired()
      if (reading.kind === 'expired') throw sessionExpired()
      return findViewer(ctx, reading.sessionId)
    },
    async revoke(db, sessionId) {
      await db
        .updateTable('sessions')
        .set({ revoked_at: ctx.now() })
        .where('id', '=', sessionId)
        .where('revoked_at', 'is', null)
        .execute()
    },
  }
}

async function insertSession(
  db: Db,
  now: Date,
  id: string,
  { userId, rememberMe, userAgent, network }: OpenInput,
): Promise<Date> {
  const expiresAt = new Date(now.getTime() + (rememberMe ? REMEMBERED_SESSION_MS : SESSION_MS))
  await db
    .insertInto('sessions')
    .values({
      id,
      user_id: userId,
      remember_me: rememberMe,
      user_agent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
      network,
      created_at: now,
      last_used_at: now,
      expires_at: expiresAt,
    })
    .execute()
  return expiresAt
}

async function findViewer({ db, now }: Pick<AppContext, 'db' | 'now'>, sessionId: string): Promise<Viewer> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.last_used_at', 'sessions.expires_at', 'sessions.revoked_at', 'users.id', 'users.role'])
    .select(['users.email', 'users.first_name', 'users.last_name', 'users.picture_url', 'users.email_key'])
    .select(['users.deletion_requested_at', 'sessions.created_at', 'sessions.proven_at'])
    .select((select) => select('users.password_hash', 'is not', null).as('has_password'))
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst()
  if (!row || row.revoked_at || row.deletion_requested_at || row.expires_at <= now()) throw sessionExpired()
  if (now().getTime() - row.last_used_at.getTime() >= USED_NOTE_EVERY_MS) await noteUse(db, sessionId, now())
  return {
    userId: row.id,
    sessionId,
    role: row.role,
    email: row.email,
    emailKey: row.email_key,
    firstName: row.first_name,
    lastName: row.last_name,
    pictureUrl: row.picture_url,
    hasPassword: Boolean(row.has_password),
    signedInAt: row.created_at,
    provenAt: row.proven_at,
  }
}

async function noteUse(db: Db, sessionId: string, at: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: at }).where('id', '=', sessionId).execute()
}
