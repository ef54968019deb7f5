import { expect, test } from 'vitest'
import { notFound } from '#server/platform/errors.ts'
import { examplePageRequest } from '#testing/page-request.ts'
import { createPageCache } from './page-cache.ts'
import type { PageRenderer, RenderRequest } from './render.ts'

const request: RenderRequest = { ...examplePageRequest, api: async () => ({ launched: 1 }) }

/** Counts its renders; addresses with a query redirect, `/broken` fails, `/missing` is a 404. */
function createPages(options: Parameters<typeof createPageCache>[1] = {}) {
  let rendered = 0
  const seen: RenderRequest[] = []
  const renderer: PageRenderer = {
    isShell: () => false,
    keyOf: ({ url, cookie = '' }) => (url.includes('?') ? null : `${url} ${cookie}`),
    async render(asked) {
      seen.push(asked)
      const count = ++rendered
      const data = await asked.api('/api/public/stats', 'en').catch(() => 'samples')
      const status = asked.url === '/broken' ? 500 : 200
      const html = `<script nonce="${asked.nonce}">1</script>${count} ${JSON.stringify(data)}`
      const sameAs = asked.url.startsWith('/missing/') ? '/missing' : null
      const headers = { 'content-language': 'en' }
      return { status, headers, html, isCacheable: status === 200, sameAs }
    },
  }
  const clock = { ms: 1_000, now: () => clock.ms }
  const { render } = createPageCache(renderer, { clock, ...options })
  const htmlOf = async (changes: Partial<RenderRequest> = {}) =>
    String((await render({ ...request, ...changes })).html)
  return { clock, render, htmlOf, seen, count: () => rendered }
}

test('a page is rendered once for many visitors, whose policy allows its scripts', async () => {
  const pages = createPages()
  const [first, second] = [await pages.render(request), await pages.render(request)]
  expect(pages.count()).toBe(1)
  expect(String(second.html)).toBe(String(first.html))
  expect(first.headers['content-security-policy']).toContain(
    `script-src 'self' 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='; style-src`,
  )
  expect(first.headers['content-language']).toBe('en')
})

test('a rendering with other nonces and moments, but the same content, has the same tag', async () => {
  let at = 0
  const { render } = createPageCache({
    isShell: () => false,
    keyOf: () => null,
    render: async ({ nonce, url }) => ({
      status: 200,
      headers: {},
      html: `<script nonce="${nonce}">{"dataUpdatedAt":${at++}}</script>${url}`,
      isCacheable: true,
      sameAs: null,
    }),
  })
  const tagOf = async (url: string) => (await render({ ...request, url })).shared?.etag
  expect(await tagOf('/a')).toBe(await tagOf('/a'))
  expect(await tagOf('/b')).not.toBe(await tagOf('/a'))
})

test('simultaneous visitors share one rendering', async () => {
  const pages = createPages()
  const answers = await Promise.all([1, 2, 3].map(() => pages.htmlOf()))
  expect(pages.count()).toBe(1)
  expect(new Set(answers).size).toBe(1)
})

test('a visitor is counted before a rendering, and not for a page that is there', async () => {
  const pages = createPages()
  let counted = 0
  const beforeRendering = async () => void counted++
  for (const url of ['/', '/', '/pricing']) await pages.render({ ...request, url, beforeRendering })
  expect(counted).toBe(2)
  const refuse = () => Promise.reject(new Error('too many'))
  await expect(
    pages.render({ ...request, url: '/about', beforeRendering: refuse }),
  ).rejects.toThrow('too many')
  expect(pages.count()).toBe(2)
})

test('a page is rendered again after five seconds', async () => {
  const pages = createPages()
  await pages.htmlOf()
  pages.clock.ms += 4_999
  await pages.htmlOf()
  expect(pages.count()).toBe(1)
  pages.clock.ms += 2
  expect(await pages.htmlOf()).toContain('2 {')
})

test('requests with different keys get different pages', async () => {
  const pages = createPages()
  await pages.htmlOf()
  await pages.htmlOf({ cookie: 'theme=dark' })
  await pages.htmlOf({ url: '/pricing' })
  expect(pages.count()).toBe(3)
})

test('a page without a key is rendered for each visitor, with its own nonce', async () => {
  const pages = createPages()
  for (let n = 0; n < 2; n++) await pages.htmlOf({ url: '/?success=true' })
  expect(new Set(pages.seen.map(({ nonce }) => nonce)).size).toBe(2)
})

test('identical pages share one rendering', async () => {
  const pages = createPages()
  for (const url of ['/missing', '/missing/1', '/missing/2'])
    expect(await pages.htmlOf({ url })).toMatch(/^<script nonce="[^"]+">1<\/script>1 /)
})

test('a page whose call says that something does not exist is cached', async () => {
  const pages = createPages()
  const api = () => Promise.reject(notFound())
  for (let n = 0; n < 2; n++) await pages.htmlOf({ api })
  expect(pages.count()).toBe(1)
})

test.each([
  ['that failed', { url: '/broken' }],
  ['whose figures could not be read', { api: () => Promise.reject(new Error('down')) }],
])('a page %s is not cached', async (_what, changes: Partial<RenderRequest>) => {
  const pages = createPages()
  await pages.htmlOf(changes)
  await pages.htmlOf(changes)
  expect(pages.count()).toBe(2)
})

test('a failed rendering is not cached either', async () => {
  let calls = 0
  const { render } = createPageCache({
    isShell: () => false,
    keyOf: () => 'key',
    render: async () => {
      if (++calls === 1) throw new Error('broken')
      return { status: 200, headers: {}, html: 'whole', isCacheable: true, sameAs: null }
    },
  })
  await expect(render(request)).rejects.toThrow('broken')
  expect(String((await render(request)).html)).toBe('whole')
})

test('many addresses evict unused pages, by count and by size', async () => {
  for (const limit of [{ maxPages: 3 }, { maxBytes: 600 }]) {
    const pages = createPages(limit)
    for (let n = 0; n < 50; n++) {
      await pages.htmlOf()
      await pages.htmlOf({ url: `/article-${n}` })
    }
    expect(pages.count()).toBe(51)
    await pages.htmlOf({ url: '/article-0' })
    expect(pages.count()).toBe(52)
  }
})
