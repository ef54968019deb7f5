import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'

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

/** `foreign` is any token that we did not sign. The session's row decides whether it is still valid. */
export type TokenReading = { kind: 'session'; secret: string } | { kind: 'expired' } | { kind: 'foreign' }

export async function signSessionToken(
  { keys: [key], now }: TokenParts,
  secret: string,
  expiresAt: Date,
): Promise<string> {
  if (!key) throw new Error('there is no key to sign with')
  return new SignJWT({})
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setJti(secret)
    .setIssuedAt(now())
    .setExpirationTime(expiresAt)
    .sign(key)
}

export async function readSessionToken({ keys, now }: TokenParts, token: string): Promise<TokenReading> {
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
    return { kind: 'session', secret: SessionSecret.parse(payload.jti) }
  } catch (error) {
    // jose checks the claims only after the signature.
    return error instanceof errors.JWTExpired ? { kind: 'expired' } : { kind: 'foreign' }
  }
}

const MAX_KEPT_TOKENS = 5_000

/**
 * Reads tokens and caches which of them we signed: a valid signature stays valid. Each call checks the expiry again, and the session's row
 * decides the rest.
 */
export function createTokenReader(parts: TokenParts): (token: string) => Promise<TokenReading> {
  const kept = new LRUCache<string, { reading: TokenReading; expiresAtMs: number }>({ max: MAX_KEPT_TOKENS })
  return async (token) => {
    const known = kept.get(token)
    if (known && parts.now().getTime() < known.expiresAtMs) return known.reading
    const reading = await readSessionToken(parts, token)
    if (reading.kind === 'session')
      kept.set(token, { reading, expiresAtMs: (decodeJwt(token).exp ?? 0) * 1000 })
    return reading
  }
}
