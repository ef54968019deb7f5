import {
  createHash,
  createPrivateKey,
  createPublicKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { SignJWT } from 'jose'
import {
  answerAt,
  CLIENT_ID,
  readRequest,
  type AuthorizationRequest,
} from './authorization-request.ts'
import { createCodes, type Codes } from './codes.ts'
import { keepIdentity, readIdentity } from './kept-identity.ts'
import { personIn, type Person } from './people.ts'
import { choicePage, PROVIDER_NAME, refusalPage } from './provider-pages.ts'
import { openServer, readBody } from '#sim/kept-server.ts'

const TOKEN_SECONDS = 60 * 60
const MOST_BODY_BYTES = 16 * 1024

export type IdentityProvider = AsyncDisposable & {
  /** Data that a relying party needs. */
  address: { issuer: string; clientId: string; name: string }
}

/**
 * An OpenID Connect issuer with the authorization code flow, which it gives only with PKCE. The
 * folder keeps address and key, so that accounts stay the same after a restart.
 */
export async function startIdentityProvider({
  dataDir,
  now = () => Date.now(),
}: {
  dataDir: string
  now?: () => number
}): Promise<IdentityProvider> {
  const kept = readIdentity(dataDir)
  const privateKey = createPrivateKey(kept.privateKeyPem)
  const server = await openServer(kept.port)
  const { port } = server
  // A port that another program occupies today may be free again tomorrow.
  if (kept.port === 0) keepIdentity(dataDir, { ...kept, port })
  const issuer = `http://127.0.0.1:${port}`
  server.serve(answerWith({ issuer, privateKey, now, codes: createCodes(now) }))
  return {
    address: { issuer, clientId: CLIENT_ID, name: PROVIDER_NAME },
    [Symbol.asyncDispose]: () => server.close(),
  }
}

type Parts = { issuer: string; privateKey: KeyObject; now: () => number; codes: Codes }

function answerWith(
  parts: Parts,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { issuer, privateKey } = parts
  const jwk = createPublicKey(privateKey).export({ format: 'jwk' })
  const kid = createHash('sha256').update(`${jwk.e}.${jwk.n}`).digest('base64url').slice(0, 16)
  const discovery = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks.json`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'email', 'profile'],
    claims_supported: ['sub', 'email', 'email_verified', 'name', 'given_name', 'family_name'],
  }
  return async (request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /.well-known/openid-configuration':
        return sendJson(response, discovery)
      case 'GET /jwks.json':
        return sendJson(response, { keys: [{ ...jwk, kid, alg: 'RS256', use: 'sig' }] })
      case 'GET /authorize':
        return offer(response, url.searchParams, null)
      case 'POST /authorize':
        return decide(parts, response, await readForm(request))
      case 'POST /token':
        return exchange({ ...parts, kid }, response, await readForm(request))
      default:
        response.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here')
    }
  }
}

function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}

const readForm = async (request: IncomingMessage): Promise<URLSearchParams> =>
  new URLSearchParams(await readBody(request, MOST_BODY_BYTES))

function offer(
  response: ServerResponse,
  parameters: URLSearchParams,
  problem: string | null,
): void {
  const reading = readRequest(parameters)
  if (reading.kind === 'wrong') return sendOn(response, reading.location)
  const nonce = randomBytes(16).toString('base64')
  if (reading.kind === 'untrusted')
    return sendPage(response, 400, refusalPage(reading.problem, nonce), { nonce, formTarget: '' })
  const formTarget = new URL(reading.request.redirectUri).origin
  sendPage(response, 200, choicePage(parameters, reading.request, nonce, problem), {
    nonce,
    formTarget,
  })
}

type PagePolicy = { nonce: string; formTarget: string }

function sendPage(
  response: ServerResponse,
  status: number,
  page: string,
  { nonce, formTarget }: PagePolicy,
): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // Browsers check form-action again when the form's response redirects to another site.
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; form-action 'self' ${formTarget}; base-uri 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .end(page)
}

const sendOn = (response: ServerResponse, location: string): void =>
  void response
    .writeHead(303, { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .end()

const CHOICE_FIELDS = ['who', 'email', 'name', 'unconfirmed']

function decide({ issuer, codes }: Parts, response: ServerResponse, form: URLSearchParams): void {
  const reading = readRequest(form)
  const parameters = new URLSearchParams(
    [...form].filter(([name]) => !CHOICE_FIELDS.includes(name)),
  )
  if (reading.kind !== 'right') return offer(response, parameters, null)
  const { request } = reading
  if (form.get('who') === 'nobody')
    return sendOn(response, answerAt(request, { error: 'access_denied', iss: issuer }))
  const person = personIn(form)
  if (!person) return offer(response, parameters, 'Please enter one e-mail address.')
  sendOn(response, answerAt(request, { code: codes.issue({ request, person }), iss: issuer }))
}

/** RFC 6749, 5.1 and 5.2. The access token opens nothing: this provider has no other service. */
async function exchange(
  parts: Signing,
  response: ServerResponse,
  form: URLSearchParams,
): Promise<void> {
  const grant = parts.codes.redeem(form)
  if ('error' in grant) return sendJson(response, grant, 400)
  sendJson(response, {
    access_token: randomBytes(24).toString('base64url'),
    token_type: 'Bearer',
    expires_in: TOKEN_SECONDS,
    id_token: await signFor(parts, grant.request, grant.person),
  })
}

type Signing = Parts & { kid: string }

function signFor(
  { issuer, privateKey, now, kid }: Signing,
  { nonce }: AuthorizationRequest,
  { subject, firstName, lastName, email, isConfirmed }: Person,
): Promise<string> {
  const seconds = Math.floor(now() / 1000)
  const name = `${firstName} ${lastName}`.trim()
  return new SignJWT({
    azp: CLIENT_ID,
    nonce,
    email,
    email_verified: isConfirmed,
    ...(name && { name, given_name: firstName, family_name: lastName }),
  })
    .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(CLIENT_ID)
    .setSubject(subject)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + TOKEN_SECONDS)
    .sign(privateKey)
}
