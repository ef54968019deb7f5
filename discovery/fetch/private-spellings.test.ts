import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HostLookup } from './guarded-connector.ts'
import { createGuardedFetch, type GuardedFetch } from './guarded-fetch.ts'

/** Loopback, the metadata service and our own network, as lists of such requests spell them. */
const SPELLINGS = [
  // names
  'localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'inside.test', 'inside.test.', 'INSIDE.test', 'ⓛocalhost', 'l%6fcalhost',
  // decimal, octal, hexadecimal, mixed and short IPv4
  '127.0.0.1', '127.0.0.1.', '127.1', '127.0.1', '127.127.127.127', '2130706433', '2130706433.', '017700000001', '0x7f000001', '0X7F000001',
  '0x7f.0x0.0x0.0x1', '0x7f.1', '0177.0.0.1', '0177.0.0.01', '00000177.1', '127.0x0.00.1', '0x7f.0.1', '0', '0.0.0.0', '0x0', '00',
  '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '169.254.43518', '0xA9.254.0251.254', '3232235777', '192.168.257', '10.1', '0xa.1', '012.1',
  // digits and dots of other scripts, escapes, soft hyphens
  '１２７.0.0.1', '127。0。0。1', '127．0．0．1', '①②⑦.⓪.⓪.①', '𝟏𝟐𝟕.𝟎.𝟎.𝟏', '%31%32%37.0.0.1', '127%2e0%2e0%2e1', '127.0.\u00ad0.1', '⑯⑨。②⑤④。⑯⑨｡②⑤④',
  // IPv6, alone and with an IPv4 address inside
  '[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::127.0.0.1]', '[::7f00:1]', '[::ffff:127.0.0.1]', '[::FFFF:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]', '[::ffff:0:127.0.0.1]', '[::ffff:169.254.169.254]', '[64:ff9b::127.0.0.1]', '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2002:a9fe:a9fe::1]', '[2002:0a00:0001::]', '[2001:0:7f00:1::]', '[fe80::1]', '[fe80::5efe:7f00:1]', '[fd00:ec2::254]',
  // one of each special-purpose range of the two registries
  '0.1.2.3', '10.0.0.1', '100.64.0.1', '127.255.255.254', '169.254.169.254', '172.16.0.1', '172.31.255.254', '192.0.0.1', '192.0.0.8', '192.0.0.9',
  '192.0.0.10', '192.0.0.170', '192.0.2.1', '192.31.196.1', '192.52.193.1', '192.88.99.1', '192.168.0.1', '192.175.48.1', '198.18.0.1',
  '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255',
  '[::8.8.8.8]', '[::ffff:8.8.8.8]', '[64:ff9b::808:808]', '[64:ff9b:1::1]', '[100::1]', '[100:0:0:1::1]', '[2001::1]', '[2001:1::1]', '[2001:1::2]',
  '[2001:1::3]', '[2001:2::1]', '[2001:3::1]', '[2001:4:112::1]', '[2001:10::1]', '[2001:20::1]', '[2001:30::1]', '[2001:db8::1]', '[2002::1]',
  '[2620:4f:8000::1]', '[3fff::1]', '[5f00::1]', '[fc00::1]', '[fdff::1]', '[fe80::1]', '[febf::1]', '[fec0::1]', '[ff02::1]',
] // prettier-ignore

const WRAPPINGS: ((host: string) => string)[] = [
  (host) => `http://${host}/`,
  (host) => `http://${host}:80/latest/meta-data/`,
  (host) => `http:\\\\${host}\\`,
  (host) => `http:${host}`,
  (host) => `  http://${host}/\t`,
  (host) => `ht\ntp://${host}/`,
  (host) => `http://shop.test@${host}/`,
  (host) => `http://shop.test:80@${host}:80/`,
  (host) => `http://shop.test%2f@${host}/`,
  (host) => `http://${host}/?@shop.test`,
  (host) => `http://${host}#@shop.test/`,
]

const inside: string[] = []
const listener = createServer((socket) => {
  inside.push(`${socket.remoteAddress}`)
  socket.destroy()
})
let guardedFetch: GuardedFetch
let target = ''
const outside = createServer((socket) => {
  socket.on('error', () => undefined)
  socket.once('data', () =>
    socket.end(
      `HTTP/1.1 302 Found\r\nLocation: ${target}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    ),
  )
})

const listen = async (server: typeof listener, host: string) => {
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  const [insidePort, outsidePort] = await Promise.all([
    listen(listener, '::'),
    listen(outside, '127.0.0.1'),
  ])
  const lookup = async (host: string): Promise<HostLookup> => ({
    kind: 'addresses',
    addresses: [host === 'inside.test' ? '127.0.0.1' : '23.227.38.65'],
  })
  guardedFetch = createGuardedFetch({
    lookup,
    // Any request that the guard lets through to another host would arrive at the listener.
    connectTo: [
      { host: 'shop.test', port: 80, targetHost: '127.0.0.1', targetPort: outsidePort },
      { host: null, port: null, targetHost: '127.0.0.1', targetPort: insidePort },
    ],
    userAgent: 'StoredawnBot/1.0 (+https://storedawn.test/bot)',
  })
})
afterAll(async () => {
  await guardedFetch[Symbol.asyncDispose]()
  listener.close()
  outside.close()
})

test('the list has at least 120 spellings, and a permitted host does reach the listener', async () => {
  expect(new Set(SPELLINGS).size).toBeGreaterThanOrEqual(120)
  await guardedFetch({ url: 'http://public.test/' })
  expect(inside).toHaveLength(1)
  inside.length = 0
})

test.each(SPELLINGS)(
  '%s is unreachable, both directly and through a redirect',
  { tags: ['check-46'] },
  async (host) => {
    const outcomes: string[] = []
    for (const wrap of WRAPPINGS) {
      const url = wrap(host)
      const asked = await guardedFetch({ url })
      // The test above covers values that a header cannot carry; a line end would start a second
      // header.
      target = url.replace(/[^\x20-\x7e]/gu, (char) =>
        /\s/.test(char) ? '' : encodeURIComponent(char),
      )
      const led = await guardedFetch({ url: 'http://shop.test/' })
      outcomes.push(`${asked.kind} ${led.kind === 'failed' ? led.cause : led.kind}`)
    }
    // `http:host` is a path of the shop itself when it comes from there, which then redirects in a
    // loop.
    const expected = WRAPPINGS.map(
      (wrap) => `refused ${wrap('') === 'http:' ? 'redirects' : 'refused'}`,
    )
    expect(outcomes).toEqual(expected)
    expect(inside).toEqual([])
  },
)
