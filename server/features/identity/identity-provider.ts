import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod'
import type { AppContext } from '#server/context.ts'
import { fetchJson } from './fetch-json.ts'
import { keepAnswer } from './kept-answer.ts'
import { createNonces, type Nonces } from './nonces.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const REST_MS = 10_000
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
    .transform((keys) => keys.filter(({ kty, use = 'sig' }) => PUBLIC_KINDS.has(kty) && use === 'sig')),
})

export type IdentityProvider = {
  clientId: string
  issuer: string
  name: string
  nonces: Nonces
  /** @throws Error when the provider does not answer, and has not answered today */
  authorizationEndpoint: () => Promise<string>
  /** The key that signed a token. @throws JOSEError when the provider lists no such key, Error when the keys cannot be fetched */
  findKey: JWTVerifyGetKey
}

type Deps = Pick<AppContext, 'config' | 'keyring' | 'log' | 'now'>

/** The configured provider, or null: then this sign-in is not offered. It asks the issuer only on the first sign-in. */
export function createIdentityProvider({ config, keyring, log, now }: Deps): IdentityProvider | null {
  const { GOOGLE_CLIENT_ID: clientId, OIDC_ISSUER: issuer, OIDC_NAME: name } = config
  if (!clientId) return null
  const keep = <Value>(what: string, freshMs: number, load: () => Promise<Value>) =>
    keepAnswer({
      load,
      now,
      freshMs,
      keptMs: 24 * HOUR_MS,
      restMs: REST_MS,
      onFailure: (err) =>
        log.warn({ event: 'identity.unreachable', what, err }, 'the identity provider did not answer'),
    })
  const discovery = keep('discovery', HOUR_MS, () => discover(issuer))
  const keys = keep('keys', 10 * MINUTE_MS, async () =>
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
        return (await keys.renewed())(header, token)
      }
    },
  }
}

const withoutSlash = (url: string) => url.replace(/\/$/, '')

/** OpenID Connect Discovery 1.0, 4.3: the document must be the issuer's own, and must not lead from https to http. */
async function discover(issuer: string): Promise<Discovery> {
  const found = Discovery.parse(await fetchJson(`${withoutSlash(issuer)}/.well-known/openid-configuration`))
  if (withoutSlash(found.issuer) !== withoutSlash(issuer))
    throw new Error(`the discovery document is that of ${found.issuer}`)
  const leavesTls = [found.authorization_endpoint, found.jwks_uri].some((url) => url.startsWith('http:'))
  if (issuer.startsWith('https:') && leavesTls) throw new Error('the discovery document leads out of TLS')
  return found
}
