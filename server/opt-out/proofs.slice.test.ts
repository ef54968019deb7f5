import { createSocket, type Socket } from 'node:dgram'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '#testing/test-context.ts'
import { createProofReader } from './proofs.ts'

type Packet = {
  id: number
  type?: 'response'
  flags?: number
  questions: { type: string; name: string }[]
  answers?: { type: string; name: string; data: string | string[]; ttl?: number }[]
}
// The package ships no types.
const packets: { encode: (packet: Packet) => Buffer; decode: (bytes: Buffer) => Packet } =
  createRequire(import.meta.url)('dns-packet')
const RECURSION = 0x0180
const NXDOMAIN = 3
const SERVFAIL = 2

let ctx: TestContext
let names: Socket
let reader: ReturnType<typeof createProofReader>
let records: string[][] | 'nxdomain' | 'servfail'
let asked: string[]

beforeAll(async () => {
  names = createSocket('udp4')
  names.on('message', (message, peer) => {
    const { id, questions } = packets.decode(message)
    const [question] = questions
    if (!question) return
    asked.push(`${question.type} ${question.name}`)
    const answers =
      typeof records === 'string' || question.type !== 'TXT'
        ? []
        : records.map((data) => ({ type: 'TXT', name: question.name, data }))
    const code = records === 'nxdomain' ? NXDOMAIN : records === 'servfail' ? SERVFAIL : 0
    names.send(
      packets.encode({ id, type: 'response', flags: RECURSION | code, questions, answers }),
      peer.port,
      peer.address,
    )
  })
  await new Promise<void>((resolve) => names.bind(0, '127.0.0.1', resolve))
  ctx = await createTestContext({
    config: {
      DNS_SERVERS: [`127.0.0.1:${(names.address() as AddressInfo).port}`],
      PROBE_HOST_GAP_MS: 0,
    },
  })
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
