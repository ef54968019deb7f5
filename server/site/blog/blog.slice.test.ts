import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all-endpoints.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { deleteOldRows } from '#server/platform/jobs/purge-old-rows.ts'
import { retention } from '#server/site/api.ts'
import { followArticles, loadArticles } from './load-articles.ts'
import { limits } from '#server/site/limits.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await startTestApp()
  folder = await mkdtemp(path.join(tmpdir(), 'articles-'))
  await mkdir(folder, { recursive: true })
  for (const article of ARTICLES) await write(article)
  await load()
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

type Made = {
  id: number
  slug: string
  title: string
  category: string
  tags: string[]
  body: string
  featured?: boolean
  language?: string
  publishedAt: string
}
const ARTICLES: Made[] = [
  { id: 1, slug: 'first-day', title: 'The first day', category: 'Strategy', tags: ['launches'], body: 'Niches are found early. '.repeat(60), publishedAt: '2026-02-01' },
  { id: 2, slug: 'niches', title: 'Niches that grow', category: 'Trends', tags: ['niches', 'launches'], body: '## How\n\nLook at lamps.\n\n## How\n\nAgain.', publishedAt: '2026-03-02', featured: true },
  { id: 3, slug: 'lampen', title: 'Lampen verkaufen', category: 'SEO', tags: ['lamps'], body: 'Die Häuser brauchen Licht.', publishedAt: '2026-03-05', language: 'de' },
  { id: 4, slug: 'ahead', title: 'Not yet', category: 'SEO', tags: ['lamps'], body: 'Later, niches.', publishedAt: '2027-01-01' },
] // prettier-ignore

const [FIRST] = ARTICLES as [Made, ...Made[]]

const fileOf = (slug: string) => path.join(folder, `${slug}.md`)
const textOf = ({ body, tags, ...fields }: Made) =>
  `---\n${Object.entries({ ...fields, excerpt: `About ${fields.slug}`, author: 'Ada' })
    .map(([key, value]) => `${key}: ${value}`)
    .join('\n')}\ntags: [${tags.join(', ')}]\n---\n\n${body}\n`
const write = (article: Made, name = article.slug) => writeFile(fileOf(name), textOf(article))
const load = () => loadArticles(app.ctx, folder)
const get = async (address: string) => {
  const answer = await app.anonymous(address)
  expect([address, answer.statusCode]).toEqual([address, 200])
  const { success, data, message } = answer.json()
  expect([success, typeof message]).toEqual([true, 'string'])
  return data
}
type Listed = { articles: { slug: string }[]; total: number }
const slugsOf = (articles: { slug: string }[]) => articles.map(({ slug }) => slug)

