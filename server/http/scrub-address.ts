/** Query parameters that are secret or personal. */
const SECRET_KEYS = new Set([
  'token',
  'email',
  'code',
  'state',
  'id_token',
  'access_token',
  'session_id',
  'checkout_id',
])

/** Paths that end in a secret. */
const SECRET_PATH = /^(\/api\/exports\/)[^/?]+/

/** A path with its query, safe for logging. */
export function scrubAddress(address: string): string {
  const url = address.replace(SECRET_PATH, '$1redacted')
  const cut = url.indexOf('?')
  if (cut < 0) return url
  const query = new URLSearchParams(url.slice(cut + 1))
  for (const key of new Set(query.keys())) {
    if (SECRET_KEYS.has(key.toLowerCase())) query.set(key, 'redacted')
  }
  return `${url.slice(0, cut)}?${query}`
}

/** Text that looks like a token, an account id or a personal address. */
const SECRET_LOOKING = /[A-Za-z0-9_]{20,}|[0-9A-Fa-f-]{32,}|[^/?]+(@|%40)[^/?]+/g
const MOST_CHARS = 200

/** An address without a page may contain anything, including the secret of a badly copied link. */
export function scrubMissingAddress(address: string): string {
  const [path = '', query] = scrubAddress(address).split('?', 2)
  const shown = path.slice(0, MOST_CHARS).replace(SECRET_LOOKING, 'redacted')
  return query === undefined ? shown : `${shown}?${query}`
}
