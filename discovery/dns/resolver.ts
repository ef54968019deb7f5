import pLimit from 'p-limit'
import type { DnsAnswer, ResolveHost } from '#discovery/dns/dns-answer.ts'
import { isPlatformAddress, PLATFORM_ALIAS } from '#discovery/dns/platform-addresses.ts'
import { createQuery } from '#discovery/dns/query.ts'
import type { Query, QueryAnswer } from '#discovery/dns/query.ts'
import { createRecentAnswers } from '#discovery/dns/recent-answers.ts'
import type { HostLookup, LookupHost } from '#discovery/fetch/host-lookup.ts'

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
  /** Does the host point at the shop platform? */
  resolveHost: ResolveHost
  /** Addresses to connect to: IPv4 if there is any, else IPv6. */
  lookup: LookupHost
}

const DEFAULT_MAX_IN_FLIGHT = 256
/** Saves a second query by the probe that follows the look-up; short enough that no probe uses an outdated answer. */
const KEEP_MS = 30_000
const KEEP_HOSTS = 20_000
/** Queries for the platform's own alias are so rare that the name servers do not notice. */
const KEEP_ALIAS_MS = 10 * 60_000
const MAX_CNAME_HOPS = 5

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

const sameName = (a: string, b: string): boolean => a.toLowerCase().replace(/\.$/, '') === b

/** Does a CNAME chain from `host` end at the platform's alias? Asked only if the chain leads to no address at all. */
async function followAliases(query: Query, host: string): Promise<DnsAnswer> {
  let name = host
  for (let hop = 0; hop < MAX_CNAME_HOPS; hop += 1) {
    const answer = await query(name, 'CNAME')
    const next = answer.kind === 'records' ? answer.values[0] : undefined
    if (answer.kind === 'retry') return answer
    if (!next) return { kind: 'elsewhere' }
    if (sameName(next, PLATFORM_ALIAS)) return { kind: 'platform', via: 'cname' }
    name = next
  }
  return { kind: 'elsewhere' }
}

/**
 * Looks up many names at once, with at most `maxInFlight` open queries; caches answers for 30 s.
 *
 * One query (A) settles most hosts: its answer includes the end of any CNAME chain, so the address identifies an alias of
 * shops.myshopify.com. In case the platform moves that name to addresses outside its known ranges, the resolver queries it every ten
 * minutes and learns them. It queries AAAA if there is no A record, and CNAME if there is neither. A chain that ends at the alias counts as
 * the platform, any other name without an address as `elsewhere`.
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
  const recent = createRecentAnswers({ ask: askAddresses, keepMs: KEEP_MS, capacity: KEEP_HOSTS, now })
  const alias = createRecentAnswers({ ask: askAddresses, keepMs: KEEP_ALIAS_MS, capacity: 1, now })

  const platformOf = async (addresses: string[]): Promise<DnsAnswer> => {
    const known = addresses.find(isPlatformAddress)
    if (known) return { kind: 'platform', via: known.includes(':') ? 'aaaa' : 'a' }
    const aliasAddresses = await alias(PLATFORM_ALIAS)
    const isAlias =
      aliasAddresses.kind === 'records' && addresses.some((ip) => aliasAddresses.values.includes(ip))
    return isAlias ? { kind: 'platform', via: 'cname' } : { kind: 'elsewhere' }
  }

  const resolveHost: ResolveHost = async (host) => {
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

  return { resolveHost, lookup: async (host) => lookupOf(await recent(host)) }
}
