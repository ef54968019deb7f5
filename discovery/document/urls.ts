import { getDomain } from 'tldts'
import { textOf } from './json.ts'

const isHttp = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:'

/** Host name of an http(s) address in lower case; null for anything else. */
export function hostOfUrl(url: unknown): string | null {
  const parsed = typeof url === 'string' ? URL.parse(url) : null
  return parsed && isHttp(parsed) ? parsed.hostname : null
}

/** Host of a text without scheme, e.g. `example.com` or `www.example.com/path`. */
export function bareHostOf(text: unknown): string | null {
  return typeof text === 'string' && /^[^\s/@:]+\.[^\s/@:]+/.test(text)
    ? hostOfUrl(`https://${text}`)
    : null
}

export const withoutWww = (host: string): string => host.replace(/^www\./, '')

/**
 * Registrable domain of a host. Shops below a shared name such as myshopify.com are separate sites.
 */
export const siteOf = (host: string): string =>
  getDomain(host, { allowPrivateDomains: true }) ?? host

/**
 * Absolute http(s) address of a link on a page; null for everything else. Protocol-relative links
 * become https.
 */
export function absoluteUrl(href: unknown, base: string): string | null {
  if (typeof href !== 'string') return null
  const link = href.trim()
  if (link === '' || link.length > 2000) return null
  const origin = hostOfUrl(base) ? base : 'https://invalid.invalid/'
  const full = link.startsWith('//') ? `https:${link}` : link
  const url = URL.parse(full, origin)
  if (!url || !isHttp(url)) return null
  return url.hostname === 'invalid.invalid' || !url.hostname.includes('.') ? null : url.href
}

export function pathOf(href: string): string | null {
  return URL.parse(href, 'https://invalid.invalid/')?.pathname ?? null
}

/** Percent-encoding undone; the text itself if that is broken. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const PLATFORM_HOST = /^[a-z0-9][a-z0-9-]{0,62}\.myshopify\.com$/

/**
 * A shop's host on the platform in lower case, e.g. `790fd8-3.myshopify.com`; null for anything
 * else.
 */
export function platformHostOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const host = value.trim().toLowerCase()
  return PLATFORM_HOST.test(host) ? host : null
}

export const isPlatformHost = (value: unknown): boolean => platformHostOf(value) !== null

/** The handle as in the catalogue: decoded, and never itself a path. */
export function handleOf(part: string | undefined): string | null {
  if (part === undefined) return null
  try {
    const handle = textOf(decodeURIComponent(part), 255)
    return handle !== null && !/[/\\?#]/.test(handle) ? handle : null
  } catch {
    return null
  }
}
