import type { ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import {
  blogCategories,
  type FoundArticle,
  getBlogStats,
  listArticles,
  listArticlesOfCategory,
  listFeaturedArticles,
  listFilledBlogCategories,
  listRecentArticles,
} from '#contracts/site/blog.ts'
import { apiError } from '#testing/api-error.ts'
import { articleOf, articlesOf, between, given, textIn } from '#testing/example-blog.ts'
import { all, type GivenAnswer, renderScreen } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import { q } from '#web/api/query.ts'
import { searchQuery } from './article-search.tsx'
import { BlogPage, latestOf } from './blog-page.tsx'
import { FEATURED, RECENT } from './blog-sidebar.tsx'
import { CategoryPage, ofCategory } from './category-page.tsx'

const STATS = { totalArticles: 50, totalCategories: 6, totalViews: 12_340, publishedThisMonth: 4 }
const pageOf = (page: number, total = 50) => ({
  articles: articlesOf(100 + page * 6, Math.max(0, Math.min(6, total - page * 6))),
  total,
  limit: 6,
  offset: page * 6,
})
const CATEGORIES = blogCategories.map((category, at) => ({ ...category, articleCount: at + 1 }))
const sidebar = [
  given(q(listFilledBlogCategories, {}), CATEGORIES),
  given(q(listRecentArticles, RECENT), articlesOf(1, 10)),
]
const answersOf = (page: number, total?: number) => [
  given(q(getBlogStats, {}), STATS),
  given(q(listFeaturedArticles, FEATURED), articlesOf(20, 3)),
  given(q(listArticles, latestOf(page)), pageOf(page, total)),
  ...sidebar,
]

const draw = (screen: ReactNode, options: Parameters<typeof renderScreen>[1]) =>
  renderScreen(screen, { visitor: 'anonymous', ...options })
const drawBlog = (address = '/blog', answers: readonly GivenAnswer[] = answersOf(0)) =>
  draw(<BlogPage />, { address, answers })
/** The buttons of the pages: their numbers, the current one, and the disabled ones. */
function pagesIn(html: string) {
  const nav = between(html, '<nav aria-label="Pages"', '</nav>')
  return {
    numbers: all(nav, />(\d+)<\/a>/g),
    current: all(nav, /aria-label="Page (\d+)" aria-current="page"/g),
    disabled: all(nav, /<button[^>]*disabled=""[^>]*aria-label="([^"]+)"/g),
    links: all(nav, /href="([^"]+)"/g),
  }
}

test('no article appears twice on the first screen of the blog', () => {
  const drawn = drawBlog('/blog', [
    ...answersOf(0),
    given(q(listFeaturedArticles, FEATURED), articlesOf(1, 3)),
    given(q(listArticles, latestOf(0)), { ...pageOf(0), articles: articlesOf(2, 6) }),
    given(q(listRecentArticles, RECENT), articlesOf(1, 13)),
  ])
  const sidebar = between(drawn, '<section aria-labelledby="blog-recent"', '</section>')
  const main = drawn.replace(sidebar, '')
  const linksIn = (html: string) => new Set(all(html, /href="\/blog\/(?:lamp-)?(\d+)"/g))
  expect([...linksIn(sidebar)]).toHaveLength(10)
  expect(linksIn(main)).toEqual(new Set(['1', '2', '3', '4', '5', '6', '7']))
  expect(linksIn(sidebar).has('3')).toBe(false)
})

