import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { requestLogger, scrubAddress, scrubMissingAddress } from './http/request-log.ts'
import { createLog } from './log.ts'
import { newToken, type TokenPrefix } from './secrets/opaque-token.ts'
import { redactTokens } from './redact-tokens.ts'
import { signSessionToken } from './session/sessions.ts'

const PREFIXES: Record<TokenPrefix, true> = { sde_: true, sdf_: true, sdk_: true, sdm_: true }
const session = await signSessionToken(
  { keys: [randomBytes(32)], now: () => new Date() },
  randomUUID(),
  new Date(Date.now() + 60_000),
)
const TOKENS: [string, string][] = [
  ...Object.keys(PREFIXES).map((prefix): [string, string] => [
    prefix,
    newToken(prefix as TokenPrefix),
  ]),
  ['a session', session],
  ['a webhook’s secret', `whsec_${randomBytes(32).toString('base64')}`],
  ['a key of the payment provider', ['sk_live', '51HxQ2kLmN0pQrStUv'].join('_')],
  ['an unsubscribe link', 'A4f0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e6f7a8b9Zx'],
]

/** Whether any 12 characters of the token are in the text. */
const leaks = (text: string, token: string): boolean =>
  Array.from({ length: token.length - 11 }, (_, at) => token.slice(at, at + 12)).some((part) =>
    text.includes(part),
  )
const encodeAll = (text: string) =>
  text.replaceAll(/./g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)

test.each(TOKENS)('%s in any part of an address does not reach the log', (_, token) => {
  for (const address of [
    `/api/stores?search=${encodeURIComponent(token)}`,
    `/api/stores?${encodeURIComponent(token)}=1&page=2`,
    `/list?a=b&returnTo=${encodeURIComponent(`/api/stores?key=${encodeURIComponent(token)}`)}`,
    `/api/users/api-keys/${encodeURIComponent(token)}`,
    `/api/stores/${encodeAll(token)}?q=${encodeAll(token)}`,
    `/api/feeds/atom/${token.replace('_', '%255F')}.xml`,
    `/x;key=${encodeURIComponent(token)}/y`,
  ]) {
    expect(leaks(scrubAddress(address), token)).toBe(false)
    expect(leaks(scrubMissingAddress(address), token)).toBe(false)
  }
})

test.each(TOKENS)('%s in a field, an error or a message does not reach the log', (_, token) => {
  const lines: string[] = []
  const log = createLog({ LOG_LEVEL: 'info' }, { write: (line) => void lines.push(line) })
  const error = new Error(`refused ${token}`, { cause: new TypeError(`at ${token}`) })
  log.child({ place: token }).error({ err: error, [token]: { deep: [token] } }, `said ${token}`)
  requestLogger(log)
    .child({ reqId: token })
    .info({ req: { url: token }, address: token }, 'asked')
  expect(lines).toHaveLength(2)
  for (const line of lines) {
    expect(leaks(line, token)).toBe(false)
    expect(JSON.parse(line)).toMatchObject({ pid: process.pid })
  }
})

test.each([
  '/list?country=DE&search=moon+lamps',
  '/store/0b5f9c1e-2f64-4d0e-9a53-3f1c6a0d7b21',
  '/blog/10-best-products-for-the-2026-season-and-what-they-cost-to-ship',
  `sha256 ${createHash('sha256').update('x').digest('hex')}`,
  '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  'sd_card_reader, sdk_version, node_modules/@opentelemetry/exporter-trace-otlp-http/build/src',
])('%s is no token', (text) => {
  expect(redactTokens(text)).toBe(text)
})
