import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose'

export const TEST_CLIENT_ID = 'test-client'

type Claims = Record<string, unknown>
type Key = { kid: string; privateKey: CryptoKey; publicJwk: JWK }

export type TestIssuer = AsyncDisposable & {
  url: string
  /** For `startTestApp({ config })`. */
  config: { GOOGLE_CLIENT_ID: string; OIDC_ISSUER: string; OIDC_NAME: string }
  key: Key
  /** Signs valid claims with these changes; undefined omits a claim. */
  sign: (claims: Claims, header?: Record<string, unknown>, key?: Key) => Promise<string>
  /** Sets the answer to requests for the key list. */
  answerKeys: (answer: 'right' | ((response: ServerResponse) => void)) => void
  /** Signs with a new key from now on, and publishes only that one. */
  changeKey: () => Promise<void>
  /** How often the keys were requested. */
  asked: () => number
}

/** An OpenID Connect issuer on loopback; a test controls each of its answers. */
export async function startTestIssuer({ now }: { now: () => Date }): Promise<TestIssuer> {
  let key = await newKey('first')
  let asked = 0
  let answerKeys: (response: ServerResponse) => void = sendKeys
  function sendKeys(response: ServerResponse): void {
    response.end(JSON.stringify({ keys: [key.publicJwk] }))
  }
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url === '/jwks') {
      asked += 1
      return answerKeys(response)
    }
    if (request.url !== '/.well-known/openid-configuration') return response.writeHead(404).end()
    const document = {
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      jwks_uri: `${url}/jwks`,
    }
    return response.end(JSON.stringify(document))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const issuer: TestIssuer = {
    url,
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
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return issuer
}

export async function newKey(kid: string, alg = 'RS256'): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}
