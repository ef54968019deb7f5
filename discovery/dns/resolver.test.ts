import { afterEach, expect, test } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import {
  type NameAnswer,
  type NameRecord,
  type NameServer,
  startNameServer,
} from '#testing/name-server.ts'
import { createResolver, type HostResolver, type ResolverOptions } from './resolver.ts'

type Zone = Record<string, NameAnswer>

const open: NameServer[] = []
afterEach(() => open.splice(0).forEach((names) => names.close()))

const a = (name: string, data: string): NameRecord => ({ type: 'A', name, data })
const aaaa = (name: string, data: string): NameRecord => ({ type: 'AAAA', name, data })
const cname = (name: string, data: string): NameRecord => ({ type: 'CNAME', name, data })

/**
 * A recursive server's answer: records of the asked type, and the CNAME chain that leads to them.
 */
function answersFor(zone: NameRecord[], type: string): NameRecord[] {
  return zone.filter((record) => record.type === type || record.type === 'CNAME')
}

async function startResolver(
  zone: Zone,
  options: Partial<ResolverOptions> = {},
): Promise<HostResolver & { asked: string[] }> {
  const asked: string[] = []
  const names = await startNameServer(({ type, name }) => {
    asked.push(`${type} ${name}`)
    const found = zone[name.toLowerCase()] ?? 'nxdomain'
    return typeof found === 'string' ? found : answersFor(found, type)
  })
  open.push(names)
  const servers = ['', names.address]
  // Short only where a server stays silent: every other answer comes, however busy the machine.
  const timeoutMs = Object.values(zone).includes('silent') ? 200 : 10_000
  return { ...createResolver({ servers, timeoutMs, tries: 1, ...options }), asked }
}

const PLATFORM: [string, NameRecord[], string][] = [
  ['the documented address', [a('shop.test', '23.227.38.65')], 'a'],
  ['an older address', [a('shop.test', '23.227.38.32')], 'a'],
  ['IPv6 only', [aaaa('shop.test', '2620:127:f00f:5::')], 'aaaa'],
  [
    'an alias with its address',
    [cname('shop.test', 'shops.myshopify.com'), a('shops.myshopify.com', '23.227.38.74')],
    'a',
  ],
  ['an alias without any address', [cname('shop.test', 'Shops.MyShopify.com')], 'cname'],
]
test.each(PLATFORM)('%s points to the platform', async (_name, records, via) => {
  const { resolveHost } = await startResolver({ 'shop.test': records })
  expect(await resolveHost('shop.test')).toEqual({ kind: 'platform', via })
})

test.each([
  ['an address elsewhere', [a('shop.test', '104.16.0.10')]],
  ['a neighbour of the platform', [a('shop.test', '23.227.39.65')]],
  ['the first IPv6 block next to it', [aaaa('shop.test', '2620:127:f00f:6::')]],
  ['no address at all', []],
  ['an alias of another platform', [cname('shop.test', 'shops.example.com')]],
])('%s points elsewhere', async (_name, records) => {
  const { resolveHost } = await startResolver({ 'shop.test': records, 'shops.example.com': [] })
  expect(await resolveHost('shop.test')).toEqual({ kind: 'elsewhere' })
})

test.each([
  ['nxdomain', 'nxdomain'],
  ['servfail', 'servfail'],
  ['refused', 'servfail'],
  ['silent', 'timeout'],
] as const)('%s calls for a retry', async (behaviour, cause) => {
  const { resolveHost, lookup } = await startResolver({ 'shop.test': behaviour })
  expect(await resolveHost('shop.test')).toEqual({ kind: 'retry', cause })
  expect(await lookup('shop.test')).toEqual(
    cause === 'nxdomain' ? { kind: 'none' } : { kind: 'retry', cause },
  )
})

test('an alias without resolvable records calls for a retry', async () => {
  const zone: Zone = { 'shop.test': [cname('shop.test', 'edge.test')], 'edge.test': 'servfail' }
  const { resolveHost } = await startResolver(zone)
  expect(await resolveHost('shop.test')).toEqual({ kind: 'retry', cause: 'servfail' })
})

test.each(['elsewhere', 'platform'] as const)('a chain of aliases that ends %s', async (kind) => {
  const end = kind === 'platform' ? 'shops.myshopify.com' : 'shops.example.com'
  const chain = ['one.test', 'two.test', 'three.test', end]
  const zone: Zone = Object.fromEntries(
    chain.slice(0, -1).map((name, at) => [name, [cname(name, chain[at + 1] ?? '')]]),
  )
  const { resolveHost } = await startResolver({ ...zone, 'shops.example.com': [] })
  expect((await resolveHost('one.test')).kind).toBe(kind)
})

