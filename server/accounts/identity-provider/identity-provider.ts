import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createLocalJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod'
import { HOUR_MS, MINUTE_MS } from '#contracts/dates.ts'
import { createStaleWhileErrorCache } from '#server/platform/async-cache.ts'
import type { AppContext } from '#server/platform/context.ts'

const MIN_INTERVAL_MS = 10_000
const MAX_KEYS = 100

const Discovery = z.object({
  issuer: z.string().max(500),
  authorization_endpoint: z.url({ protocol: /^https?$/ }).max(2_000),
  jwks_uri: z.url({ protocol: /^https?$/ }).max(2_000),
})
type Discovery = z.infer<typeof Discovery>

const PUBLIC_KINDS = new Set(['RSA', 'EC', 'OKP'])

/** Public keys only: a shared secret in this list would let every reader of it issue tokens. */
const Jwks = z.object({
  keys: z
    .array(z.looseObject({ kty: z.string() }))
    .max(MAX_KEYS)
    .transform((keys) =>
      keys.filter(({ kty, use = 'sig' }) => PUBLIC_KINDS.has(kty) && use === 'sig'),
    ),
})

export type IdentityProvider = {
  clientId: string
  issuer: string
  name: string
  nonces: Nonces
  /** @throws Error when the provider does not answer, and has not answered today */
  authorizationEndpoint: () => Promise<string>
  /**
   * The key that signed a token. @throws JOSEError when the provider lists no such key, Error when
   * the keys cannot be fetched
   */
  findKey: JWTVerifyGetKey
}

type Deps = Pick<AppContext, 'config' | 'keyring' | 'log' | 'now'>

/**
 * The configured provider, or null: then this sign-in is not offered. It asks the issuer only on
 * the first sign-in.
 */
export function createIdentityProvider({
  config,
  keyring,
  log,
  now,
}: Deps): IdentityProvider | null {
  const { GOOGLE_CLIENT_ID: clientId, OIDC_ISSUER: issuer, OIDC_NAME: name } = config
  if (!clientId) return null
  const cacheAnswer = <Value>(what: string, freshMs: number, load: () => Promise<Value>) =>
    createStaleWhileErrorCache({
      load,
      now,
      freshMs,
      maxAgeMs: 24 * HOUR_MS,
      minIntervalMs: MIN_INTERVAL_MS,
      onFailure: (err) =>
        log.warn(
          { event: 'identity.unreachable', what, err },
          'the identity provider did not answer',
        ),
    })
  const discovery = cacheAnswer('discovery', HOUR_MS, () => readIssuer(issuer))
  const keys = cacheAnswer('keys', 10 * MINUTE_MS, async () =>
    createLocalJWKSet(Jwks.parse(await fetchJson((await discovery.current()).jwks_uri))),
  )
  return {
    clientId,
    issuer,
    name,
    nonces: createNonces({ keys: keyring.accepted('identity'), now }),
    authorizationEndpoint: async () => (await discovery.current()).authorization_endpoint,
    findKey: async (header, token) => {
      try {
        return await (
          await keys.current()
        )(header, token)
      } catch (error) {
        // Providers rotate their keys; an unknown one may be new.
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
        return (await keys.refreshed())(header, token)
      }
    },
  }
}

const withoutSlash = (url: string) => url.replace(/\/$/, '')

/**
 * OpenID Connect Discovery 1.0, 4.3: the document must be the issuer's own, and must not lead from
 * https to http.
 */
