import { hash, randomBytes } from 'node:crypto'

const NONCE_BYTES = 16
const YEAR_SECONDS = 365 * 24 * 60 * 60

/**
 * Drawn in bulk, because each draw is a call into the cryptographic library; every byte is used
 * once.
 */
const DRAWN_BYTES = 256 * NONCE_BYTES
let drawn = Buffer.alloc(0)
let used = 0

export function newNonce(): string {
  if (used === drawn.length) {
    drawn = randomBytes(DRAWN_BYTES)
    used = 0
  }
  used += NONCE_BYTES
  return drawn.toString('base64', used - NONCE_BYTES, used)
}

/**
 * Sent with every response: an answer that is harmless today may be rendered by mistake tomorrow.
 */
export function securityHeaders(nonce: string, url: string): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(nonce),
    'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains`,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': carriesToken(url) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    // The identity provider's popup must be able to answer its opener.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  }
}

const POLICY_AFTER_NONCES = [
  // Pictures of stores come through our own server, so their hosts learn nothing about our
  // visitors.
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `font-src 'self'`,
  `form-action 'self'`,
  `object-src 'none'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

const contentSecurityPolicy = (nonce: string, scripts = `'nonce-${nonce}'`): string =>
  `default-src 'self'; script-src 'self' ${scripts}; style-src 'self' 'nonce-${nonce}'; ${POLICY_AFTER_NONCES}`

/**
 * Of a page that many visitors get: its scripts are named by their hashes, because all of them know
 * its nonce. The nonce marks the scripts that we wrote, and allows styles.
 */
export function sharedPagePolicy(html: string, nonce: string): string {
  const hashes = html
    .split(`<script nonce="${nonce}"`)
    .slice(1)
    .map((rest) => rest.slice(rest.indexOf('>') + 1, rest.indexOf('</script>')))
    .map((script) => `'sha256-${hash('sha256', script, 'base64')}'`)
  return contentSecurityPolicy(nonce, hashes.join(' '))
}

/** Pages whose address holds a secret must not leak it in a referrer. */
const TOKEN_PATHS = new Set(['/password-reset', '/reset-password', '/email-verification'])

function carriesToken(url: string): boolean {
  const [path = '', query = ''] = url.split('?', 2)
  return (
    /^\/api\/(?:exports|feeds\/\w+)\//.test(path) ||
    TOKEN_PATHS.has(path.replace(/(?<!\/)\/+$/, '')) ||
    (query !== '' && new URLSearchParams(query).has('token'))
  )
}
