import type { Page } from '#discovery/extract/store-snapshot.ts'

/** With what a page can be asked for again, only if it changed (RFC 9110, 13). */
export type PageValidators = { url: string; etag: string | null; lastModified: string | null }

/** Real ones are below 100 characters; they are kept for each store and sent back. */
const MAX_VALIDATOR_CHARS = 256
// What may stand in a header of ours: a hostile one must not smuggle in another line.
const SAFE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

const safe = (value: string | undefined): string | null =>
  value !== undefined && value.length <= MAX_VALIDATOR_CHARS && SAFE.test(value) ? value : null

/** Null for a page that cannot be asked for in this way. */
export function validatorsOf({ url, status, headers }: Page): PageValidators | null {
  const etag = safe(headers['etag'])
  const lastModified = safe(headers['last-modified'])
  return status === 200 && (etag ?? lastModified) !== null ? { url, etag, lastModified } : null
}

export function conditionsOf({ etag, lastModified }: PageValidators): Record<string, string> {
  return {
    ...(etag !== null && { 'if-none-match': etag }),
    // Where there is an entity tag, servers ignore the date; it is sent for caches that know only dates.
    ...(lastModified !== null && { 'if-modified-since': lastModified }),
  }
}
