import { expect, test } from 'vitest'
import { i18nIn } from '#testing/render-screen.tsx'
import { readTimeText } from './article-card.tsx'
import { addressOfPage, pageOfAddress, pageWindow } from './article-list.tsx'
import { inThousands } from './blog-page.tsx'

test.each([
  [0, 9, [0, 1, 2, 3, 4]],
  [1, 9, [0, 1, 2, 3, 4]],
  [4, 9, [2, 3, 4, 5, 6]],
  [8, 9, [4, 5, 6, 7, 8]],
  [2, 3, [0, 1, 2]],
  [0, 1, [0]],
  [0, 0, []],
])(
  'page %i of %i has at most five buttons around it',
  { tags: ['const.blog-page-buttons'] },
  (page, total, buttons) => {
    expect(pageWindow(page, total)).toEqual(buttons)
  },
)

test.each([
  [0, '0'],
  [49, '49'],
  [50, '0.1k'],
  [340, '0.3k'],
  [12_340, '12.3k'],
  [2_000_000, '2,000k'],
])('%i views are shown as %s', { tags: ['const.blog-views-k'] }, (views, text) => {
  expect(inThousands(views, 'en')).toBe(text)
})

test.each([
  [0, '< 1 min read'],
  [0.99, '< 1 min read'],
  [1, '1 min read'],
  [1.01, '2 min read'],
  [7.4, '8 min read'],
])(
  'a read time of %d minutes is shown as %s',
  { tags: ['const.read-time-under-1', 'const.read-time-rounded'] },
  (minutes, text) => {
    expect(readTimeText(i18nIn('en').getFixedT('en', 'blog'), minutes)).toBe(text)
  },
)

test('the page of articles is kept in the address beside other parameters', () => {
  const german = new URLSearchParams('lang=de')
  for (const page of [0, 1, 8]) {
    const [query = ''] = addressOfPage(german, page).split('#')
    expect(pageOfAddress(new URLSearchParams(query))).toBe(page)
    expect(new URLSearchParams(query).get('lang')).toBe('de')
  }
  for (const page of ['0', '-1', '1.5', 'x', '1e9'])
    expect(pageOfAddress(new URLSearchParams({ page }))).toBe(0)
})
