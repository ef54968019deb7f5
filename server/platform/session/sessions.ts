import type { UserId } from '#contracts/ids.ts'
import { hash, randomUUID } from 'node:crypto'
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { authenticationRequired, sessionExpired } from '#server/platform/errors.ts'
import { findViewer, REMEMBERED_SESSION_MS, SESSION_MS, type Viewer } from './viewer.ts'

const MAX_USER_AGENT_LENGTH = 300

type OpenInput = {
  userId: UserId
  rememberMe: boolean
  userAgent: string | null
  network: string | null
}
type NewSession = { token: string; sessionId: string }

/**
 * To change sessions inside a transaction, pass its `db`: the change takes effect only if it
 * commits.
 */
export type Sessions = {
  open: (db: Db, input: OpenInput) => Promise<NewSession>
  /**
   * @throws AppError `authentication_required` for a foreign token, `session_expired` for an ended
   * session
   */
  find: (token: string, options?: { recordsUse?: boolean }) => Promise<Viewer>
  revoke: (db: Db, sessionId: string) => Promise<void>
  /** Ends every session of the account except `keep`. */
  revokeAll: (db: Db, userId: UserId, options?: { keep?: string }) => Promise<void>
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
      return findViewer(ctx, reading.sessionId, options)
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

async function revokeAll(
  db: Db,
  userId: UserId,
  keep: string | undefined,
  now: Date,
): Promise<void> {
  let open = db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
  if (keep !== undefined) open = open.where('id', '<>', keep)
  await open.execute()
}

export const proveSession = ({ db, now }: Pick<AppContext, 'db' | 'now'>, sessionId: string) =>
  db.updateTable('sessions').set({ proven_at: now() }).where('id', '=', sessionId).execute()

/** Until when open sessions, one or all of an account, may use the operator console. */
export const setOperatorUntil = (
  db: Db,
  whose: { id: string } | { user_id: UserId },
  until: Date | null,
) =>
  db
    .updateTable('sessions')
    .set({ operator_until: until })
    .where((where) => where.and({ ...whose }))
    .where('revoked_at', 'is', null)
    .execute()

const ALGORITHM = 'HS256'
/** A separate type: other tokens are not accepted as a session, nor a session as another token. */
const TYPE = 'storedawn-session+jwt'
const ISSUER = 'storedawn'
const AUDIENCE = 'storedawn-api'
const CLOCK_TOLERANCE_SECONDS = 60
const MAX_TOKEN_LENGTH = 1024

const SessionSecret = z.uuid()

/** The first key signs, each verifies. */
type TokenParts = { keys: readonly Uint8Array[]; now: () => Date }

/**
 * `foreign` is any token that we did not sign. The session's row decides whether it is still valid.
 */
type TokenReading =
  | { kind: 'session'; sessionId: string }
  | { kind: 'expired' }
  | { kind: 'foreign' }

export async function signSessionToken(
  { keys: [key], now }: TokenParts,
  secret: string,
  expiresAt: Date,
): Promise<string> {
  if (!key) throw new Error('no signing key')
  return new SignJWT({})
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setJti(secret)
    .setIssuedAt(now())
    .setExpirationTime(expiresAt)
    .sign(key)
}

export async function readSessionToken(
  { keys, now }: TokenParts,
  token: string,
): Promise<TokenReading> {
  if (token.length > MAX_TOKEN_LENGTH) return { kind: 'foreign' }
  for (const key of keys) {
    const reading = await readSignedBy(key, token, now())
    if (reading.kind !== 'foreign') return reading
  }
  return { kind: 'foreign' }
}

async function readSignedBy(key: Uint8Array, token: string, now: Date): Promise<TokenReading> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['jti', 'exp'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: now,
    })
    return { kind: 'session', sessionId: hashSessionSecret(SessionSecret.parse(payload.jti)) }
  } catch (error) {
    // jose checks the claims only after the signature.
    return error instanceof errors.JWTExpired ? { kind: 'expired' } : { kind: 'foreign' }
  }
}

const MAX_CACHED_TOKENS = 5_000

/**
 * Reads tokens and caches which of them we signed: a valid signature stays valid. Each call checks
 * the expiry again, and the session's row decides the rest.
 */
export function createTokenReader(parts: TokenParts): (token: string) => Promise<TokenReading> {
  const cache = new LRUCache<string, { reading: TokenReading; expiresAtMs: number }>({
    max: MAX_CACHED_TOKENS,
  })
  return async (token) => {
    const known = cache.get(token)
    if (known && parts.now().getTime() < known.expiresAtMs) return known.reading
    const reading = await readSessionToken(parts, token)
    if (reading.kind === 'session')
      cache.set(token, { reading, expiresAtMs: (decodeJwt(token).exp ?? 0) * 1000 })
    return reading
  }
}

const UUID_HEX_DIGITS = 32

/**
 * The id of a session's row, derived from the secret in its token: a copy of the database is not
 * enough to make a token. A UUID of version 8 (RFC 9562, 5.8), because columns and calls know ids
 * in that form.
 */
export function hashSessionSecret(secret: string): string {
  const digits = hash('sha256', secret, 'hex').slice(0, UUID_HEX_DIGITS)
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/.exec(digits) ?? []
  return `${a}-${b}-8${c}-8${d}-${e}`
}
