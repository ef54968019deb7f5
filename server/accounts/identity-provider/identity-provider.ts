import { errors, jwtVerify } from 'jose'
import * as z from 'zod'
import type { AppContext } from '#server/platform/context.ts'
import { type Attempts, createAttempts } from './attempts.ts'
import { createIssuer, type Issuer } from './issuer.ts'

export type IdentityProvider = Issuer & {
  clientId: string
  issuer: string
  name: string
  attempts: Attempts
}

type Deps = Pick<AppContext, 'config' | 'keyring' | 'log' | 'now'>

export function createIdentityProvider(deps: Deps): IdentityProvider | null {
  const { GOOGLE_CLIENT_ID: clientId, OIDC_ISSUER: issuer, OIDC_NAME: name } = deps.config
  if (!clientId) return null
  return { clientId, issuer, name, attempts: createAttempts(deps), ...createIssuer(deps, clientId) }
}

/** No algorithm with a shared secret: our only secret with the provider would be public. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA']
const CLOCK_TOLERANCE_SECONDS = 60
const GOOGLE = 'https://accounts.google.com'

const Claims = z.object({
  sub: z.string().min(1).max(255),
  aud: z.union([z.string(), z.array(z.string()).length(1)]),
  azp: z.string().optional(),
  nonce: z.string().max(512),
  email: z.string().max(320),
  email_verified: z.boolean(),
  given_name: z.string().optional().catch(undefined),
  family_name: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
})
export type IdClaims = z.infer<typeof Claims>

type IdTokenReading =
  | { kind: 'right'; claims: IdClaims }
  /** `reason` is for the log only. */
  | { kind: 'refused'; reason: string }

type VerifyDeps = {
  provider: Pick<IdentityProvider, 'clientId' | 'issuer' | 'findKey'>
  now: () => Date
}

/** OpenID Connect Core 1.0, 3.1.3.7, but for the nonce: the caller knows whose it has to be. */
export async function verifyIdToken(
  { provider, now }: VerifyDeps,
  idToken: string,
): Promise<IdTokenReading> {
  if (!isCompactJws(idToken)) return refused('malformed')
  try {
    const { payload, protectedHeader } = await jwtVerify(idToken, provider.findKey, {
      algorithms: ALGORITHMS,
      issuer: issuersOf(provider.issuer),
      audience: provider.clientId,
      requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: now(),
    })
    const { typ = 'JWT' } = protectedHeader
    // Providers sign other tokens with the same keys, such as access tokens.
    if (typ.toUpperCase() !== 'JWT') return refused('other_type')
    return checkClaims(provider, Claims.safeParse(payload).data)
  } catch (error) {
    return refused(reasonOf(error))
  }
}

/**
 * Refuses padding, spaces, line ends and unused bits, which decoders forgive: each token has one
 * spelling.
 */
function isCompactJws(text: string): boolean {
  const parts = text.split('.')
  const isPlain = (part: string) =>
    part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part
  return parts.length === 3 && parts.every(isPlain)
}

function checkClaims(
  { clientId }: Pick<IdentityProvider, 'clientId'>,
  claims: IdClaims | undefined,
): IdTokenReading {
  if (!claims) return refused('claims')
  if (claims.azp !== undefined && claims.azp !== clientId) return refused('other_party')
  if (!claims.email_verified) return refused('email_unverified')
  return { kind: 'right', claims }
}

const refused = (reason: string): IdTokenReading => ({ kind: 'refused', reason })

/** Google's tokens give the issuer with or without the scheme, according to its documentation. */
const issuersOf = (issuer: string): string[] => {
  const bare = issuer.replace(/\/$/, '')
  return [
    ...new Set([issuer, bare, `${bare}/`, ...(bare === GOOGLE ? ['accounts.google.com'] : [])]),
  ]
}

/** The key list could not be fetched, or is invalid. */
const UNAVAILABLE = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID', 'ERR_JWKS_TIMEOUT'])

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWTClaimValidationFailed) return `claim_${error.claim}`
  if (error instanceof errors.JOSEAlgNotAllowed) return 'algorithm'
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature'
  if (error instanceof errors.JWKSNoMatchingKey) return 'unknown_key'
  return error instanceof errors.JOSEError && !UNAVAILABLE.has(error.code)
    ? 'malformed'
    : 'keys_unavailable'
}
