/** Calls and pages without content for strangers. Pages that are merely kept out of the results say `noindex` themselves. */
const CLOSED = [
  '/api/',
  '/app$',
  '/app?',
  '/list',
  '/store/',
  '/product/',
  '/saved',
  '/settings',
  '/payment-success',
  '/password-reset',
  '/reset-password',
  '/email-verification',
  '/undo-deletion',
  '/unsubscribe',
]
/** Pages call these themselves, also when a search engine renders them. */
const OPEN = ['/api/public/']

/** RFC 9309; the sitemap's line is sitemaps.org's. */
export function robotsTxt(origin: string): string {
  return [
    'User-agent: *',
    ...OPEN.map((path) => `Allow: ${path}`),
    ...CLOSED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}
