import ipaddr from 'ipaddr.js'

const IPV6_NETWORK_GROUPS = 4

/**
 * What counts as one client: an IPv4 address, or the /64 of an IPv6 address, since one subscriber owns all of it.
 * An IPv4 address written as IPv6 (`::ffff:192.0.2.1`) counts as IPv4.
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return `${parsed.toString()}/32`
  const groups = parsed.parts.slice(0, IPV6_NETWORK_GROUPS).map((part) => part.toString(16))
  return `${groups.join(':')}::/64`
}
