import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

const IPV6_NETWORK_GROUPS = 4

const known = new LRUCache<string, string>({ max: 1_000 })

/**
 * The unit that counts as one client: an IPv4 address, or the /64 of an IPv6 address, since one
 * subscriber owns all of it. An IPv4 address written as IPv6 (`::ffff:192.0.2.1`) counts as IPv4.
 */
export function clientNetwork(address: string): string {
  const network = known.get(address) ?? networkOf(address)
  known.set(address, network)
  return network
}

function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return `${parsed.toString()}/32`
  const groups = parsed.parts.slice(0, IPV6_NETWORK_GROUPS).map((part) => part.toString(16))
  return `${groups.join(':')}::/64`
}
