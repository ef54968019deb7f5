import { expect, test } from 'vitest'
import { renderScreen } from '#testing/render-screen.tsx'
import { NotFoundPage, reportMissingPath } from './not-found-page.tsx'

const render = (address: string) =>
  renderScreen(<NotFoundPage />, { address, visitor: 'anonymous' })

test(
  'the page says what is missing and leads home or to support',
  { tags: ['not-found.content', 'not-found.home', 'not-found.contact', 'routes.not-found'] },
  () => {
    const html = render('/no/such/page')
    expect(html).toMatch(/4<svg.*<\/svg>4/)
    expect(html).toContain('<span class="sr-only">404</span>')
    for (const words of [
      'Page not found',
      'Nothing opened at this address',
      'The link may be old or mistyped',
    ])
      expect(html).toContain(words)
    expect(html).toContain('<code class="wrap-anywhere text-ink">/no/such/page</code>')
    expect(html).toMatch(/href="\/"[^>]*>Back to home/)
    expect(html).toMatch(/href="\/contact"[^>]*>Contact support/)
  },
)

test(
  'the page has a canonical address and structured data, and is not indexed',
  { tags: ['not-found.metadata'] },
  () => {
    const html = render('/no/such/page')
    expect(html).toMatch(/<link rel="canonical" href="[^"]*\/no\/such\/page"/)
    expect(html).toContain('content="noindex"')
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(json)).toMatchObject({
      '@type': 'WebPage',
      name: 'Nothing opened at this address',
      url: '/no/such/page',
    })
  },
)

test.each([
  ['/%3Cscript%3Ealert(1)', '/&lt;script&gt;alert(1)'],
  ['/half%E0%A4%A', '/half%E0%A4%A'],
  [`/${'long'.repeat(100)}`, `/${'long'.repeat(29)}lon…`],
])('the page shows the address %s as %s', (address, shown) => {
  const html = render(address)
  expect(html).toContain(`>${shown}</code>`)
  expect(html).not.toContain('<script>alert')
})

test('a missing path reached through a link is requested once; a path that the browser loaded itself is not requested again', () => {
  const asked: unknown[] = []
  const reported = new Set<string>()
  const tell = (pathname: string) =>
    reportMissingPath(pathname, {
      reported,
      loadedPath: '/typed',
      origin: 'https://storedawn.example',
      fetch: async (address, init) => {
        asked.push([address, init.method, init.credentials])
        throw new TypeError('no connection')
      },
    })
  for (const pathname of ['/typed', '/linked', '/linked', '//evil.example/x']) tell(pathname)
  expect(asked).toEqual([
    ['https://storedawn.example/linked', 'HEAD', 'omit'],
    ['https://storedawn.example//evil.example/x', 'HEAD', 'omit'],
  ])
})