export async function readIssuer(issuer: string): Promise<Discovery> {
  const found = Discovery.parse(
    await fetchJson(`${withoutSlash(issuer)}/.well-known/openid-configuration`),
  )
  if (withoutSlash(found.issuer) !== withoutSlash(issuer))
    throw new Error(`the discovery document belongs to ${found.issuer}`)
  const leavesTls = [found.authorization_endpoint, found.jwks_uri].some((url) =>
    url.startsWith('http:'),
  )
  if (issuer.startsWith('https:') && leavesTls)
    throw new Error('the discovery document names an address without TLS')
  return found
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

export type IdTokenReading =
  | { kind: 'right'; claims: IdClaims; nonceExpiresAt: Date }
  /** `reason` is for the log only. */
  | { kind: 'refused'; reason: string }

type VerifyDeps = { provider: IdentityProvider; now: () => Date }

/**
 * OpenID Connect Core 1.0, 3.2.2.11 and 3.1.3.7. It does not check whether the nonce was used
 * before.
 */
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
  { clientId, nonces }: IdentityProvider,
  claims: IdClaims | undefined,
): IdTokenReading {
  if (!claims) return refused('claims')
  if (claims.azp !== undefined && claims.azp !== clientId) return refused('other_party')
  if (!claims.email_verified) return refused('email_unverified')
  const nonce = nonces.read(claims.nonce)
  if (nonce.kind !== 'ours') return refused(`nonce_${nonce.kind}`)
  return { kind: 'right', claims, nonceExpiresAt: nonce.expiresAt }
}

const refused = (reason: string): IdTokenReading => ({ kind: 'refused', reason })

/** Google's tokens give the issuer with or without the scheme, according to its documentation. */
const issuersOf = (issuer: string): string[] => {
  const bare = issuer.replace(/\/$/, '')
  return [
    ...new Set([issuer, bare, `${bare}/`, ...(bare === GOOGLE ? ['accounts.google.com'] : [])]),
  ]
}

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWTClaimValidationFailed) return `claim_${error.claim}`
  if (error instanceof errors.JOSEAlgNotAllowed) return 'algorithm'
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature'
  if (error instanceof errors.JWKSNoMatchingKey) return 'unknown_key'
  return error instanceof errors.JOSEError ? 'malformed' : 'keys_unavailable'
}

const LIFETIME_MS = 10 * 60_000
const RANDOM_BYTES = 18
const FORMAT = /^([0-9a-z]{8,10})\.([\w-]{24})\.([\w-]{43})$/

export type NonceReading =
  | { kind: 'ours'; expiresAt: Date }
  | { kind: 'expired' }
  | { kind: 'foreign' }

type Nonces = { issue: () => string; read: (nonce: string) => NonceReading }

/** Sealed, not stored: starting a sign-in costs no row. Only used nonces are stored. */
export function createNonces({
  keys,
  now,
}: { keys: readonly Uint8Array[] } & Pick<AppContext, 'now'>): Nonces {
  const [current] = keys
  if (!current) throw new Error('no signing key')
  return {
    issue() {
      const expiresMs = (now().getTime() + LIFETIME_MS).toString(36)
      const body = `${expiresMs}.${randomBytes(RANDOM_BYTES).toString('base64url')}`
      return `${body}.${seal(current, body)}`
    },
    read(nonce) {
      const [, expiresMs = '', random = '', signature = ''] = FORMAT.exec(nonce) ?? []
      if (!keys.some((key) => isSame(signature, seal(key, `${expiresMs}.${random}`))))
        return { kind: 'foreign' }
      const expiresAt = new Date(Number.parseInt(expiresMs, 36))
      return expiresAt <= now() ? { kind: 'expired' } : { kind: 'ours', expiresAt }
    },
  }
}

const seal = (key: Uint8Array, body: string) =>
  createHmac('sha256', key).update(`nonce:${body}`).digest('base64url')

const isSame = (signature: string, expected: string): boolean =>
  signature.length === expected.length &&
  timingSafeEqual(Buffer.from(signature), Buffer.from(expected))

const TIMEOUT_MS = 5_000
const MAX_BYTES = 512 * 1024

/**
 * Fetches an address that the operator configured, or that the configured issuer named. The answer
 * is untrusted: its size and time are limited, and the caller parses it.
 * @throws Error for everything but a complete JSON answer with status 200
 */
export async function fetchJson(url: string, timeoutMs = TIMEOUT_MS): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`${url} answered ${response.status}`)
  }
  return JSON.parse(await readText(response, url))
}

async function readText({ body }: Response, url: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    // Leaving the loop cancels the rest; bytes are counted after decompression.
    if (bytes > MAX_BYTES) throw new Error(`${url} answered with more than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
}
