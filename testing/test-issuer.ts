import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose'
import { serveLocally } from '#testing/serve-locally.ts'

export const TEST_CLIENT_ID = 'test-client'

type Claims = Record<string, unknown>
type Key = { kid: string; privateKey: CryptoKey; publicJwk: JWK }

export type TestIssuer = AsyncDisposable & {
  url: string
  config: { GOOGLE_CLIENT_ID: string; OIDC_ISSUER: string; OIDC_NAME: string }
  key: Key
  /** Signs valid claims with these changes; undefined omits a claim. */
  sign: (claims: Claims, header?: Record<string, unknown>, key?: Key) => Promise<string>
  /** Sets the answer to requests for the key list. */
  answerKeys: (answer: 'right' | ((response: ServerResponse) => void)) => void
  changeKey: () => Promise<void>
  /** How often the keys were requested. */
  asked: () => number
  /** How the token endpoint wants to be told the client's secret; unnamed by default. */
  setAuthMethods: (methods: string[]) => void
  /** A code that the token endpoint exchanges once for this ID token, if the verifier fits. */
  grant: (idToken: string, challenge: string) => string
  /** Requests to the token endpoint: their form and their `authorization`. */
  exchanges: { form: Record<string, string>; authorization: string | undefined }[]
}

/** An OpenID Connect issuer on loopback; a test controls each of its answers. */
export async function startTestIssuer({ now }: { now: () => Date }): Promise<TestIssuer> {
  let key = await newKey('first')
  let asked = 0
  let answerKeys: (response: ServerResponse) => void = sendKeys
  function sendKeys(response: ServerResponse): void {
    response.end(JSON.stringify({ keys: [key.publicJwk] }))
  }
  let authMethods: string[] | undefined
  const { exchange, grant, exchanges } = createTokenEndpoint()
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url === '/jwks') {
      asked += 1
      return answerKeys(response)
    }
    if (request.url === '/token') return void exchange(request, response)
    if (request.url !== '/.well-known/openid-configuration') return response.writeHead(404).end()
    const document = {
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/jwks`,
      token_endpoint_auth_methods_supported: authMethods,
    }
    return response.end(JSON.stringify(document))
  })
  const served = await serveLocally(server)
  const { url } = served
  return {
    ...served,
    config: { GOOGLE_CLIENT_ID: TEST_CLIENT_ID, OIDC_ISSUER: url, OIDC_NAME: 'Test ID' },
    get key() {
      return key
    },
    sign(claims, header = {}, signer = key) {
      const seconds = Math.floor(now().getTime() / 1000)
      const right = {
        iss: url,
        aud: TEST_CLIENT_ID,
        iat: seconds,
        exp: seconds + 3600,
        email_verified: true,
      }
      return new SignJWT({ ...right, name: 'Grace Hopper', ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: signer.kid, typ: 'JWT', ...header })
        .sign(signer.privateKey)
    },
    answerKeys(answer) {
      answerKeys = answer === 'right' ? sendKeys : answer
    },
    async changeKey() {
      key = await newKey('second')
    },
    asked: () => asked,
    setAuthMethods(methods) {
      authMethods = methods
    },
    grant,
    exchanges,
  }
}

function createTokenEndpoint() {
  const grants = new Map<string, { idToken: string; challenge: string }>()
  const exchanges: TestIssuer['exchanges'] = []
  return {
    exchanges,
    grant(idToken: string, challenge: string) {
      const code = randomUUID()
      grants.set(code, { idToken, challenge })
      return code
    },
    async exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const form = new URLSearchParams(await text(request))
      const { authorization } = request.headers
      exchanges.push({ form: Object.fromEntries(form), authorization })
      const grant = grants.get(form.get('code') ?? '')
      grants.delete(form.get('code') ?? '')
      const verifier = form.get('code_verifier') ?? ''
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      if (grant?.challenge !== challenge)
        return void response.writeHead(400).end('{"error":"invalid_grant"}')
      response.end(JSON.stringify({ access_token: 'opaque', id_token: grant.idToken }))
    },
  }
}

export async function newKey(kid: string, alg = 'RS256'): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}
