import { languages } from '#i18n/languages.ts'

/**
 * Calls and pages without content for strangers. Pages that are merely kept out of the results say
 * `noindex` themselves.
 */
const DISALLOWED = [
  '/api/',
  '/app$',
  '/app?',
  '/list',
  '/store/',
  '/product/',
  '/products/',
  '/saved',
  '/leads',
  '/score',
  '/changes',
  '/exclusions',
  '/settings',
  '/payment-success',
  '/password-reset',
  '/reset-password',
  '/email-verification',
  '/undo-deletion',
  '/unsubscribe',
]
/** Pages call these themselves, also when a search engine renders them. */
const ALLOWED = ['/api/public/']

/** RFC 9309; the sitemap's line is sitemaps.org's. */
export function robotsTxt(origin: string): string {
  return [
    'User-agent: *',
    ...ALLOWED.map((path) => `Allow: ${path}`),
    ...DISALLOWED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}

const MONTH_MS = 30 * 24 * 60 * 60 * 1000
/** RFC 9116 recommends less than a year, so that copies are refreshed. */
const VALID_MONTHS = 6

export const SECURITY_TXT_PATH = '/.well-known/security.txt'

/** The contact for vulnerability reports: https://www.rfc-editor.org/rfc/rfc9116 */
export function securityTxt(origin: string, contact: string, now: Date): string {
  return [
    `Contact: mailto:${contact}`,
    `Expires: ${new Date(now.getTime() + VALID_MONTHS * MONTH_MS).toISOString()}`,
    `Preferred-Languages: ${languages.join(', ')}`,
    `Canonical: ${origin}${SECURITY_TXT_PATH}`,
    '',
  ].join('\n')
}
