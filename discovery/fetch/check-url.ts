import { isIP } from 'node:net'
import { isPublicAddress } from '#discovery/fetch/address-guard.ts'
import type { RefusalReason } from '#discovery/fetch/fetch-failure.ts'

export type UrlCheck = { kind: 'ok'; url: URL } | { kind: 'refused'; reason: RefusalReason }

const refuse = (reason: RefusalReason): UrlCheck => ({ kind: 'refused', reason })

const MAX_URL_CHARS = 2048

/**
 * Whether a URL may be requested at all: http(s) on its usual port, no credentials, and a host that is no special-range address in any
 * notation (`URL` turns short, octal and hexadecimal forms and full-width digits into dotted quads).
 */
export function checkUrl(text: string, base?: URL): UrlCheck {
  const url = text.length <= MAX_URL_CHARS ? URL.parse(text, base) : null
  if (!url) return refuse('bad_url')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('scheme')
  if (url.username || url.password) return refuse('credentials')
  if (url.port !== '' && url.port !== '80' && url.port !== '443') return refuse('port')
  // A trailing dot names the same host, but would bypass rules and budgets that are stored by name.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.replace(/(?<!\.)\.+$/, '')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (host === '') return refuse('bad_url')
  if (isIP(host) !== 0 && !isPublicAddress(host)) return refuse('private_address')
  if (host === 'localhost' || host.endsWith('.localhost')) return refuse('private_address')
  url.hash = ''
  return { kind: 'ok', url }
}
