import { getDomain } from 'tldts'
import { invalidRequest } from '#server/errors.ts'
import { bareHost } from './opt-out-keys.ts'

/**
 * The name that is meant, in our spelling. @throws AppError `invalid_request` for what is no name that somebody can own: an
 * address in numbers, a public suffix, words
 */
export function readDomain(text: string): string {
  const url = URL.parse(/^https?:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`)
  const host = bareHost(url?.hostname ?? '')
  const isOwnable =
    /^[a-z0-9.-]+\.[a-z0-9-]+$/.test(host) && getDomain(host, { allowPrivateDomains: true }) !== null
  if (!isOwnable || url?.port || url?.username) throw invalidRequest('domain')
  return host
}
