import { randomUUID } from 'node:crypto'
import type { AppContext, Db } from '#server/context.ts'
import { authenticationRequired, sessionExpired } from '#server/errors.ts'
import { findViewer } from './find-viewer.ts'
import { REMEMBERED_SESSION_MS, SESSION_MS } from './session-lifetime.ts'
import { hashSessionSecret } from './session-id.ts'
import { createTokenReader, signSessionToken } from './session-token.ts'
import type { Viewer } from './viewer.ts'

const MAX_USER_AGENT_LENGTH = 300

type OpenInput = { userId: string; rememberMe: boolean; userAgent: string | null; network: string | null }
type NewSession = { token: string; sessionId: string }

/** To change sessions inside a transaction, pass its `db`: the change takes effect only if it commits. */
export type Sessions = {
  open: (db: Db, input: OpenInput) => Promise<NewSession>
  /** @throws AppError `authentication_required` for a foreign token, `session_expired` for an ended session */
  find: (token: string, options?: { notesUse?: boolean }) => Promise<Viewer>
  revoke: (db: Db, sessionId: string) => Promise<void>
  /** Ends every session of the account except `keep`. */
  revokeAll: (db: Db, userId: string, options?: { keep?: string }) => Promise<void>
  /** The same session under a new token: same device, same expiry; the old token stops working. */
  rotate: (db: Db, sessionId: string) => Promise<NewSession>
}

export function createSessions(ctx: Pick<AppContext, 'db' | 'keyring' | 'now'>): Sessions {
  const parts = { keys: ctx.keyring.accepted('session'), now: ctx.now }
  const readToken = createTokenReader(parts)
  return {
    async open(db, input) {
      const secret = randomUUID()
      const sessionId = hashSessionSecret(secret)
      const expiresAt = await insertSession(db, ctx.now(), sessionId, input)
      return { token: await signSessionToken(parts, secret, expiresAt), sessionId }
    },
    async find(token, options) {
      const reading = await readToken(token)
      if (reading.kind === 'foreign') throw authenticationRequired()
      if (reading.kind === 'expired') throw sessionExpired()
      return findViewer(ctx, hashSessionSecret(reading.secret), options)
    },
    revoke: (db, sessionId) => revokeSession(db, sessionId, ctx.now()),
    revokeAll: (db, userId, { keep } = {}) => revokeAll(db, userId, keep, ctx.now()),
    async rotate(db, sessionId) {
      const secret = randomUUID()
      const newId = hashSessionSecret(secret)
      const expiresAt = await copySession(db, sessionId, newId, ctx.now())
      await revokeSession(db, sessionId, ctx.now())
      return { token: await signSessionToken(parts, secret, expiresAt), sessionId: newId }
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

/** @throws AppError `session_expired` when it was revoked meanwhile */
async function copySession(db: Db, from: string, to: string, now: Date): Promise<Date> {
  const old = await db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', from)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!old) throw sessionExpired()
  await db
    .insertInto('sessions')
    .values({ ...old, id: to, last_used_at: now })
    .execute()
  return old.expires_at
}

async function revokeSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
}

async function revokeAll(db: Db, userId: string, keep: string | undefined, now: Date): Promise<void> {
  let open = db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
  if (keep !== undefined) open = open.where('id', '<>', keep)
  await open.execute()
}
