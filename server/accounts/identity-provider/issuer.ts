import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod'
import { DAY_MS, MINUTE_MS } from '#contracts/dates.ts'
import { cacheFor } from '#server/platform/async-cache.ts'
import type { AppContext } from '#server/platform/context.ts'

const Address = z.url({ protocol: /^https?$/ }).max(2_000)

const Discovery = z.object({
  issuer: z.string().max(500),
  authorization_endpoint: Address,
  token_endpoint: Address,
  jwks_uri: Address,
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
})
type Discovery = z.infer<typeof Discovery>

type Deps = Pick<AppContext, 'config' | 'log' | 'now'>

export type Issuer = {
  /** @throws Error when the provider does not answer, and has not answered today */
  authorizationEndpoint: () => Promise<string>
  /** @throws JOSEError or Error when the issuer has no such key */
  findKey: JWTVerifyGetKey
  /**
   * Exchanges a code for the ID token (RFC 6749, 4.1.3; RFC 7636, 4.5). Its access token is not
   * kept: we call nothing in the person's name.
   * @throws Error when the provider refuses
   */
  exchangeCode: (grant: { code: string; verifier: string; redirectUri: string }) => Promise<string>
}

/** Asks the issuer only on the first sign-in, and reads its document again after a day. */
export function createIssuer(deps: Deps, clientId: string): Issuer {
  const { OIDC_ISSUER: url, GOOGLE_CLIENT_SECRET: secret } = deps.config
  const read = cacheFor(
    async () => {
      const document = await readIssuer(url)
      return { document, findKey: createKeySet(deps, document.jwks_uri) }
    },
    { forMs: DAY_MS, now: deps.now },
  )
  return {
    authorizationEndpoint: async () => (await read()).document.authorization_endpoint,
    findKey: async (header, token) => (await read()).findKey(header, token),
    async exchangeCode({ code, verifier, redirectUri }) {
      const { document } = await read()
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        client_id: clientId,
        code_verifier: verifier,
      })
      const headers = authenticate(document, { clientId, secret }, body)
      const init = { method: 'POST', headers, body }
      return TokenAnswer.parse(await fetchJson(document.token_endpoint, init)).id_token
    },
  }
}

const TokenAnswer = z.object({ id_token: z.string().max(8_192) })

type Client = { clientId: string; secret: string | undefined }

/** RFC 6749, 2.3.1. A public client is known by its verifier alone. */
function authenticate(
  { token_endpoint_auth_methods_supported: methods }: Discovery,
  { clientId, secret }: Client,
  body: URLSearchParams,
): Record<string, string> {
  if (secret === undefined) return {}
  if (methods.includes('client_secret_basic')) {
    const pair = [clientId, secret].map(encodeURIComponent).join(':')
    return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
  }
  body.set('client_secret', secret)
  return {}
}

const RELOAD_AFTER_MS = 10 * MINUTE_MS
const COOLDOWN_MS = 10_000

/**
 * The library fetches once for an unknown key, since providers rotate theirs. We ask every ten
 * minutes, so that a withdrawn key stops working, and keep the keys for a day if nobody answers.
 */
function createKeySet({ log, now }: Deps, uri: string): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(uri), {
    cacheMaxAge: DAY_MS,
    cooldownDuration: COOLDOWN_MS,
    [customFetch]: (url, { headers }) => boundedFetch(url, { headers }),
  })
  let reloadAtMs = now().getTime() + RELOAD_AFTER_MS
  return async (header, token) => {
    if (keys.jwks() && now().getTime() >= reloadAtMs) {
      reloadAtMs = now().getTime() + RELOAD_AFTER_MS
      await keys.reload().catch((err: unknown) => {
        const fields = { event: 'identity.unreachable', what: 'keys', err }
        log.warn(fields, 'the identity provider did not answer')
      })
    }
    return keys(header, token)
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
  const { authorization_endpoint, token_endpoint, jwks_uri } = found
  const leavesTls = [authorization_endpoint, token_endpoint, jwks_uri].some((url) =>
    url.startsWith('http:'),
  )
  if (issuer.startsWith('https:') && leavesTls)
    throw new Error('the discovery document names an address without TLS')
  return found
}

const TIMEOUT_MS = 5_000
const MAX_BYTES = 512 * 1024

/**
 * Fetches an address that the operator configured, or that the configured issuer named. The answer
 * is untrusted: its size and time are limited, and the caller parses it.
 * @throws Error for everything but a complete answer
 */
async function boundedFetch(
  url: string,
  init: RequestInit = {},
  timeoutMs = TIMEOUT_MS,
): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, { ...init, redirect: 'error', signal })
  const text = await readText(response, url)
  return new Response(text, { status: response.status, headers: response.headers })
}

/** @throws Error for everything but a complete JSON answer with status 200 */
export async function fetchJson(
  url: string,
  init?: RequestInit,
  timeoutMs?: number,
): Promise<unknown> {
  const headers = { accept: 'application/json', ...init?.headers }
  const response = await boundedFetch(url, { ...init, headers }, timeoutMs)
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
  return response.json()
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
