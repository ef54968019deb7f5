import { expect, test } from 'vitest'
import { examplePageRequest } from '#testing/page-request.ts'
import { createPageCache } from './pages.ts'
import type { PageRenderer, RenderRequest } from './render.ts'

const request: RenderRequest = { ...examplePageRequest, api: async () => ({ launched: 1 }) }

/** Counts its renders; addresses with a query have no key, `/missing` is a 404. */
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
      const status = asked.url === '/missing' ? 404 : 200
      const html = `<script nonce="${asked.nonce}"></script>${count} ${JSON.stringify(data)}<style nonce="${asked.nonce}">`
      return { status, headers: { 'content-language': 'en' }, html, isCacheable: status === 200 }
    },
  }
  const clock = { ms: 1_000, now: () => clock.ms }
  const { render } = createPageCache(renderer, { clock, ...options })
  const htmlOf = async (changes: Partial<RenderRequest> = {}) =>
    String((await render({ ...request, ...changes })).html)
  return { clock, render, htmlOf, seen, count: () => rendered }
}

test('a page is rendered once for many visitors, and each answer carries its own nonce', async () => {
  const pages = createPages()
  const first = await pages.htmlOf({ nonce: 'first' })
  const second = await pages.htmlOf({ nonce: 'second' })
  expect(pages.count()).toBe(1)
  expect(first).toBe('<script nonce="first"></script>1 {"launched":1}<style nonce="first">')
  expect(second).toBe(first.replaceAll('first', 'second'))
})

test('simultaneous visitors share one rendering', async () => {
  const pages = createPages()
  const answers = await Promise.all(['a', 'b', 'c'].map((nonce) => pages.htmlOf({ nonce })))
  expect(pages.count()).toBe(1)
  expect(new Set(answers).size).toBe(3)
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

test('a page without a key is rendered for each visitor, with the nonce of the answer', async () => {
  const pages = createPages()
  for (const nonce of ['one', 'two']) await pages.htmlOf({ url: '/?utm=1', nonce })
  expect(pages.seen.map(({ nonce }) => nonce)).toEqual(['one', 'two'])
})

test.each([
  ['that does not exist', { url: '/missing' }],
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
      return { status: 200, headers: {}, html: 'whole', isCacheable: true }
    },
  })
  await expect(render(request)).rejects.toThrow('broken')
  expect(String((await render(request)).html)).toBe('whole')
})

test('many addresses evict unused pages, by count and by size', async () => {
  for (const limit of [{ maxPages: 3 }, { maxBytes: 300 }]) {
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
