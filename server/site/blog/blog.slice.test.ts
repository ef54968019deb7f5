import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all-endpoints.ts'
import { languages } from '#i18n/languages.ts'
import { xmlElement } from '#server/platform/escape-markup.ts'
import { type GivenArticle, insertArticles } from '#testing/insert-articles.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { inTurn } from '#testing/test-app.ts'
import { textsOf } from '#testing/texts.ts'
import { deleteOldRows } from '#server/platform/jobs/purge-old-rows.ts'
import { retention } from '#server/site/api.ts'
import { limits } from '#server/site/limits.ts'

const app = useTestApp()
beforeAll(() => insertArticles(app.ctx, ARTICLES))

const ARTICLES: readonly [GivenArticle, ...GivenArticle[]] = [
  { id: 1, slug: 'first-day', title: 'The first day', category: 'Strategy', tags: ['launches'], body: 'Niches are found early. '.repeat(60), publishedAt: '2026-02-01' },
  { id: 2, slug: 'niches', title: 'Niches that grow', category: 'Trends', tags: ['niches', 'launches'], body: '## How\n\nLook at lamps.\n\n## How\n\nAgain.', publishedAt: '2026-03-02', featured: true },
  { id: 3, slug: 'lampen', title: 'Lampen verkaufen', category: 'SEO', tags: ['lamps'], body: 'Die Häuser brauchen Licht.', publishedAt: '2026-03-05', language: 'de' },
  { id: 4, slug: 'ahead', title: 'Not yet', category: 'SEO', tags: ['lamps'], body: 'Later, niches.', publishedAt: '2027-01-01' },
] // prettier-ignore

const [FIRST, ...OTHERS] = ARTICLES

const statusOf = async (address: string) => (await app.anonymous(address)).statusCode
/** Reads the article as somebody from this address; answers how often it was read. */
const view = async (id: number, remoteAddress: string, userAgent = 'Browser/1') => {
  const headers = { 'user-agent': userAgent }
  const url = `/api/articles/${id}/views`
  return (await app.fastify.inject({ method: 'POST', url, headers, remoteAddress })).json().data
    .views
}
const setViews = (views: number, id?: number) =>
  app.ctx.db
    .updateTable('articles')
    .set({ views })
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .execute()
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
      expect(await statusOf('/api/articles/4')).toBe(404)
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
      expect(await statusOf('/api/articles/slug/nothing')).toBe(404)
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
    const firstOf = async (query: string) =>
      (await get(`/api/articles/search?q=${query}`)).articles.find(
        ({ slug }: { slug: string }) => slug === FIRST.slug,
      ).marked
    const body = '*So*, `<b onclick="x">niches</b>` & <i>\uE000lamps</i>.'
    await insertArticles(app.ctx, [{ ...FIRST, body }, ...OTHERS])
    expect(marked((await firstOf('niches')).text)).toBe('… onclick="x">[niches]</b> & <i>lamps …')
    expect(marked((await firstOf('launches')).text)).toBe('About first-day')
    await insertArticles(app.ctx, ARTICLES)
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
      expect(await statusOf('/api/articles/category/none')).toBe(404)
      expect(slugsOf(await get('/api/articles/recent?limit=1'))).toEqual(['lampen'])
      expect(slugsOf(await get('/api/articles/featured?limit=2'))).toEqual(['niches', 'lampen'])
      expect(slugsOf(await get('/api/articles/1/related?limit=1'))).toEqual(['niches'])
      await setViews(9, 1)
      expect(slugsOf(await get('/api/articles/popular?limit=1'))).toEqual(['first-day'])
      await setViews(0)
    },
  )

  test('count a reader once a day, and do not keep the identity', async () => {
    const { db } = app.ctx
    const read = () => view(1, '198.51.100.200')
    expect([await read(), await read()]).toEqual([1, 1])
    await db.updateTable('article_views').set({ day: '2026-01-01' }).execute()
    expect([await read(), await read()]).toEqual([2, 2])
    await deleteOldRows(app.ctx, retention)
    const left = await db.selectFrom('article_views').select('day').execute()
    expect(left).toHaveLength(1)
    expect((await get('/api/articles/1')).views).toBe(2)
    expect((await get('/api/articles/stats')).totalViews).toBe(2)
  })

  test('count a network once a day, across user agents', async () => {
    const views = await inTurn(30, (number) => view(2, '203.0.113.9', `Browser/${number}`))
    expect(new Set(views)).toEqual(new Set([1]))
    expect(await view(2, '2001:db8:1:2::7', 'Browser/0')).toBe(2)
    expect(await view(2, '2001:db8:1:2::8', 'Browser/1')).toBe(2)
  })

  test('stop counting views at the hourly limit, and resume in the next hour', async () => {
    const { db } = app.ctx
    const read = (host: number) => view(3, `198.51.100.${host}`)
    expect(await read(1)).toBe(1)
    await sql`update request_limits set points = ${limits.articleViews.points - 1} where key = 'article-views:3'`.execute(
      db,
    )
    expect([await read(2), await read(3), await read(4)]).toEqual([2, 2, 2])
    // Windows of limits follow the real clock.
    await sql`update request_limits set expire = 0 where key = 'article-views:3'`.execute(db)
    expect(await read(3)).toBe(3)
    await setViews(0)
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
    expect(await statusOf('/api/categories/7')).toBe(404)
  },
)

test(
  'blog stats count articles, non-empty categories, all views, and the articles of this month',
  { tags: ['blog-stats.fields', 'calls.articles-stats'] },
  async () => {
    await setViews(5, 1)
    await setViews(7, 2)
    expect(await get('/api/articles/stats')).toEqual({
      totalArticles: 3,
      totalCategories: 3,
      totalViews: 12,
      publishedThisMonth: 2,
    })
    await setViews(0)
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
  expect(await statusOf('/api/articles/covers/seo-made-up-0000000000.svg')).toBe(404)
  for (const address of ['/blog/feed.xml', '/blog/atom.xml', '/blog/category/trends/feed.xml']) {
    const feed = await app.anonymous(address)
    expect(feed.statusCode).toBe(200)
    expect(feed.body).toContain('/blog/niches')
    expect(feed.body).not.toContain('/blog/lampen')
  }
  expect((await app.anonymous('/blog/feed.xml?lang=de')).body).toContain('/blog/lampen')
  expect(await statusOf('/blog/category/none/feed.xml')).toBe(404)
})

test('each language has its own feed, in the words of its page', async () => {
  const ids = new Set<string>()
  for (const language of languages) {
    const texts = textsOf(language)
    const { body } = await app.anonymous(`/blog/category/trends/atom.xml?lang=${language}`)
    expect(body).toContain(
      xmlElement('title', `Storedawn · ${texts.t('blog:category.name.trends')}`),
    )
    expect(body).toContain(xmlElement('subtitle', texts.t('blog:category.about.trends')))
    const rss = await app.anonymous(`/blog/feed.xml?lang=${language}`)
    expect(rss.body).toContain(xmlElement('description', texts.t('blog:hero.subtitle')))
    const id = /<id>([^<]+)<\/id>/.exec(body)?.[1] ?? ''
    expect(body).toContain(`<link rel="alternate" href="${id}"/>`)
    ids.add(id)
    const updated = /<updated>([^<]+)<\/updated>/.exec(body)?.[1] ?? ''
    expect(updated > '2026-03-01').toBe(true)
  }
  expect(ids.size).toBe(languages.length)
})
