import { domainToASCII, domainToUnicode } from 'node:url'

import { getDomain } from 'tldts'

const MAX_HOST_CHARACTERS = 253
// Two or more labels of letters, digits and inner hyphens. The last label begins with a letter,
// which rules out IP addresses.
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/

// The platform's own domains. Certificates name its infrastructure there; shops below these domains
// are covered by a wildcard.
const PLATFORM_DOMAINS = new Set([
  'myshopify.com',
  'myshopify.io',
  'shopify.com',
  'shopifypreview.com',
  'shopifycloud.com',
  'shopifysvc.com',
  'shop.app',
])
// Top-level names that never lead to a shop on the public internet (RFC 6761 and its kin).
const SPECIAL_TOP_LEVELS = new Set(['arpa', 'internal', 'invalid', 'local', 'localhost', 'onion'])
// Sub-domains that the platform adds to a shop's own domain.
const SERVICE_LABELS = new Set(['account', 'accounts', 'checkout'])

const SUFFIX_OPTIONS = {
  allowPrivateDomains: true,
  extractHostname: false,
  validateHostname: false,
  detectIp: false,
}

/**
 * The host names of a certificate: lower case, wildcards as their base, distinct, in order. Leaves
 * out what cannot be a shop: addresses, single labels, underscores, broken punycode, above 253
 * characters, public suffixes (`co.uk`, `myshopify.com`), the platform's hosts. `xn--` stays.
 */
export function normaliseNames(names: string[]): string[] {
  const hosts = new Set<string>()
  for (const name of names) {
    const host = readHost(name)
    if (host && domainOf(host)) hosts.add(host)
  }
  return [...hosts]
}

/**
 * The host under which we look for a store: apex and `www.` are one candidate, `account.` and
 * `checkout.` of a domain none (`null`); `account.com` and `www.com` are like any other.
 * @param host as `normaliseNames` returns it
 */
export function storeHostOf(host: string): string | null {
  const domain = domainOf(host)
  return domain && storeHostWithin(host, domain)
}

/**
 * The store candidates in a certificate's list of names, without duplicates: `normaliseNames`, then
 * `storeHostOf`.
 */
export function candidateHosts(names: string[]): string[] {
  const candidates = new Set<string>()
  for (const name of names) {
    const host = readHost(name)
    const candidate = host && storeHostOf(host)
    if (candidate) candidates.add(candidate)
  }
  return [...candidates]
}

// Runs for every name of every log, hundreds a second and millions an hour when catching up, so it
// uses positions, not arrays of labels.
function storeHostWithin(host: string, domain: string): string | null {
  const domainAt = host.length - domain.length
  let at = 0
  while (at < domainAt && host.startsWith('www.', at)) at += 4
  const isService = at < domainAt && SERVICE_LABELS.has(host.slice(at, host.indexOf('.', at)))
  return isService ? null : host.slice(at)
}

/** A well-formed host name in lower case, or `null`. */
function readHost(name: string): string | null {
  // `*.` in front and a trailing dot may still be removed
  if (name.length > MAX_HOST_CHARACTERS + 3) return null
  const start = name.startsWith('*.') ? 2 : 0
  const end = name.endsWith('.') ? name.length - 1 : name.length
  const host = name.slice(start, end).toLowerCase()
  if (host.length > MAX_HOST_CHARACTERS || !HOST.test(host)) return null
  return host.includes('xn--') && !isSoundPunycode(host) ? null : host
}

/** Decodes and encodes again and compares, because Node passes broken labels through unchanged. */
function isSoundPunycode(host: string): boolean {
  const unicode = domainToUnicode(host)
  return unicode !== '' && !/(?:^|\.)xn--/.test(unicode) && domainToASCII(unicode) === host
}

/**
 * The registrable domain of a host where a shop could be; `null` for public suffixes and the names
 * listed above.
 */
function domainOf(host: string): string | null {
  const topLevelAt = host.lastIndexOf('.') + 1
  if (SPECIAL_TOP_LEVELS.has(host.slice(topLevelAt))) return null
  if (PLATFORM_DOMAINS.has(host.slice(host.lastIndexOf('.', topLevelAt - 2) + 1))) return null
  return getDomain(host, SUFFIX_OPTIONS)
}