describe('articles', () => {
  test(
    'are listed newest first, in pages, without future-dated articles',
    { tags: ['calls.blog-public-get', 'calls.articles', 'const.blog-sort'] },
    async () => {
      const page: Listed = await get('/api/articles?limit=2')
      expect([page.total, slugsOf(page.articles)]).toEqual([3, ['lampen', 'niches']])
      expect(slugsOf((await get('/api/articles?limit=2&offset=2')).articles)).toEqual(['first-day'])
      expect(slugsOf((await get('/api/articles?sortBy=title&sortOrder=asc')).articles)).toEqual([
        'lampen',
        'niches',
        'first-day',
      ])
      expect((await app.anonymous('/api/articles/4')).statusCode).toBe(404)
    },
  )

  test(
    'are returned with all their fields, by number and by slug',
    {
      tags: [
        'article.fields',
        'article.times',
        'calls.article-id',
        'calls.article-slug',
        'routes.article-by-slug',
        'routes.article-by-id',
      ],
    },
    async () => {
      const article = await get('/api/articles/2')
      expect(article).toMatchObject({
        slug: 'niches',
        category: 'Trends',
        categorySlug: 'trends',
        tags: ['niches', 'launches'],
        author: 'Ada',
        publishDate: '2026-03-02T08:00:00.000Z',
        publishedAt: '2026-03-02T08:00:00.000Z',
        readingTime: 1,
        headings: [
          { id: 'how', text: 'How', level: 2 },
          { id: 'how-2', text: 'How', level: 2 },
        ],
      })
      expect(article.readTime).toBeLessThan(1)
      expect(await get('/api/articles/slug/niches')).toEqual(article)
      expect((await app.anonymous('/api/articles/slug/nothing')).statusCode).toBe(404)
    },
  )

  test(
    'are found by words of title, tags, excerpt and text, the best match first',
    { tags: ['calls.articles-search'] },
    async () => {
      const find = async (query: string) =>
        slugsOf((await get(`/api/articles/search?${query}`)).articles)
      expect(await find('q=niches')).toEqual(['niches', 'first-day'])
      expect(await find('q=nich')).toEqual(['niches', 'first-day'])
      // A German inflected form, and a word that no article contains.
      expect(await find('q=Haus')).toEqual(['lampen'])
      expect(await find('q=niches%20zeppelin')).toEqual([])
      expect(await find("q='%20%26%20!(")).toEqual([])
      expect(await find('q=&category=seo')).toEqual(['lampen'])
      expect(await find('tags=launches,unknown&sortBy=publishedAt&sortOrder=asc')).toEqual([
        'first-day',
        'niches',
      ])
    },
  )

  test('are found with the words highlighted in title and text, in any inflected form', async () => {
    const [lampen] = (await get('/api/articles/search?q=Haus+verkauf')).articles
    const marked = (parts: { text: string; isMatch: boolean }[]) =>
      parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('')
    expect(marked(lampen.marked.title)).toBe('Lampen [verkaufen]')
    expect(marked(lampen.marked.text)).toBe('Die [Häuser] brauchen Licht.')
    // Text that looks like markup stays text, in whole words and in parts; without a match in the
    // text the result shows the excerpt.
    await write({ ...FIRST, body: '*So*, `<b onclick="x">niches</b>` & <i>\uE000lamps</i>.' })
    await load()
    const [first] = (await get('/api/articles/search?q=niches')).articles.filter(
      ({ slug }: { slug: string }) => slug === FIRST.slug,
    )
    expect(marked(first.marked.text)).toBe('… onclick="x">[niches]</b> & <i>lamps …')
    const [byTag] = (await get('/api/articles/search?q=launches')).articles.filter(
      ({ slug }: { slug: string }) => slug === FIRST.slug,
    )
    expect(marked(byTag.marked.text)).toBe('About first-day')
    await write(FIRST)
    await load()
  })

  test(
    'have separate lists by category, recent, featured, popular and related',
    {
      tags: [
        'calls.article-related',
        'calls.articles-recent',
        'calls.articles-popular',
        'calls.articles-featured',
        'calls.articles-category',
      ],
    },
    async () => {
      expect(slugsOf((await get('/api/articles/category/trends')).articles)).toEqual(['niches'])
      expect(slugsOf((await get('/api/articles/category/SEO')).articles)).toEqual(['lampen'])
      expect((await app.anonymous('/api/articles/category/none')).statusCode).toBe(404)
      expect(slugsOf(await get('/api/articles/recent?limit=1'))).toEqual(['lampen'])
      expect(slugsOf(await get('/api/articles/featured?limit=2'))).toEqual(['niches', 'lampen'])
      expect(slugsOf(await get('/api/articles/1/related?limit=1'))).toEqual(['niches'])
      await app.ctx.db.updateTable('articles').set({ views: 9 }).where('id', '=', 1).execute()
      expect(slugsOf(await get('/api/articles/popular?limit=1'))).toEqual(['first-day'])
      await app.ctx.db.updateTable('articles').set({ views: 0 }).execute()
    },
  )

  test('count a reader once a day, and do not keep the identity', async () => {
    const { db } = app.ctx
    const view = async () =>
      (await app.fastify.inject({ method: 'POST', url: '/api/articles/1/views' })).json().data.views
    expect([await view(), await view()]).toEqual([1, 1])
    await db.updateTable('article_views').set({ day: '2026-01-01' }).execute()
    expect([await view(), await view()]).toEqual([2, 2])
    await deleteOldRows(app.ctx, retention)
    const left = await db.selectFrom('article_views').select('day').execute()
    expect(left).toHaveLength(1)
    expect((await get('/api/articles/1')).views).toBe(2)
    expect((await get('/api/articles/stats')).totalViews).toBe(2)
  })

  test('count a network once a day, across user agents', async () => {
    const view = async (userAgent: string, remoteAddress: string) => {
      const headers = { 'user-agent': userAgent }
      const url = '/api/articles/2/views'
      return (await app.fastify.inject({ method: 'POST', url, headers, remoteAddress })).json().data
        .views
    }
    for (let index = 0; index < 30; index += 1)
      expect(await view(`Browser/${index}`, '203.0.113.9')).toBe(1)
    expect(await view('Browser/0', '2001:db8:1:2::7')).toBe(2)
    expect(await view('Browser/1', '2001:db8:1:2::8')).toBe(2)
  })

  test('stop counting views at the hourly limit, and resume in the next hour', async () => {
    const { db } = app.ctx
    const view = async (host: number) => {
      const remoteAddress = `198.51.100.${host}`
      const answer = await app.fastify.inject({
        method: 'POST',
        url: '/api/articles/3/views',
        remoteAddress,
      })
      return answer.json().data.views
    }
    expect(await view(1)).toBe(1)
    await sql`update request_limits set points = ${limits.articleViews.points - 1} where key = 'article-views:3'`.execute(
      db,
    )
    expect([await view(2), await view(3), await view(4)]).toEqual([2, 2, 2])
    // Windows of limits follow the real clock.
    await sql`update request_limits set expire = 0 where key = 'article-views:3'`.execute(db)
    expect(await view(3)).toBe(3)
    await db.updateTable('articles').set({ views: 0 }).execute()
  })
})

