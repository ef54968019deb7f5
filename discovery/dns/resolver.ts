import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { HostLookup, LookupHost } from '#discovery/fetch/guarded-connector.ts'
import { createAnswerCache, createQuery, type Query, type QueryAnswer } from './query.ts'

/**
 * `platform` = an address of the shop platform, or a CNAME chain that ends in shops.myshopify.com;
 * `isShared` = not all of its addresses are the platform's, nor all that we connected to in the
 * last 15 minutes. `retry` = may resolve later (certificates come while DNS changes still
 * propagate).
 */
export type DnsAnswer =
  | { kind: 'platform'; via: 'a' | 'aaaa' | 'cname'; isShared?: true }
  | { kind: 'elsewhere' }
  | { kind: 'retry'; cause: 'nxdomain' | 'servfail' | 'timeout' }

export type ResolveHost = (host: string) => Promise<DnsAnswer>

export type ResolverOptions = {
  /** `127.0.0.1:5353`; none or empty text = the system's name servers. */
  servers: readonly string[]
  timeoutMs: number
  tries: number
  maxInFlight?: number
  /** Clock that ages the cached answers; the machine's by default. */
  now?: () => Date
}

export type HostResolver = {
  resolveHost: ResolveHost
  /** Addresses to connect to: IPv4 if there is any, else IPv6. */
  lookup: LookupHost
}

const DEFAULT_MAX_IN_FLIGHT = 256
/**
 * Saves a second query by the probe that follows the look-up; short enough that no probe uses an
 * outdated answer.
 */
const CACHE_TTL_MS = 30_000
const CACHE_CAPACITY = 20_000
/** Queries for the platform's own alias are so rare that the name servers do not notice. */
const ALIAS_TTL_MS = 10 * 60_000
/**
 * Longer than a visit, so that its end knows where its connections led, however the host resolves
 * by then.
 */
const CONNECTED_TTL_MS = 15 * 60_000
const MAX_CNAME_HOPS = 5

/**
 * Looks up many names at once; caches answers for 30 s. One query (A) settles most hosts, whose
 * address also identifies an alias of shops.myshopify.com; that name's own addresses are learned
 * every ten minutes, in case it moves. AAAA if there is no A record, CNAME if there is neither.
 */
export function createResolver(options: ResolverOptions): HostResolver {
  const servers = options.servers.filter((server) => server.trim() !== '')
  const limit = pLimit(options.maxInFlight ?? DEFAULT_MAX_IN_FLIGHT)
  const ask = createQuery({ servers, timeoutMs: options.timeoutMs, tries: options.tries })
  const query: Query = (host, type) => limit(() => ask(host, type))

  const askAddresses = async (host: string): Promise<QueryAnswer> => {
    const v4 = await query(host, 'A')
    return v4.kind === 'empty' ? query(host, 'AAAA') : v4
  }
  const now = options.now ?? (() => new Date())
  const cache = (ttlMs: number, capacity: number) =>
    createAnswerCache({ ask: askAddresses, ttlMs, capacity, now })
  const recent = cache(CACHE_TTL_MS, CACHE_CAPACITY)
  const alias = cache(ALIAS_TTL_MS, 1)

  const platformsOwn = async (addresses: string[]): Promise<string[]> => {
    const learned = addresses.every(isPlatformAddress) ? null : await alias(PLATFORM_ALIAS)
    const isLearned = (ip: string) => learned?.kind === 'records' && learned.values.includes(ip)
    return addresses.filter((ip) => isPlatformAddress(ip) || isLearned(ip))
  }

  const platformOf = async (addresses: string[]): Promise<DnsAnswer> => {
    const own = await platformsOwn(addresses)
    if (own.length === 0) return { kind: 'elsewhere' }
    const first = own.find(isPlatformAddress)
    const direct = first?.includes(':') ? 'aaaa' : 'a'
    const shared = own.length === addresses.length ? {} : { isShared: true as const }
    return { kind: 'platform', via: first === undefined ? 'cname' : direct, ...shared }
  }

  const connections = createConnectionMemory({
    hasOthers: async (addresses) => (await platformsOwn(addresses)).length < addresses.length,
    now,
  })
  const lookup: LookupHost = async (host) => {
    const answer = await recent(host)
    if (answer.kind === 'records') connections.remember(host, answer.values)
    return lookupOf(answer)
  }

  const resolveNow: ResolveHost = async (host) => {
    const answer = await recent(host)
    switch (answer.kind) {
      case 'records':
        return platformOf(answer.values)
      case 'empty':
        return followAliases(query, host)
      case 'nxdomain':
        return { kind: 'retry', cause: 'nxdomain' }
      case 'retry':
        return { kind: 'retry', cause: answer.cause }
      default:
        return answer satisfies never
    }
  }

  const resolveHost: ResolveHost = async (host) => {
    const answer = await resolveNow(host)
    const isShared = answer.kind === 'platform' && (await connections.wentElsewhere(host))
    return isShared ? { ...answer, isShared } : answer
  }

  return { resolveHost, lookup }
}

