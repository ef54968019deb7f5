import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type NameServer, startNameServer } from '#testing/name-server.ts'
import { createTestContext, type TestContext } from '#testing/test-context.ts'
import { createProofReader } from './proofs.ts'

let ctx: TestContext
let names: NameServer
let reader: ReturnType<typeof createProofReader>
let records: string[][] | 'nxdomain' | 'servfail'
let asked: string[]

beforeAll(async () => {
  names = await startNameServer(({ type, name }) => {
    asked.push(`${type} ${name}`)
    if (typeof records === 'string') return records
    return type === 'TXT' ? records.map((data) => ({ type, name, data })) : []
  })
  ctx = await createTestContext({ config: { DNS_SERVERS: [names.address], PROBE_HOST_GAP_MS: 0 } })
  reader = createProofReader({ ...ctx, now: () => new Date() })
})
afterAll(async () => {
  await reader[Symbol.asyncDispose]()
  names.close()
  await ctx[Symbol.asyncDispose]()
})
beforeEach(() => {
  asked = []
})

test('a TXT record is read from the configured name servers, with its parts joined', async () => {
  records = [['v=spf1 -all'], ['storedawn-opt-out=abc', 'def']]
  expect(await reader.readProofs('lamp.example', 'dns')).toEqual({
    kind: 'read',
    texts: ['v=spf1 -all', 'storedawn-opt-out=abcdef'],
  })
  expect(asked).toEqual(['TXT _storedawn.lamp.example'])
})

test('a missing record reads as empty; a failing name server reads as unreachable', async () => {
  records = 'nxdomain'
  expect(await reader.readProofs('lamp.example', 'dns')).toEqual({ kind: 'read', texts: [] })
  records = 'servfail'
  expect(await reader.readProofs('lamp.example', 'dns')).toEqual({ kind: 'unreachable' })
})

test.each(['127.0.0.1', '169.254.169.254', '10.0.0.5', '[::1]'])(
  'a home page at %s is never fetched',
  async (host) => {
    expect(await reader.readProofs(host, 'meta')).toEqual({ kind: 'unreachable' })
    expect(asked).toEqual([])
  },
)
