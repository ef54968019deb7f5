import { emptyTables } from '#testing/factories.ts'
import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { createPageCache } from '#server/site/api.ts'
import { insertArticles } from '#testing/insert-articles.ts'
import { examplePageRequest } from '#testing/page-request.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { startTestApp } from '#testing/test-app.ts'
import { isShellAddress, pageKeyOf, renderPage } from '#web/entry-server.tsx'

let rendered: string[] = []
const { readTexts, assetsOf } = examplePageRequest

const app = sharedByTests(() =>
  startTestApp({
    renderer: createPageCache(
      {
        keyOf: pageKeyOf,
        isShell: isShellAddress,
        async render(request) {
          const page = await renderPage({ ...request, readTexts, assetsOf })
          if (page.html !== '') rendered.push(request.url)
          return page
        },
      },
      // No page is forgotten while a test runs.
      { clock: { now: () => 1 } },
    ),
  }),
)
beforeEach(() => {
  rendered = []
})

async function ask(urls: readonly string[], headers: Record<string, string> = {}) {
  const answers = []
  for (const url of urls) answers.push(await app.anonymous({ url, headers }))
  return answers
}

const many = (addressOf: (n: number) => string) => [1, 2, 3].map(addressOf)

test.each([
  '/',
  '/sample',
  '/lead-score',
  '/pricing',
  '/blog',
  '/blog/category/strategy',
  '/terms',
  '/contact',
  '/opt-out',
  '/freshness',
  '/login',
  '/payment-success',
  '/email-verification',
  '/list',
  '/store/7',
])('any number of queries that %s does not read make one rendering', async (path) => {
  // Its own theme keeps the pages of other tests out.
  await ask([path, ...many((n) => `${path}?utm_source=${n}&x[${n}]=%00`)], { cookie: 'theme=dark' })
  expect(rendered).toHaveLength(1)
})

test.each([
  ['paths without a page', many((n) => `/nowhere/${n}?x=${n}`)],
  [
    'articles that do not exist',
    [...many((n) => `/blog/no-such-article-${n}`), ...many((n) => `/blog/90000${n}`)],
  ],
  ['categories that do not exist', many((n) => `/blog/category/${n}?page=${n}`)],
  ['stores', many((n) => `/store/${n}`)],
  ['spellings of a path', ['/terms', '/TERMS', '/terms/', '/%74erms', '/terms//']],
  ['subjects of a message', many((n) => `/contact?subject=${n}`)],
  ['links of mails', many((n) => `/opt-out?domain=shop-${n}.example&token=${n}`)],
  [
    'links to confirm an address',
    many((n) => `/email-verification?token=${n}&email=${n}@a.example`),
  ],
  ['returns from a payment', many((n) => `/payment-success?checkout_id=${n}`)],
  ['billing periods', many((n) => `/pricing?billing=${n}`)],
  ['numbers that no page of the blog has', ['/blog?page=x', '/blog?page=-1', '/blog?page=1e9']],
])('any number of %s make one rendering', async (_what, urls) => {
  await ask(urls, { cookie: 'theme=light' })
  expect(rendered).toHaveLength(1)
})

test('what a page reads of its query is rendered', async () => {
  const [monthly, annual, search, ofCategory, german] = await ask([
    '/pricing?y=1',
    '/pricing?billing=annual&y=1',
    '/blog?q=shelf',
    '/blog/category/seo?q=shelf',
    '/pricing?lang=de&billing=annual',
  ])
  const answers = [monthly, annual, search, ofCategory, german]
  expect(rendered).toHaveLength(answers.length)
  expect(new Set(answers.map((answer) => answer?.body)).size).toBe(answers.length)
  for (const page of [search, ofCategory]) expect(page?.body).toContain('value="shelf"')
  expect(german?.body).toMatch(/<link rel="canonical" href="[^"]+\/pricing\?lang=de"\/>/)
})

test.each(['/sitemap.xml', '/blog/feed.xml?lang=en', '/blog/category/seo/atom.xml?lang=en'])(
  'the text of %s is written once for all its readers in a few seconds',
  async (path) => {
    const read = async (query = '') => (await ask([path + query]))[0]?.body ?? ''
    await emptyTables(app.ctx, 'articles')
    app.ctx.clock.advance(60_000)
    const before = await read()
    await insertArticles(app.ctx)
    expect(await read(`${path.includes('?') ? '&' : '?'}x=<1>`)).toBe(before)
    app.ctx.clock.advance(5_001)
    const after = await read()
    expect(after).toContain('/blog/lamps')
    const [packed] = await ask([path], { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(packed?.rawPayload ?? '').toString()).toBe(after)
    const [same] = await ask([path], { 'if-none-match': String(packed?.headers['etag']) })
    expect(same?.statusCode).toBe(304)
  },
)

test('a page that has not changed is answered with 304, and keeps its stored policy', async () => {
  const [page] = await ask(['/terms'])
  const etag = String(page?.headers['etag'])
  const [again] = await ask(['/terms?x=1'], { 'if-none-match': `"other", ${etag}` })
  expect([again?.statusCode, again?.body]).toEqual([304, ''])
  expect(again?.headers).not.toHaveProperty('content-security-policy')
  const [changed] = await ask(['/terms?lang=de'], { 'if-none-match': etag })
  expect(changed?.statusCode).toBe(200)
})

test('each reader gets the page in an encoding that it takes', async () => {
  const [plain] = await ask(['/about'])
  const [br] = await ask(['/about'], { 'accept-encoding': 'gzip, deflate, br' })
  const [gzip] = await ask(['/about'], { 'accept-encoding': 'GZIP;q=0.5, br;q=0.0' })
  expect([plain, br, gzip].map((answer) => answer?.headers['content-encoding'])).toEqual([
    undefined,
    'br',
    'gzip',
  ])
  expect(brotliDecompressSync(br?.rawPayload ?? '').toString()).toBe(plain?.body)
  expect(gunzipSync(gzip?.rawPayload ?? '').toString()).toBe(plain?.body)
  expect(String(plain?.headers['vary'])).toContain('Accept-Encoding')
})

test(
  'the policy of a page names its scripts by their hashes, and no others',
  { tags: ['check-62'] },
  async () => {
    for (const answer of await ask(['/', '/app', '/nowhere', '/blog'])) {
      const policy = String(answer.headers['content-security-policy'])
      const scripts = [...answer.body.matchAll(/<script nonce="[^"]+"[^>]*>(.+?)<\/script>/gs)]
      const hashes = scripts.map(([, script = '']) =>
        createHash('sha256').update(script).digest('base64'),
      )
      expect(hashes.length).toBeGreaterThan(1)
      expect(policy).toContain(
        `script-src 'self' ${hashes.map((hash) => `'sha256-${hash}'`).join(' ')};`,
      )
    }
  },
)
