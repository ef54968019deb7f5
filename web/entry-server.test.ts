import { expect, test } from 'vitest'
import { apiError } from '#testing/api-error.ts'
import { exampleHighlights } from '#testing/example-highlights.ts'
import { examplePageRequest } from '#testing/page-request.ts'
import { textsOf } from '#testing/texts.ts'
import { isShellAddress, pageKeyOf, type PageRequest, renderPage } from './entry-server.tsx'

const [kestrel] = exampleHighlights.recent
const highlights = {
  ...exampleHighlights,
  recent: [{ ...kestrel, name: '</script><b>Kestrel</b>' }],
}

const request: PageRequest = {
  ...examplePageRequest,
  api: async (path) => {
    if (path.startsWith('/api/public/highlights')) return highlights
    throw new Error(path)
  },
  assetsOf: () => ({
    entry: '/assets/entry.js',
    styles: ['/assets/app.css'],
    modules: ['/assets/home.js'],
    fonts: [],
  }),
}

const render = (changes: Partial<PageRequest>) => renderPage({ ...request, ...changes })

test.each([
  [{ url: '/?lang=fr', cookie: 'language=de', acceptLanguage: 'tr' }, 'fr'],
  [{ cookie: 'a=b; language=de', acceptLanguage: 'tr' }, 'de'],
  [{ acceptLanguage: 'xx, pt-PT;q=0.8' }, 'pt'],
  [{}, 'en'],
])('a request with %j is answered in %s', async (changes, language) => {
  const page = await render(changes)
  expect(page.html).toContain(`<html lang="${language}"`)
  expect(page.headers['content-language']).toBe(language)
  expect(page.headers.vary).toBe('Accept-Language, Cookie')
})

test('a page contains its content, with figures in its language', async () => {
  const { html, status } = await render({ url: '/?lang=de' })
  expect(status).toBe(200)
  expect(html).toContain('Neue Shopify-Shops am Tag der Eröffnung')
  expect(html).toContain('18.432')
})

test('every inline script carries the nonce and no element has a style attribute', async () => {
  for (const url of ['/', '/pricing', '/login', '/app', '/nowhere']) {
    const { html } = await render({ url })
    const scripts: string[] = html.match(/<script(?![^>]*application\/ld\+json)[^>]*>/g) ?? []
    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts.filter((tag) => !tag.includes('nonce="n0nce"'))).toEqual([])
    expect(html).not.toMatch(/<[^>]+\sstyle="/)
    expect(html).not.toMatch(/<style(?![^>]*nonce)/)
  }
})

test('a content page requests its script after the first paint, an app shell at once', async () => {
  const named = /<(?:script|link)[^>]*(?:src|href)="\/assets\/\w+\.js"/g
  for (const url of ['/', '/pricing', '/login', '/nowhere']) {
    const { html } = await render({ url })
    expect(html.match(named)).toBeNull()
    expect(html).toContain('"/assets/home.js"')
  }
  for (const url of ['/app', '/list', '/store/1', '/saved', '/settings/user'])
    expect((await render({ url })).html.match(named)?.length).toBe(3)
})

test.each([
  ['/app', true],
  ['/list?date=2026-11-20', true],
  ['/settings/plan', true],
  ['/', false],
  ['/blog/some-article', false],
  ['/nowhere', false],
  ['//evil.example/app', false],
])('%s is a shell without data: %s', (url, expected) => {
  expect(isShellAddress(url)).toBe(expected)
})

test('a store name cannot close the script element that carries it', async () => {
  const { html } = await render({})
  expect(html).not.toContain('</script><b>')
  expect(html).toContain('\\u003c/script>\\u003cb>Kestrel')
})

test('the page still renders when the API fails, with entries marked as samples', async () => {
  const { html, status } = await render({ api: () => Promise.reject(new Error('down')) })
  expect(status).toBe(200)
  expect(html).toContain('>sample entries<')
  expect(html).toContain('Lumen &amp; Linen')
  expect(html).toContain('not available now')
})

test('a page whose texts fail to load says so in words, inside the layout', async () => {
  const readTexts: PageRequest['readTexts'] = (language, namespace) =>
    namespace === 'hero'
      ? Promise.reject(apiError('network', 0))
      : request.readTexts(language, namespace)
  const { html, status } = await render({ url: '/?lang=de', readTexts })
  const { t } = textsOf('de')
  expect(status).toBe(500)
  for (const key of ['errors:title', 'errors:network', 'errors:retry', 'navigation:login'] as const)
    expect(html).toContain(t(key))
  expect(html).not.toMatch(/>(errors|hero|navigation)[:.]\w+</)
})

test('an unknown address answers 404 in the real layout', async () => {
  const { html, status } = await render({ url: '/nowhere?lang=es' })
  expect(status).toBe(404)
  expect(html).toContain('Página no encontrada')
  expect(html).toContain('application/ld+json')
})

test.each(['/blog/999999', '/blog/no-such-article'])(
  'the address of an article that does not exist, %s, answers 404',
  async (url) => {
    const missing = Object.assign(new Error('not_found'), { code: 'not_found' })
    const { status } = await render({ url, api: () => Promise.reject(missing) })
    expect(status).toBe(404)
    const down = Object.assign(new Error('overloaded'), { code: 'overloaded' })
    expect((await render({ url, api: () => Promise.reject(down) })).status).toBe(200)
  },
)

