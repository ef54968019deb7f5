import { createServer, type RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { serveLocally } from '#testing/serve-locally.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { fetchJson, readIssuer } from './issuer.ts'

let answer: RequestListener = (_request, response) => response.end('{}')
const server = sharedByTests(() =>
  serveLocally(createServer((request, response) => answer(request, response))),
)
const address = () => `${server.url}/`

test.each<[string, RequestListener]>([
  ['silence', () => undefined],
  ['a body that never ends', (_request, response) => response.write('{')],
])('%s times out', async (_what, listener) => {
  answer = listener
  await expect(fetchJson(address(), {}, 50)).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('an overlong answer is cut off', async () => {
  let sentBytes = 0
  answer = (_request, response) => {
    const pour = () => {
      while (!response.destroyed && sentBytes < 50_000_000 && response.write(' '.repeat(64 * 1024)))
        sentBytes += 64 * 1024
    }
    response.on('drain', pour)
    pour()
  }
  await expect(fetchJson(address())).rejects.toThrow('more than')
  expect(sentBytes).toBeLessThan(50_000_000)
})

test.each([
  ['of another issuer', { issuer: 'http://other.example' }, 'belongs to'],
  ['without a token endpoint', { token_endpoint: undefined }, 'token_endpoint'],
  ['with keys at no web address', { jwks_uri: 'file:///etc/passwd' }, 'jwks_uri'],
])('a discovery document %s is refused', async (_what, change, message) => {
  const url = address()
  answer = (_request, response) => response.end(JSON.stringify({ ...documentOf(url), ...change }))
  await expect(readIssuer(url)).rejects.toThrow(message)
})

test('a discovery document of the issuer itself is accepted, with or without its last slash', async () => {
  const url = address()
  answer = (_request, response) => response.end(JSON.stringify(documentOf(url)))
  for (const issuer of [url, url.slice(0, -1)])
    expect(await readIssuer(issuer)).toMatchObject({ token_endpoint: `${url}token` })
})

const documentOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}authorize`,
  token_endpoint: `${issuer}token`,
  jwks_uri: `${issuer}jwks`,
})
