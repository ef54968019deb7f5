import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { RefusalReason } from './fetch-outcome.ts'

/**
 * The only IPv6 block that IANA has opened for global unicast; all others are unassigned or
 * special-purpose.
 */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3')

// Blocks of the IANA special-purpose registries that `range()` in ipaddr.js may classify as
// `unicast`, or that it added only recently. Listed by hand so that an update of the package can
// never open one of them.
const CLOSED_V4 = [
  '0.0.0.0/8', // this network
  '100.64.0.0/10', // carrier-grade NAT
  '168.63.129.16/32', // the host agent inside a large cloud, reachable only from its guests
  '192.0.0.0/24', // protocol assignments
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays, withdrawn
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '240.0.0.0/4', // reserved, limited broadcast
].map((block) => ipaddr.IPv4.parseCIDR(block))

const CLOSED_V6 = [
  '2001::/23', // protocol assignments: Teredo, ORCHID, benchmarks, drone ids
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: carries an IPv4 address of any kind
  '2620:4f:8000::/48', // AS112
  '3ffe::/16', // 6bone, returned
  '3fff::/20', // documentation, RFC 9637
].map((block) => ipaddr.IPv6.parseCIDR(block))

/**
 * True for an address of the public internet in dotted quad or IPv6 without zone; convert other
 * forms first (`new URL` does). An IPv4 address inside an IPv6 one (mapped, NAT64, 6to4, Teredo)
 * never counts: no legitimate host needs it.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  const ip = ipaddr.parse(address)
  if (ip.range() !== 'unicast') return false
  if (ip instanceof ipaddr.IPv4) return !CLOSED_V4.some((block) => ip.match(block))
  return ip.match(GLOBAL_UNICAST_V6) && !CLOSED_V6.some((block) => ip.match(block))
}

/** Removes the brackets of an IPv6 address in a URL. */
export const unbracket = (host: string): string => host.replace(/^\[|\]$/g, '')

export type UrlCheck = { kind: 'ok'; url: URL } | { kind: 'refused'; reason: RefusalReason }

const refuse = (reason: RefusalReason): UrlCheck => ({ kind: 'refused', reason })

const MAX_URL_CHARS = 2048

/**
 * Whether a URL may be requested at all: http(s) on its usual port, no credentials, no
 * special-range address in any notation (`URL` turns short, octal, hexadecimal and full-width forms
 * into dotted quads).
 */
export function checkUrl(text: string, base?: URL): UrlCheck {
  const url = text.length <= MAX_URL_CHARS ? URL.parse(text, base) : null
  if (!url) return refuse('bad_url')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('scheme')
  if (url.username || url.password) return refuse('credentials')
  if (url.port !== '' && url.port !== '80' && url.port !== '443') return refuse('port')
  // A trailing dot names the same host, but would bypass rules and budgets that are stored by name.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.replace(/(?<!\.)\.+$/, '')
  const host = unbracket(url.hostname)
  if (host === '') return refuse('bad_url')
  if (isIP(host) !== 0 && !isPublicAddress(host)) return refuse('private_address')
  if (host === 'localhost' || host.endsWith('.localhost')) return refuse('private_address')
  url.hash = ''
  return { kind: 'ok', url }
}
