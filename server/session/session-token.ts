import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod'

const ALGORITHM = 'HS256'
/** A type of its own: no other token of ours passes for a session, and a session for no other token. */
const TYPE = 'storedawn-session+jwt'
const ISSUER = 'storedawn'
const AUDIENCE = 'storedawn-api'
const CLOCK_TOLERANCE_SECONDS = 60
const MAX_TOKEN_LENGTH = 1024

const SessionId = z.uuid()

type TokenParts = { secret: Uint8Array; now: () => Date }

/** `foreign` is everything that we did not sign. Whether a session still counts, its row decides. */
export type TokenReading = { kind: 'session'; sessionId: string } | { kind: 'expired' } | { kind: 'foreign' }

export async function signSessionToken(
  { secret, now }: TokenParts,
  sessionId: string,
  expiresAt: Date,
): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setJti(sessionId)
    .setIssuedAt(now())
    .setExpirationTime(expiresAt)
    .sign(secret)
}

export async function readSessionToken({ secret, now }: TokenParts, token: string): Promise<TokenReading> {
  if (token.length > MAX_TOKEN_LENGTH) return { kind: 'foreign' }
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['jti', 'exp'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: now(),
    })
    return { kind: 'session', sessionId: SessionId.parse(payload.jti) }
  } catch (error) {
    // jose looks at the claims only after the signature held.
    return error instanceof errors.JWTExpired ? { kind: 'expired' } : { kind: 'foreign' }
  }
}
