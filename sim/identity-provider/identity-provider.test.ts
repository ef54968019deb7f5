import { createHash } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { sharedFolder } from '#testing/test-folder.ts'
import { startIdentityProvider } from './identity-provider.ts'

const { folder: dataDir, fileOf } = sharedFolder()
let provider = await startIdentityProvider({ dataDir })
afterAll(() => provider[Symbol.asyncDispose]())

const REDIRECT = 'http://localhost:3000/auth/callback'
const VERIFIER = 'v'.repeat(43)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

const request = (changes: Record<string, string> = {}) =>
  new URLSearchParams({
    client_id: provider.address.clientId,
    redirect_uri: REDIRECT,
    response_type: 'code',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    scope: 'openid email profile',
    nonce: 'n-1',
    state: 's-1',
    ...changes,
  })

const look = (parameters: URLSearchParams) =>
  fetch(`${provider.address.issuer}/authorize?${parameters}`, { redirect: 'manual' })

const choose = (choice: Record<string, string>) =>
  fetch(`${provider.address.issuer}/authorize`, {
    method: 'POST',
    body: new URLSearchParams([...request(), ...Object.entries(choice)]),
    redirect: 'manual',
  })

const answerOf = (response: Response) => {
  const [address, query] = (response.headers.get('location') ?? '').split('?', 2)
  return { address, answer: new URLSearchParams(query) }
}

const redeem = (code: string, changes: Record<string, string> = {}) =>
  fetch(`${provider.address.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: provider.address.clientId,
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
      code,
      ...changes,
    }),
  })

async function codeFor(choice: Record<string, string>): Promise<string> {
  const { address, answer } = answerOf(await choose(choice))
  expect([address, answer.get('state'), answer.get('iss')]).toEqual([
    REDIRECT,
    's-1',
    provider.address.issuer,
  ])
  return answer.get('code') ?? ''
}

async function claimsOf(choice: Record<string, string>) {
  const answer = await (await redeem(await codeFor(choice))).json()
  const discovery = (await (
    await fetch(`${provider.address.issuer}/.well-known/openid-configuration`)
  ).json()) as { jwks_uri: string; issuer: string }
  const { payload } = await jwtVerify(
    String(answer.id_token),
    createRemoteJWKSet(new URL(discovery.jwks_uri)),
    { issuer: discovery.issuer, audience: provider.address.clientId, algorithms: ['RS256'] },
  )
  return payload
}

test('a chosen person comes back with a token that verifies with the published key', async () => {
  const page = await look(request())
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain(
    "form-action 'self' http://localhost:3000;",
  )
  expect(await page.text()).toContain('Nora Feldmann')
  expect(await claimsOf({ who: 'nora.feldmann' })).toMatchObject({
    nonce: 'n-1',
    email: 'nora.feldmann@post.test',
    email_verified: true,
    given_name: 'Nora',
    family_name: 'Feldmann',
  })
})

test('the same address always yields the same person under “another account”', async () => {
  const choice = { who: 'other', email: 'eve@mail.test', name: 'Eve van Dam' }
  const first = await claimsOf(choice)
  expect(first).toMatchObject({ email: 'eve@mail.test', given_name: 'Eve', family_name: 'van Dam' })
  const again = await claimsOf({ ...choice, email: 'EVE@mail.test', unconfirmed: 'yes' })
  expect(again).toMatchObject({ sub: first.sub, email_verified: false })
  expect((await claimsOf({ who: 'nora.feldmann' })).sub).not.toBe(first.sub)
})

test('an invalid address prompts again, and its text stays text', async () => {
  const response = await choose({ who: 'other', email: '"><script>', name: '' })
  expect(response.status).toBe(200)
  const page = await response.text()
  expect(page).toContain('Please enter one e-mail address.')
  expect(page).not.toContain('<script')
})

test('cancelling reports access_denied to the site', async () => {
  const { answer } = answerOf(await choose({ who: 'nobody' }))
  const { issuer: iss } = provider.address
  expect(Object.fromEntries(answer)).toEqual({ error: 'access_denied', iss, state: 's-1' })
})

test.each([
  ['without its verifier', { code_verifier: '' }],
  ['with another verifier', { code_verifier: 'w'.repeat(43) }],
  ['with the challenge itself', { code_verifier: CHALLENGE }],
  ['for another client', { client_id: 'somebody-else' }],
  ['for another address', { redirect_uri: 'http://localhost:3001/auth/callback' }],
])('a code %s is refused, and is used up by the try', async (_how, changes) => {
  const code = await codeFor({ who: 'nora.feldmann' })
  for (const tried of [changes, {}]) {
    const answer = await redeem(code, tried)
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'invalid_grant' }])
  }
})

test('a code works once, and no other grant is given', async () => {
  const code = await codeFor({ who: 'nora.feldmann' })
  expect((await redeem(code)).status).toBe(200)
  expect((await redeem(code)).status).toBe(400)
  const other = await redeem(code, { grant_type: 'password' })
  expect(await other.json()).toEqual({ error: 'unsupported_grant_type' })
})

test.each([
  { client_id: 'somebody-else' },
  { redirect_uri: 'http://evil.example/auth/callback' },
  { redirect_uri: 'http://localhost.evil.example/auth/callback' },
  { redirect_uri: 'http://localhost:3000/elsewhere' },
  { redirect_uri: 'http://localhost:3000/auth/callback?x=1' },
  { redirect_uri: 'http://me@localhost:3000/auth/callback' },
  { redirect_uri: 'javascript:alert(1)' },
  { redirect_uri: '' },
])('%j leads nowhere', async (changes) => {
  const response = await look(request(changes))
  expect([response.status, response.headers.get('location')]).toEqual([400, null])
})

test.each([
  [{ response_type: 'id_token' }, 'unsupported_response_type'],
  [{ scope: 'email' }, 'invalid_scope'],
  [{ nonce: '' }, 'invalid_request'],
  [{ code_challenge: '' }, 'invalid_request'],
  [{ code_challenge_method: 'plain' }, 'invalid_request'],
])('%j gets the answer %s', async (changes, error) => {
  const { answer } = answerOf(await look(request(changes)))
  expect(Object.fromEntries(answer)).toEqual({ error, state: 's-1' })
})

test('address, key and people outlive a restart, and a damaged file does not stop the start', async () => {
  const { issuer } = provider.address
  const { sub } = await claimsOf({ who: 'diego.ramos' })
  const keys = await (await fetch(`${issuer}/jwks.json`)).json()
  await provider[Symbol.asyncDispose]()
  provider = await startIdentityProvider({ dataDir })
  expect(provider.address.issuer).toBe(issuer)
  expect(await (await fetch(`${issuer}/jwks.json`)).json()).toEqual(keys)
  expect((await claimsOf({ who: 'diego.ramos' })).sub).toBe(sub)

  await provider[Symbol.asyncDispose]()
  fileOf('identity-provider.json', '{"port":')
  provider = await startIdentityProvider({ dataDir })
  expect((await claimsOf({ who: 'diego.ramos' })).sub).toBe(sub)
})