describe('the blog', () => {
  const html = drawBlog()
  const text = textIn(html)

  test('shows four figures, the views in thousands', { tags: ['blog.hero-stats'] }, () => {
    expect(all(html, /<dt[^>]*>([^<]+)<\/dt>/g)).toEqual([
      'articles',
      'categories',
      'views',
      'published this month',
    ])
    expect(all(html, /<dd[^>]*>([^<]+)<\/dd>/g)).toEqual(['50', '6', '12.3k', '4'])
  })

  test(
    'features three articles and lists the latest six, each card linking by article id',
    {
      tags: [
        'routes.article-cards-by-id',
        'blog.main-featured',
        'blog.main-latest',
        'const.blog-page-size',
        'const.blog-featured',
      ],
    },
    () => {
      const cards = all(html, /<article .*?href="([^"]+)"/g)
      expect(cards).toEqual([20, 21, 22, 100, 101, 102, 103, 104, 105].map((id) => `/blog/${id}`))
      expect(text).toContain('Featured articles')
      expect(text).toContain('Latest articles')
    },
  )

  test(
    'lists ten recent posts by slug, in a scrolling list at most 400 px high',
    {
      tags: [
        'routes.article-recent-by-slug',
        'blog.sidebar-recent',
        'const.blog-recent',
        'const.blog-list-height',
      ],
    },
    () => {
      const recent = between(html, 'id="blog-recent"', '</section>')
      expect(all(recent, /href="([^"]+)"/g)).toEqual(
        articlesOf(1, 10).map(({ slug }) => `/blog/${slug}`),
      )
      expect(recent).toMatch(/<ul class="[^"]*max-h-\[400px\][^"]*overflow-y-auto/)
    },
  )

  test(
    'has a search and six categories, each in its colour and linked to its list',
    {
      tags: [
        'blog.sidebar-search',
        'blog.sidebar-categories',
        'blog.sidebar-category-link',
        'article.category-colours',
      ],
    },
    () => {
      expect(html).toMatch(/<search>.*<input[^>]*type="search"/)
      const categories = between(html, 'id="blog-categories"', '</section>')
      expect(all(categories, /href="([^"]+)"/g)).toEqual(
        blogCategories.map(({ slug }) => `/blog/category/${slug}`),
      )
      expect(all(categories, /bg-category-([a-z]+)/g)).toEqual(
        blogCategories.map(({ slug }) => slug),
      )
      expect(textIn(categories)).toContain('Strategy 1 articles Tutorial 2 articles')
    },
  )

  test.each([
    [1, { numbers: ['1', '2', '3', '4', '5'], current: ['1'], disabled: ['Previous page'] }],
    [5, { numbers: ['3', '4', '5', '6', '7'], current: ['5'], disabled: [] }],
    [9, { numbers: ['5', '6', '7', '8', '9'], current: ['9'], disabled: ['Next page'] }],
  ])(
    'page %i of fifty articles has five buttons and steps only to existing pages',
    { tags: ['blog.pages', 'blog.previous-disabled', 'blog.next-disabled'] },
    (page, shown) => {
      expect(pagesIn(drawBlog(`/blog?page=${page}`, answersOf(page - 1)))).toMatchObject(shown)
    },
  )

  test('a page beyond the last one says so, links back and is not indexed', () => {
    const beyond = drawBlog('/blog?page=77', answersOf(76))
    expect(textIn(beyond)).toContain('This page of articles does not exist. Go to the first page')
    const { disabled, links } = pagesIn(beyond)
    expect([disabled, links[0]]).toEqual([['Next page'], '/blog?page=9#blog-articles'])
    expect(beyond).toContain('<meta name="robots" content="noindex"/>')
  })

  test('says so when there are no articles', { tags: ['errors.blog-empty'] }, () => {
    const nothing = [
      given(q(listArticles, latestOf(0)), pageOf(0, 0)),
      given(q(listRecentArticles, RECENT), []),
      given(q(listFeaturedArticles, FEATURED), []),
    ]
    expect(textIn(drawBlog('/blog', nothing)).split('No posts available.')).toHaveLength(3)
  })

  test('each page has its own title and canonical address, and names the feeds', () => {
    const second = drawBlog('/blog?page=2&lang=de', answersOf(1))
    expect(second).toContain('<title>Blog · Page 2 · Storedawn</title>')
    expect(all(second, /rel="canonical" href="([^"]+)"/g)).toEqual(['/blog?page=2'])
    expect(second).toContain('hrefLang="de" href="/blog?lang=de&amp;page=2"')
    expect(second).not.toContain('noindex')
    expect(
      all(
        second,
        /<link rel="alternate" type="application\/(?:rss|atom)\+xml"[^>]*href="([^"]+)"/g,
      ),
    ).toEqual(['/blog/feed.xml', '/blog/atom.xml'])
  })
})

const DOWN = apiError('internal', 500)
const OFFLINE = apiError('network', 0)