/** Remembers the hosts whose connections may have led to other servers than the platform's. */
function createConnectionMemory(deps: {
  hasOthers: (addresses: string[]) => Promise<boolean>
  now: () => Date
}) {
  const hosts = new LRUCache<string, Promise<boolean>>({
    max: CACHE_CAPACITY,
    ttl: CONNECTED_TTL_MS,
    ttlResolution: 0,
    perf: { now: () => deps.now().getTime() },
  })
  return {
    // The connection does not wait for the answer, which may need the platform's alias.
    remember(host: string, addresses: string[]): void {
      if (addresses.every(isPlatformAddress)) return
      const name = host.toLowerCase()
      const went = Promise.all([hosts.get(name) ?? false, deps.hasOthers(addresses)])
      hosts.set(
        name,
        went.then((all) => all.includes(true)),
      )
    },
    wentElsewhere: async (host: string): Promise<boolean> =>
      (await hosts.get(host.toLowerCase())) ?? false,
  }
}

function lookupOf(answer: QueryAnswer): HostLookup {
  switch (answer.kind) {
    case 'records':
      return { kind: 'addresses', addresses: answer.values }
    case 'empty':
    case 'nxdomain':
      return { kind: 'none' }
    case 'retry':
      return { kind: 'retry', cause: answer.cause }
    default:
      return answer satisfies never
  }
}

const isSameName = (a: string, b: string): boolean => a.toLowerCase().replace(/\.$/, '') === b

/**
 * Does a CNAME chain from `host` end at the platform's alias? Asked only if the chain leads to no
 * address at all.
 */
async function followAliases(query: Query, host: string): Promise<DnsAnswer> {
  let name = host
  for (let hop = 0; hop < MAX_CNAME_HOPS; hop += 1) {
    const answer = await query(name, 'CNAME')
    const next = answer.kind === 'records' ? answer.values[0] : undefined
    if (answer.kind === 'retry') return answer
    if (!next) return { kind: 'elsewhere' }
    if (isSameName(next, PLATFORM_ALIAS)) return { kind: 'platform', via: 'cname' }
    name = next
  }
  return { kind: 'elsewhere' }
}

// Addresses that the shop platform assigns to shops. Documented: A 23.227.38.65 and AAAA
// 2620:127:f00f:5::; its older and other addresses (.32, .36, .64–.74) belong to the same /24.
// https://help.shopify.com/manual/domains/understanding-domains
const PLATFORM_V4 = ipaddr.IPv4.parseCIDR('23.227.38.0/24')
const PLATFORM_V6 = ipaddr.IPv6.parseCIDR('2620:127:f00f:5::/64')

/** Where sub-domains of shops point. */
const PLATFORM_ALIAS = 'shops.myshopify.com'

function isPlatformAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const ip = ipaddr.parse(address)
  return ip instanceof ipaddr.IPv4 ? ip.match(PLATFORM_V4) : ip.match(PLATFORM_V6)
}
