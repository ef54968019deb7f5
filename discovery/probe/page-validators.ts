import type { Page } from '#discovery/extract/store-snapshot.ts'

/** Validators that allow requesting a page only if it has changed (RFC 9110, 13). */
export type PageValidators = { url: string; etag: string | null; lastModified: string | null }

/** Real validators are below 100 characters; we store them for each store and send them back. */
const MAX_VALIDATOR_CHARS = 256
// Characters that we accept in a request header: a hostile value must not inject a second line.
const SAFE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

const safe = (value: string | undefined): string | null =>
  value !== undefined && value.length <= MAX_VALIDATOR_CHARS && SAFE.test(value) ? value : null

/** Null for a page that does not support conditional requests. */
export function validatorsOf({ url, status, headers }: Page): PageValidators | null {
  const etag = safe(headers['etag'])
  const lastModified = safe(headers['last-modified'])
  return status === 200 && (etag ?? lastModified) !== null ? { url, etag, lastModified } : null
}

export function conditionsOf({ etag, lastModified }: PageValidators): Record<string, string> {
  return {
    ...(etag !== null && { 'if-none-match': etag }),
    // Servers ignore the date if there is an entity tag; we send it for caches that know only dates.
    ...(lastModified !== null && { 'if-modified-since': lastModified }),
  }
}