describe('a failed call on the blog', () => {
  const failed = (error: Error) =>
    [...answersOf(0), searchQuery('lamp')].map((query) => given(query, error))

  test(
    'shows an error with a retry in each affected section, and unknown figures instead of zeros',
    {
      tags: [
        'errors.blog-http',
        'errors.blog-fallback-search',
        'errors.blog-grid-featured',
        'errors.blog-grid-articles',
        'errors.blog-sidebar-search',
        'errors.blog-sidebar-categories',
        'errors.blog-sidebar-posts',
      ],
    },
    () => {
      const html = drawBlog('/blog?q=lamp', failed(DOWN))
      const text = textIn(html)
      for (const sentence of [
        'Failed to load featured articles.',
        'Failed to load articles.',
        'Search failed. Please try again.',
        'Failed to load categories.',
        'Failed to load posts.',
      ])
        expect(text).toContain(`${sentence} HTTP error! status: 500 Try again`)
      expect(html).toContain('aria-label="Search failed"')
      expect(
        all(html, /<dd[^>]*>(?:<span aria-label="not available right now">)?([^<]+)/g),
      ).toEqual(['–', '–', '–', '–'])
    },
  )

  test.each([
    [
      'without a connection',
      OFFLINE,
      'Failed to fetch data Network error. Please check your connection',
    ],
    [
      'with an OK response that cannot be read, whose status is no error',
      apiError('malformed_response', 200),
      'Failed to fetch data Try again',
    ],
    ['by a server error', new TypeError('x is not a function'), 'An error occurred'],
  ])(
    'gets its own message when it fails %s',
    { tags: ['errors.blog-fallback-fetch', 'errors.blog-fallback-error'] },
    (_, error, words) => {
      expect(textIn(drawBlog('/blog', failed(error)))).toContain(
        `Failed to load articles. ${words}`,
      )
    },
  )

  test('shows readers the status and never the text of the server’s error', () => {
    const told = apiError('internal', 503, { message: '<b>secret</b>' })
    expect(drawBlog('/blog?q=lamp', failed(told))).not.toContain('secret')
  })
})

describe('the search', () => {
  const found = (id: number, marked: FoundArticle['marked']): FoundArticle => ({
    ...articleOf(id),
    marked,
  })
  const drawSearch = (articles: readonly FoundArticle[], total = articles.length) =>
    drawBlog('/blog?q=lamp', [
      given(searchQuery('lamp'), { articles, total, limit: 10, offset: 0 }),
      ...answersOf(0),
    ])

  test(
    'requests at most ten results and shows the total',
    { tags: ['const.blog-search-limit'] },
    () => {
      expect(searchQuery('lamp').queryKey[1]).toEqual({ query: { q: 'lamp', limit: 10 } })
      const html = drawSearch(
        articlesOf(1, 10).map((article) => found(article.id, { title: [], text: [] })),
        41,
      )
      expect(textIn(html)).toContain('41 articles found')
    },
  )

  test('says when nothing was found', { tags: ['errors.blog-empty-search'] }, () => {
    expect(textIn(drawSearch([]))).toContain('No posts found matching your search.')
  })

  test('highlights the matched words and escapes anything that looks like markup', () => {
    const hostile = '<img src=x onerror=alert(1)>'
    const title = [
      { text: 'A ', isMatch: false },
      { text: `lamp${hostile}`, isMatch: true },
    ]
    const html = drawSearch([found(7, { title, text: [{ text: hostile, isMatch: false }] })])
    const list = between(html, '<search>', '</search>')
    expect(all(list, /<mark[^>]*>(.*?)<\/mark>/g)).toEqual([
      'lamp&lt;img src=x onerror=alert(1)&gt;',
    ])
    expect(list).not.toContain('<img')
    expect(list).toContain('href="/blog/lamp-7"')
  })

  test('keeps the query in the address when the page changes, and works without script', () => {
    const html = drawSearch([])
    expect(html).toMatch(/<form[^>]* action="\/blog".*<input[^>]*name="q"[^>]*value="lamp"/)
    expect(pagesIn(html).links).toContain('/blog?q=lamp&amp;page=2#blog-articles')
  })
})

describe('a category', () => {
  const drawCategory = (slug: string, language: 'en' | 'de' = 'en') =>
    draw(<CategoryPage />, {
      route: '/blog/category/:slug',
      address: `/blog/category/${slug}?page=2`,
      language,
      answers: [given(q(listArticlesOfCategory, ofCategory(slug, 1)), pageOf(1, 9)), ...sidebar],
    })

  test.each(['en', 'de'] as const)(
    'shows its name in %s, its articles, its feed and its breadcrumb',
    (language) => {
      const { t } = textsOf(language)
      const html = drawCategory('tutorial', language)
      expect(all(html, /<h1[^>]*>([^<]+)/g)).toEqual([t('blog:category.name.tutorial')])
      expect(all(html, /<article .*?href="([^"]+)"/g)).toEqual([
        '/blog/106',
        '/blog/107',
        '/blog/108',
      ])
      expect(html).toContain('title="Storedawn · Tutorial" href="/blog/category/tutorial/feed.xml"')
      const query = language === 'en' ? '?page=2' : '?lang=de&amp;page=2'
      expect(all(html, /rel="canonical" href="([^"]+)"/g)).toEqual([
        `/blog/category/tutorial${query}`,
      ])
      expect(html).toContain('"@type":"BreadcrumbList"')
    },
  )

  test('says so when it does not exist', () => {
    const html = drawCategory('lamps')
    expect(textIn(html)).toContain('This category does not exist')
    expect(html).toContain('noindex')
  })
})