test(
  'categories list their article counts',
  {
    tags: [
      'category.fields',
      'calls.categories',
      'calls.category-id',
      'calls.category-slug',
      'calls.categories-with-articles',
      'calls.categories-popular',
      'calls.categories-search',
    ],
  },
  async () => {
    const counts = async (address: string) =>
      (await get(address)).map(
        ({ slug, articleCount }: Record<string, unknown>) => `${slug} ${articleCount}`,
      )
    expect(await counts('/api/categories')).toEqual([
    'strategy 1', 'tutorial 0', 'trends 1', 'business 0', 'seo 1', 'marketing 0',
  ]) // prettier-ignore
    expect(await counts('/api/categories/with-articles')).toEqual([
      'strategy 1',
      'trends 1',
      'seo 1',
    ])
    expect(await counts('/api/categories/popular?limit=1')).toEqual(['strategy 1'])
    expect(await counts('/api/categories/search?q=ma')).toEqual(['marketing 0'])
    expect(await get('/api/categories/5')).toEqual({
      id: 5,
      slug: 'seo',
      name: 'SEO',
      articleCount: 1,
    })
    expect(await get('/api/categories/slug/seo')).toEqual(await get('/api/categories/5'))
    expect((await app.anonymous('/api/categories/7')).statusCode).toBe(404)
  },
)

test(
  'blog stats count articles, non-empty categories, all views, and the articles of this month',
  { tags: ['blog-stats.fields', 'calls.articles-stats'] },
  async () => {
    const { db } = app.ctx
    await db.updateTable('articles').set({ views: 5 }).where('id', '=', 1).execute()
    await db.updateTable('articles').set({ views: 7 }).where('id', '=', 2).execute()
    expect(await get('/api/articles/stats')).toEqual({
      totalArticles: 3,
      totalCategories: 3,
      totalViews: 12,
      publishedThisMonth: 2,
    })
    await db.updateTable('articles').set({ views: 0 }).execute()
  },
)

const blogCalls = allEndpoints.filter(({ path }) => /^\/api\/(articles|categories)/.test(path))

test.each(blogCalls.map(({ method, path }) => [method, path] as const))(
  '%s %s works without a token and ignores an invalid one',
  { tags: ['roles.open-blog', 'calls.blog-envelope'] },
  async (method, address) => {
    const url = address
      .replace(':id', '1')
      .replace(':slug', address.includes('categories') ? 'seo' : 'niches')
    for (const headers of [{}, { authorization: 'Bearer made-up' }]) {
      const answer = await app.fastify.inject({
        method,
        url: url.replace(':category', 'seo'),
        headers,
      })
      expect([answer.statusCode, answer.json().success]).toEqual([200, true])
    }
  },
)