test('a circle of aliases counts as elsewhere', async () => {
  const zone: Zone = {
    'a.test': [cname('a.test', 'b.test')],
    'b.test': [cname('b.test', 'a.test')],
  }
  const { resolveHost } = await startResolver(zone)
  expect(await resolveHost('a.test')).toEqual({ kind: 'elsewhere' })
})

test('an answer says when other servers share the name with the platform', async () => {
  const records = [a('shop.test', '192.0.2.1'), a('shop.test', '23.227.38.74')]
  const { resolveHost } = await startResolver({ 'shop.test': records })
  expect(await resolveHost('shop.test')).toEqual({ kind: 'platform', via: 'a', isShared: true })
})

test('a host whose connection led elsewhere does not count as the platform’s alone when its name points back', async () => {
  const clock = createFakeClock()
  const zone: Zone = {}
  const { resolveHost, lookup } = await startResolver(zone, { now: clock.now })
  const pointAt = (address: string) => {
    zone['shop.test'] = [a('shop.test', address)]
    clock.advance(30_000)
  }
  pointAt('23.227.38.65')
  expect(await resolveHost('shop.test')).toEqual({ kind: 'platform', via: 'a' })
  pointAt('192.0.2.1')
  await lookup('Shop.test')
  pointAt('23.227.38.65')
  await lookup('shop.test')
  expect(await resolveHost('shop.test')).toEqual({ kind: 'platform', via: 'a', isShared: true })
  expect(await resolveHost('SHOP.test')).toMatchObject({ isShared: true })
  clock.advance(15 * 60_000)
  expect(await resolveHost('shop.test')).toEqual({ kind: 'platform', via: 'a' })
})

test('a connection to a new address of the platform does not count as elsewhere', async () => {
  const records = [
    cname('shop.test', 'shops.myshopify.com'),
    a('shops.myshopify.com', '203.0.114.9'),
  ]
  const zone = { 'shop.test': records, 'shops.myshopify.com': records.slice(1) }
  const { resolveHost, lookup } = await startResolver(zone)
  await lookup('shop.test')
  expect(await resolveHost('shop.test')).toEqual({ kind: 'platform', via: 'cname' })
})

test('the resolver learns new platform addresses from the platform’s alias, which it queries once', async () => {
  const { resolveHost, asked } = await startResolver({
    'shops.myshopify.com': [a('shops.myshopify.com', '203.0.114.9')],
    'shop.test': [
      cname('shop.test', 'shops.myshopify.com'),
      a('shops.myshopify.com', '203.0.114.9'),
    ],
    'other.test': [a('other.test', '203.0.114.10')],
  })
  expect(await resolveHost('shop.test')).toEqual({ kind: 'platform', via: 'cname' })
  expect(await resolveHost('other.test')).toEqual({ kind: 'elsewhere' })
  expect(asked.filter((question) => question.endsWith('shops.myshopify.com'))).toHaveLength(1)
})

test('most hosts cost one query, and a later look-up costs none', async () => {
  const { resolveHost, lookup, asked } = await startResolver({
    'shop.test': [a('shop.test', '23.227.38.65')],
  })
  await Promise.all([resolveHost('shop.test'), resolveHost('SHOP.test')])
  expect(await lookup('shop.test')).toEqual({ kind: 'addresses', addresses: ['23.227.38.65'] })
  expect(asked).toEqual(['A shop.test'])
})

test('the resolver keeps answers for 30 s and does not cache failures', async () => {
  const clock = createFakeClock()
  const zone: Zone = { 'shop.test': [a('shop.test', '23.227.38.65')], 'down.test': 'servfail' }
  const { resolveHost, asked } = await startResolver(zone, { now: clock.now })
  await resolveHost('down.test')
  zone['down.test'] = [a('down.test', '23.227.38.65')]
  expect(await resolveHost('down.test')).toMatchObject({ kind: 'platform' })
  await resolveHost('shop.test')
  clock.advance(29_999)
  await resolveHost('shop.test')
  expect(asked.filter((question) => question === 'A shop.test')).toHaveLength(1)
  clock.advance(1)
  await resolveHost('shop.test')
  expect(asked.filter((question) => question === 'A shop.test')).toHaveLength(2)
})

test('a thousand simultaneous look-ups all get answers', async () => {
  const hosts = Array.from({ length: 1000 }, (_, i) => `shop-${i}.test`)
  const zone = Object.fromEntries(hosts.map((host) => [host, [a(host, '23.227.38.65')]]))
  const { resolveHost } = await startResolver(zone, { maxInFlight: 50, tries: 3, timeoutMs: 1000 })
  const answers = await Promise.all(hosts.map(resolveHost))
  expect(answers.every(({ kind }) => kind === 'platform')).toBe(true)
})
