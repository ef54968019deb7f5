import { getDomain } from 'tldts'
import { invalidRequest } from '#server/errors.ts'
import { bareHost } from './opt-out-keys.ts'

/**
 * The domain in canonical spelling. @throws AppError `invalid_request` for anything that cannot be owned: an IP address, a public suffix,
 * words
 */
export function readDomain(text: string): string {
  const url = URL.parse(/^https?:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`)
  const host = bareHost(url?.hostname ?? '')
  const isOwnable =
    /^[a-z0-9.-]+\.[a-z0-9-]+$/.test(host) && getDomain(host, { allowPrivateDomains: true }) !== null
  if (!isOwnable || url?.port || url?.username) throw invalidRequest('domain')
  return host
}