test.each([
  ['GET', '/api/articles/99', 404, 'not_found'],
  ['GET', '/api/articles?limit=0', 400, 'invalid_request'],
  ['GET', '/api/categories/slug/none', 404, 'not_found'],
  ['GET', '/api/categories/x', 400, 'invalid_request'],
  ['PUT', '/api/articles', 405, 'method_not_allowed'],
] as const)(
  '%s %s fails with %i in the same envelope as an answer',
  { tags: ['calls.blog-envelope'] },
  async (method, url, status, code) => {
    const answer = await app.fastify.inject({ method, url })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toEqual({
      success: false,
      data: null,
      message: expect.stringMatching(/./),
      code,
      requestId: expect.stringMatching(/./),
      ...(code === 'invalid_request' && { field: expect.anything() }),
    })
  },
)

test('refusals of calls outside the blog have no envelope', async () => {
  const answer = await app.anonymous('/api/stores')
  expect(Object.keys(answer.json()).toSorted()).toEqual(['code', 'message', 'requestId'])
})

test('covers and feeds are served as files', async () => {
  const [article] = await get('/api/articles/recent?limit=1')
  const cover = await app.anonymous(article.image)
  expect([cover.statusCode, cover.headers['content-type']]).toEqual([200, 'image/svg+xml'])
  expect((await app.anonymous('/api/articles/covers/seo-made-up-0000000000.svg')).statusCode).toBe(
    404,
  )
  for (const address of ['/blog/feed.xml', '/blog/atom.xml', '/blog/category/trends/feed.xml']) {
    const feed = await app.anonymous(address)
    expect(feed.statusCode).toBe(200)
    expect(feed.body).toContain('/blog/niches')
    expect(feed.body).not.toContain('/blog/lampen')
  }
  expect((await app.anonymous('/blog/feed.xml?lang=de')).body).toContain('/blog/lampen')
  expect((await app.anonymous('/blog/category/none/feed.xml')).statusCode).toBe(404)
})

test('a new file becomes an article without a restart; an unreadable one is logged with its line', async () => {
  const own = await mkdtemp(path.join(tmpdir(), 'articles-'))
  const { ctx } = app
  ctx.testLog.expectError('blog.article_faulty')
  const following = await followArticles(ctx, own)
  try {
    await writeFile(path.join(own, 'broken.md'), '---\nid: two\n---\n\nText')
    await writeFile(path.join(own, 'added.md'), textOf({ ...FIRST, id: 77, slug: 'added' }))
    await expect
      .poll(async () => (await app.anonymous('/api/articles/77')).statusCode, { timeout: 10_000 })
      .toBe(200)
    const told = ctx.testLog.entries.find(({ event }) => event === 'blog.article_faulty')
    expect(told).toMatchObject({
      file: 'broken.md',
      problems: expect.arrayContaining([{ line: 2, text: expect.stringContaining('id:') }]),
    })
  } finally {
    await following[Symbol.asyncDispose]()
    await rm(own, { recursive: true })
    await load()
  }
})

test('a changed file updates its article, a deleted one removes it, a faulty one leaves it unchanged', async () => {
  const [first, second, third] = ARTICLES
  if (!first || !second || !third) throw new Error('there are articles')
  expect(await load()).toEqual({ changed: 0, removed: 0, faults: [] })
  await write({ ...first, title: 'The very first day' })
  await writeFile(fileOf(second.slug), '---\nid: two\n---\n\nText')
  await rm(fileOf(third.slug))
  const loaded = await load()
  expect([loaded.changed, loaded.removed, loaded.faults.map(({ file }) => file)]).toEqual([
    1,
    1,
    ['niches.md'],
  ])
  expect(loaded.faults[0]?.problems).toContainEqual({
    line: 2,
    text: expect.stringContaining('id:'),
  })
  expect((await get('/api/articles/1')).title).toBe('The very first day')
  expect((await get('/api/articles/2')).title).toBe('Niches that grow')
  expect((await app.anonymous('/api/articles/3')).statusCode).toBe(404)
  // Two files trade their slugs.
  await write({ ...first, slug: 'niches' }, 'first-day')
  await write({ ...second, slug: 'first-day' }, 'niches')
  expect(await load()).toMatchObject({ changed: 2, faults: [] })
  expect((await get('/api/articles/slug/niches')).id).toBe(1)
  // A second article with the same number is refused.
  await write({ ...third, id: 1 })
  expect((await load()).faults).toEqual([
    { file: 'lampen.md', problems: [{ line: 1, text: 'id: 1 is that of first-day.md' }] },
  ])
})
