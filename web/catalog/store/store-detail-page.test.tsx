import { expect, test } from 'vitest'
import { listStoreProducts } from '#contracts/catalog/products.ts'
import { getStoreDetails, type StoreDetails } from '#contracts/catalog/stores.ts'
import { apiError } from '#testing/api-error.ts'
import { bareStore, exampleStoreProduct, fullStore } from '#testing/example-details.ts'
import { all, given, type GivenAnswer, renderScreen } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import { StoreDetailPage, withTab } from './store-detail-page.tsx'

const { t } = textsOf('en')

type Options = {
  answer?: StoreDetails | Error
  address?: string
  visitor?: 'checking'
  isOnline?: boolean
  products?: GivenAnswer[]
}

const render = ({ answer, address = '/list/lamp', products = [], ...options }: Options) =>
  renderScreen(<StoreDetailPage />, {
    route: '/list/:storeSlug',
    address,
    answers: [
      ...(answer ? [given(getStoreDetails, answer, { params: { id: 'lamp' } })] : []),
      ...products,
    ],
    ...options,
  })

test('a link leads back to the list', { tags: ['store.back'] }, () => {
  expect(render({ answer: fullStore })).toMatch(
    new RegExp(`<a [^>]*href="/list"[^>]*>.*${t('store-details:back')}</a>`),
  )
})

const selectedTab = /role="tab" aria-selected="true"[^>]*>([^<]*)</

test.each([
  ['/list/lamp', 'details', ['contact', 'story']],
  ['/list/lamp?tab=products', 'products', []],
  ['/list/lamp?tab=nonsense', 'details', ['contact', 'story']],
])(
  '%s opens the tab %s, one of three',
  { tags: ['store.tabs', 'store.tab-default'] },
  (address, tab, sections) => {
    const page = render({ answer: fullStore, address })
    expect(page.match(/role="tab"/g)).toHaveLength(3)
    expect(selectedTab.exec(page)?.[1]).toBe(t(`store-details:tabs.${tab}`))
    expect(all(page, /<h2 id="(contact|story)"/g)).toEqual(sections)
  },
)

test('another tab leaves behind what the last one had chosen, and keeps the rest', () => {
  const from = new URLSearchParams('lang=de&tab=timeline&kinds=opened&page=2')
  expect(String(withTab(from, 'products'))).toBe('lang=de&tab=products')
  expect(String(withTab(from, 'details'))).toBe('lang=de')
})

test('the head shows when it launched, how many products it has, its theme and its apps', () => {
  const page = render({ answer: fullStore })
  const [figures = ''] = /<dl.*?<\/dl>/.exec(page) ?? []
  for (const value of ['Nov 19, 2026', '36', 'Impact', 'Loox', 'Euro'])
    expect(figures).toContain(value)
  expect(figures).not.toContain(t('common:confidence.high'))
})

test('the median price is that of the product in the middle, and the tab counts the products', () => {
  const of = (query: Record<string, string>) =>
    given(
      listStoreProducts,
      { content: [exampleStoreProduct], totalElements: 7, totalPages: 1 },
      { params: { domain: 'lamp.example' }, query },
    )
  const products = [
    of({ size: '6' }),
    of({ sortBy: 'price', sortDirection: 'ASC', size: '1', page: '3' }),
  ]
  const page = render({ answer: fullStore, products })
  expect(page).toMatch(new RegExp(`${t('store-details:figures.median')}</dt><dd[^>]*>€20.00<`))
  expect(page).toMatch(new RegExp(`${t('store-details:tabs.products')}<span[^>]*>36<`))
})

test.each([{ visitor: 'checking' as const }, {}])(
  'a skeleton shows until the session and the store are known: %o',
  { tags: ['store.lazy-skeleton'] },
  (options) => {
    const page = render(options)
    expect(page).toContain('aria-busy="true"')
    expect(page).toContain('bone')
    expect(page).not.toContain('role="alert"')
  },
)

test.each([
  ['internal', 500, 'Internal Server Error', 'errors:internal'],
  ['overloaded', 503, 'Service Unavailable', 'errors:overloaded'],
  ['rate_limited', 429, 'Too Many Requests', 'errors:rate_limited'],
] as const)(
  'a call that fails with %s %i says that the details could not be loaded, with “%s” and an explanation',
  { tags: ['errors.store-details'] },
  (code, status, statusText, text) => {
    expect(render({ answer: apiError(code, status, { statusText }) })).toMatch(
      new RegExp(
        `<h1[^>]*>Failed to fetch store details<span[^>]*>: ${statusText}</span></h1><p[^>]*>${t(text)}<`,
      ),
    )
  },
)

test.each([
  [apiError('not_found', 404), 'notFound.title'],
  [apiError('plan_required', 403), 'forbidden.title'],
])('%s gets its own page', (error, title) => {
  expect(render({ answer: error })).toContain(t(`store-details:${title}`))
})

test.each(['PASSWORD_PROTECTED', 'CLOSED'] as const)(
  'the page of a store that is %s explains what that means',
  (status) => {
    const note = t(`store-details:closedNote.${status}`)
    expect(render({ answer: { ...bareStore, status } })).toContain(note)
    expect(render({ answer: bareStore })).not.toContain(note)
  },
)

test.each([true, false])(
  'the save button shows whether the store is saved: %s',
  { tags: ['saved-flag.store'] },
  (isSaved) => {
    const button =
      /<button [^>]*aria-pressed="(true|false)"[^>]* data-save[^>]*>(?:(?!<\/button>).)*Lamp<\/span><\/button>/
    expect(button.exec(render({ answer: { ...fullStore, isSaved } }))?.[1]).toBe(String(isSaved))
  },
)
