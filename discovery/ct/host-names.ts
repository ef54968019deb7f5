import { domainToASCII, domainToUnicode } from 'node:url'

import { parse } from 'tldts'

const MAX_HOST_CHARACTERS = 253
// Two or more labels of letters, digits and inner hyphens; the last one begins with a letter, which refuses IP addresses.
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/

// The platform's own domains. Certificates name its infrastructure there; the shops below them hide behind a wildcard.
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
 * The host names behind the names of a certificate: lower case, wildcards as their base, each once, in order. Leaves out
 * what cannot be a shop: addresses, single labels, underscores, broken punycode, names above 253 characters, public
 * suffixes themselves (`co.uk`, `myshopify.com`) and hosts of the platform. Internationalised names stay in their `xn--` form.
 */
export function normaliseNames(names: string[]): string[] {
  const hosts = new Set<string>()
  for (const name of names) {
    const host = normaliseName(name)
    if (host) hosts.add(host)
  }
  return [...hosts]
}

/**
 * The host under which a store is looked for: apex and `www.` are one candidate, and `account.` and `checkout.` of
 * a domain are none (`null`). `account.com` and `www.com` are domains like any other.
 * @param host as `normaliseNames` returns it
 */
export function storeHostOf(host: string): string | null {
  const { domain, subdomain } = parse(host, SUFFIX_OPTIONS)
  if (!domain) return null
  const labels = subdomain ? subdomain.split('.') : []
  while (labels[0] === 'www') labels.shift()
  if (SERVICE_LABELS.has(labels[0] ?? '')) return null
  return [...labels, domain].join('.')
}

/** The store candidates behind the names of a certificate, each once: `normaliseNames`, then `storeHostOf`. */
export function candidateHosts(names: string[]): string[] {
  const candidates = normaliseNames(names).map(storeHostOf)
  return [...new Set(candidates.filter((host) => host !== null))]
}

function normaliseName(name: string): string | null {
  if (name.length > MAX_HOST_CHARACTERS + 3) return null // `*.` before and a dot behind may still go
  const host = name.toLowerCase().replace(/^\*\./, '').replace(/\.$/, '')
  if (host.length > MAX_HOST_CHARACTERS || !HOST.test(host)) return null
  if (host.includes('xn--') && !isSoundPunycode(host)) return null
  return isPublicDomain(host) ? host : null
}

/** Decoded and encoded again it must be the same: Node hands broken labels through as they are. */
function isSoundPunycode(host: string): boolean {
  const unicode = domainToUnicode(host)
  return unicode !== '' && !/(?:^|\.)xn--/.test(unicode) && domainToASCII(unicode) === host
}

function isPublicDomain(host: string): boolean {
  const labels = host.split('.')
  if (SPECIAL_TOP_LEVELS.has(labels.at(-1) ?? '') || PLATFORM_DOMAINS.has(labels.slice(-2).join('.')))
    return false
  return parse(host, SUFFIX_OPTIONS).domain !== null
}