test.each([
  ['/settings', '/settings/user'],
  ['/?success=true&a=b', '/payment-success?success=true&a=b'],
  ['/?checkout_id=1', '/payment-success?checkout_id=1'],
  ['/pricing?order_id=1&lang=de', '/payment-success?order_id=1&lang=de'],
])(
  '%s redirects to %s',
  {
    tags: [
      'routes.home-redirect-return',
      'routes.home-redirect-keeps-query',
      'pricing.redirect-keeps-query',
      'routes.settings-redirect',
    ],
  },
  async (url, target) => {
    const { headers, status } = await render({ url })
    expect([status, headers.location]).toEqual([302, target])
  },
)

test('an address that starts with two slashes stays a path on this origin', async () => {
  const { html, status } = await render({ url: '//evil.example/x' })
  expect(status).toBe(404)
  expect(html).toContain('<link rel="canonical" href="https://storedawn.example/404"/>')
})

test(
  'settings are closed to search engines, the landing page is not',
  { tags: ['meta.noindex-optional', 'meta.noindex-settings'] },
  async () => {
    expect((await render({ url: '/settings/user' })).html).toContain(
      '<meta name="robots" content="noindex"/>',
    )
    expect((await render({})).html).not.toContain('noindex')
  },
)

test('theme, closed banner and a presumed session come from cookies', async () => {
  const { html } = await render({ cookie: 'theme=dark; banner=closed; session_hint=1' })
  expect(html).toMatch(/<html[^>]* data-theme="dark"/)
  expect(html).not.toContain('aria-label="Announcements"')
  expect(html).not.toContain('href="/register"><')
  expect((await render({ cookie: 'theme=purple' })).html).not.toContain('data-theme')
})

const textsIn = (html: string): string[] =>
  Object.keys(JSON.parse(/"texts":(\{.*?\}),"queries":/.exec(html)?.[1] ?? '{}') as object)

test('a page carries its own texts and none from pages rendered before it', async () => {
  const freshTexts: PageRequest['readTexts'] = (language, namespace) =>
    request.readTexts(language, namespace)
  const alone = await render({ url: '/pricing', readTexts: freshTexts })
  for (const url of ['/', '/freshness', '/register']) await render({ url })
  const after = await render({ url: '/pricing' })
  expect(textsIn(alone.html)).toContain('pricing')
  expect(textsIn(after.html).toSorted()).toEqual(textsIn(alone.html).toSorted())
})

test('pages rendered concurrently in several languages do not mix them', async () => {
  const languages = ['en', 'de', 'tr', 'en', 'fr', 'de']
  const pages = await Promise.all(
    languages.map((language) => render({ url: `/pricing?lang=${language}` })),
  )
  expect(pages.map(({ html }) => /<html lang="(\w+)"/.exec(html)?.[1])).toEqual(languages)
  expect(pages[1]?.html).toBe(pages[5]?.html)
})

test('visitors with the same cache key get an identical page', async () => {
  const visitors: Partial<PageRequest>[] = [
    { cookie: 'theme=dark; other=1', acceptLanguage: 'de' },
    { cookie: 'language=de; theme=dark', acceptLanguage: 'tr,en;q=0.5' },
    { cookie: 'theme=dark; jwt=abc', acceptLanguage: 'de-AT;q=0.9' },
  ]
  expect(new Set(visitors.map((visitor) => pageKeyOf({ ...request, ...visitor }))).size).toBe(1)
  const pages = await Promise.all(visitors.map((visitor) => render(visitor)))
  const withoutMoment = ({ html }: { html: string }) =>
    html.replaceAll(/"(?:dataUpdated|dehydrated)At":\d+/g, '')
  expect(new Set(pages.map(withoutMoment)).size).toBe(1)
})

test.each([
  { url: '/pricing' },
  { url: '/?lang=de' },
  { cookie: 'language=fr' },
  { acceptLanguage: 'es' },
  { cookie: 'theme=dark' },
  { cookie: 'session_hint=1' },
  { cookie: 'banner=closed' },
  { origin: 'http://other.example' },
])('a request with %j gets a different cache key', (changes) => {
  expect(pageKeyOf({ ...request, ...changes })).not.toBe(pageKeyOf(request))
})

test.each([
  ['/?utm_source=mail', '/'],
  ['/?lang=xx', '/'],
  ['/?lang=de-AT&lang=fr&x=1', '/?lang=de'],
  ['/Pricing/?x=1&billing=annual', '/pricing?billing=annual'],
  ['/sample?page=002', '/sample'],
  [`/${'a'.repeat(200)}`, '/nowhere?x'],
  ['/store/1', '/store/2?view=leads'],
  ['/blog/007', '/blog/7'],
  ['/unsubscribe?token=1', '/unsubscribe'],
])('%s has the cache key of %s', (url, same) => {
  expect(pageKeyOf({ ...request, url })).toBe(pageKeyOf({ ...request, url: same }))
})

test.each(['/?success=true', '/?checkout_id=1', '/pricing?order_id=1'])(
  '%s redirects and has no cache key',
  (url) => {
    expect(pageKeyOf({ ...request, url })).toBeNull()
  },
)

test('pages are cacheable, missing ones and shells too; redirects and failures are not', async () => {
  const kept = async (url: string) => (await render({ url })).isCacheable
  for (const url of ['/', '/pricing', '/login', '/freshness', '/app', '/store/1', '/nowhere'])
    expect([url, await kept(url)]).toEqual([url, true])
  for (const url of ['/settings', '/?success=true'])
    expect([url, await kept(url)]).toEqual([url, false])
  const readTexts = () => Promise.reject(apiError('network', 0))
  expect((await render({ readTexts })).isCacheable).toBe(false)
})
