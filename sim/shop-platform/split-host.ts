const PREFIXES = new Set(['www', 'shop', 'account', 'checkout'])

/**
 * `www.brand.test` → prefix `www`, domain `brand.test`. Other sub-domains stay part of the domain.
 */
export function splitHost(host: string): { prefix: string; domain: string } {
  const dot = host.indexOf('.')
  const prefix = host.slice(0, Math.max(0, dot))
  const rest = host.slice(dot + 1)
  return PREFIXES.has(prefix) && rest.includes('.')
    ? { prefix, domain: rest }
    : { prefix: '', domain: host }
}
