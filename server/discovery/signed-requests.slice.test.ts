import { createHash, createPublicKey, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { createRequestSigner } from '#server/platform/http/request-signing.ts'
import { createClientsTo } from '#testing/discovery/clients-to.ts'
import { startTestApp } from '#testing/test-app.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const ORIGIN = 'https://storedawn.example'
const DIRECTORY = '/.well-known/http-message-signatures-directory'
const Directory = z.object({
  keys: z.array(
    z.strictObject({
      kty: z.string(),
      crv: z.string(),
      x: z.string(),
      kid: z.string(),
      use: z.string(),
    }),
  ),
})

const app = sharedByTests(() => startTestApp({ config: { PUBLIC_ORIGIN: ORIGIN } }))

const readDirectory = (host = 'storedawn.example') =>
  app.anonymous({ url: DIRECTORY, headers: { host } })
async function publicKey() {
  const [key] = Directory.parse((await readDirectory()).json()).keys
  if (!key) throw new Error('an empty directory')
  return key
}

type Input = { label: string; params: string; components: string; values: Record<string, string> }

/** Reads `label=("a" "b");created=1;keyid="x"` by hand, without the package that wrote it. */
function readInput(header: string): Input {
  const [, label = '', params = '', components = '', rest = ''] =
    /^([\w-]+)=((\([^)]*\))(.*))$/.exec(header)?.slice(0, 5) ?? []
  const values = Object.fromEntries(
    [...rest.matchAll(/;(\w+)=(?:"([^"]*)"|(\d+))/g)].map(([, name, text, number]) => [
      name,
      text ?? number,
    ]),
  )
  return { label, params, components, values }
}

/** RFC 9421, 2.5: one line for each component, the parameters last. */
async function isSignedBy(base: string[], input: Input, signature: string): Promise<boolean> {
  const { kty, crv, x } = await publicKey()
  const bytes = new RegExp(`^${input.label}=:([A-Za-z0-9+/=]+):$`).exec(signature)?.[1] ?? ''
  const text = [...base, `"@signature-params": ${input.params}`].join('\n')
  const key = createPublicKey({ key: { kty, crv, x }, format: 'jwk' })
  return verify(null, Buffer.from(text), key, Buffer.from(bytes, 'base64'))
}

test('the directory holds only the public key, named by its thumbprint', async () => {
  const answer = await readDirectory()
  expect(answer.headers['content-type']).toBe('application/http-message-signatures-directory+json')
  const key = await publicKey()
  expect(key).toMatchObject({ kty: 'OKP', crv: 'Ed25519', use: 'sig' })
  const thumbprint = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${key.x}"}`)
  expect(key.kid).toBe(thumbprint.digest('base64url'))
})

test.each(['storedawn.example', 'elsewhere.example'])(
  'the directory, requested from %s, is signed by its key for our host name',
  async (host) => {
    const { headers } = await readDirectory(host)
    const input = readInput(String(headers['signature-input']))
    expect(input.components).toBe('("@authority";req)')
    expect(input.values).toMatchObject({
      tag: 'http-message-signatures-directory',
      keyid: (await publicKey()).kid,
    })
    const base = (name: string) => [`"@authority";req: ${name}`]
    expect(await isSignedBy(base('storedawn.example'), input, String(headers['signature']))).toBe(
      true,
    )
    expect(await isSignedBy(base('elsewhere.example'), input, String(headers['signature']))).toBe(
      false,
    )
  },
)

test('a request to a store carries a signature valid for a minute and for that store only', async () => {
  const seen: { host: string; path: string; headers: IncomingHttpHeaders }[] = []
  const store = createServer((request, response) => {
    seen.push({
      host: request.headers.host ?? '',
      path: request.url ?? '',
      headers: request.headers,
    })
    response.writeHead(404).end()
  })
  const askedFromMs = Date.now()
  await using outside = await createClientsTo(store, app.ctx)
  await outside
    .startVisit('23.227.38.65', { maxRequests: 2, signal: AbortSignal.timeout(10_000) })
    .get('/')
  await outside.fetch({ url: 'http://23.227.38.66/log_list.json' })
  store.close()
  const toStore = seen.filter(({ host }) => host === '23.227.38.65')
  expect(toStore.map(({ path }) => path)).toEqual(['/robots.txt', '/'])
  for (const { headers } of toStore) {
    const input = readInput(String(headers['signature-input']))
    expect(headers['signature-agent']).toBe(`"${ORIGIN}"`)
    expect(input.components).toBe('("@authority" "signature-agent")')
    expect(input.values).toMatchObject({ tag: 'web-bot-auth', keyid: (await publicKey()).kid })
    expect(Number(input.values['created'])).toBeGreaterThanOrEqual(Math.floor(askedFromMs / 1000))
    expect(Number(input.values['created'])).toBeLessThanOrEqual(Date.now() / 1000)
    expect(Number(input.values['expires']) - Number(input.values['created'])).toBe(60)
    const base = (host: string) => [`"@authority": ${host}`, `"signature-agent": "${ORIGIN}"`]
    const signature = String(headers['signature'])
    expect(await isSignedBy(base('23.227.38.65'), input, signature)).toBe(true)
    expect(await isSignedBy(base('other.example'), input, signature)).toBe(false)
  }
  const nonces = toStore.map(
    ({ headers }) => readInput(String(headers['signature-input'])).values['nonce'],
  )
  expect(new Set(nonces).size).toBe(2)
  // Logs are public; operators do not need to identify us by more than our name.
  const toLog = seen.find(({ path }) => path === '/log_list.json')
  expect(toLog?.headers).not.toHaveProperty('signature')
})

test.each([
  ['auto', 'https://storedawn.example', true],
  ['auto', 'http://localhost:3000', false],
  ['on', 'http://localhost:3000', true],
  ['off', 'https://storedawn.example', false],
] as const)('with BOT_SIGNATURES=%s at %s requests are signed: %s', (setting, origin, expected) => {
  const config = { ...app.ctx.config, BOT_SIGNATURES: setting, PUBLIC_ORIGIN: origin }
  expect(createRequestSigner({ ...app.ctx, config }) !== null).toBe(expected)
})
