import { beforeEach, expect, test, vi } from 'vitest'
import { type CatchUp, getCatchUp } from '#contracts/operations/freshness.ts'
import { numberedPage } from '#contracts/paging.ts'
import { listSavedSearches } from '#contracts/workspace/saved-searches.ts'
import { listStores } from '#contracts/catalog/stores.ts'
import { listTrendingProducts } from '#contracts/catalog/trending-products.ts'
import { apiError } from '#testing/api-error.ts'
import { exampleStoreProduct } from '#testing/example-details.ts'
import { exampleSavedStore } from '#testing/example-saved.ts'
import { given, renderScreen } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import { FilterButton } from './filters/filter-sheet.tsx'
import { listQueryOf, productListQueryOf, readAddress, savedSearchOf } from './list-address.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { SaveSearch } from './list-bar.tsx'
import { StoreListPage } from './store-list-page.tsx'
import { StoreList } from './store-list.tsx'

const { t } = textsOf('en')
const DATES = '?mode=single&date=2026-11-20&filterStartDate=2026-11-20&filterEndDate=2026-11-20'

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('window', { scrollY: 0 })
})

function render(search: string, answer?: unknown, isOnline = true, catchUp?: CatchUp): string {
  const address = readAddress(new URLSearchParams(search))
  const rows =
    address.view === 'products'
      ? given(listTrendingProducts, answer, { query: productListQueryOf(address) })
      : given(listStores, answer, { query: listQueryOf(address) })
  return renderScreen(<StoreList />, {
    address: `/list${search}`,
    answers: [
      ...(answer === undefined ? [] : [rows]),
      ...(catchUp ? [given(getCatchUp, catchUp)] : []),
    ],
    isOnline,
  })
}

const pageOf = (content: unknown[]) =>
  numberedPage(content, { page: 0, size: 20, total: content.length })
const store = {
  ...exampleSavedStore().store,
  isSaved: false,
  email: 'hello@lamp.example',
  hasEmail: true,
}
const failed = (code: string, status: number) => apiError(code, status, { requestId: 'r-1' })

test(
  'the bar, the filters and the stores appear together after a skeleton',
  { tags: ['list.lazy-skeleton'] },
  async () => {
    const page = () => renderScreen(<StoreListPage />, { address: `/list${DATES}` })
    expect(page()).not.toContain('<h1')
    expect(page()).toContain('aria-busy="true"')
    await expect.poll(page).toMatch(/<h1[^>]*>.*Fri, Nov 20/)
  },
)

test(
  'the skeleton shows while the session is checked, but never to anonymous visitors or guests',
  { tags: ['list.skeleton-logged-in'] },
  () => {
    const seen = (visitor: 'checking' | 'anonymous' | 'guest') =>
      renderScreen(<StoreListPage />, { address: '/list', visitor }).includes('aria-busy="true"')
    expect([seen('checking'), seen('anonymous'), seen('guest')]).toEqual([true, false, false])
  },
)

test(
  'the skeleton has a filter panel, five stores and the page buttons',
  { tags: ['list.skeleton-shape'] },
  () => {
    const bones = renderScreen(<ListSkeleton />)
    const [bar = '', panel = '', list = ''] = bones.split(
      /(?=<div class="[^"]*w-side)|(?=<div class="[^"]*flex-1)/,
      3,
    )
    expect(bar).toContain('h-bar')
    expect(panel.match(/class="bone\b/g)?.length).toBeGreaterThan(5)
    expect(list.match(/class="bone[^"]* size-6.5\b/g)).toHaveLength(5)
    expect(bones).toMatch(
      /justify-between[^"]*">(<span class="bone[^>]*><\/span>){2}<\/div>(<\/div>)+$/,
    )
  },
)

test(
  'the list has a hero and a section of stores, and a filter button where there is no room for a sidebar',
  { tags: ['list.sections', 'list.small-sidebar-hidden', 'list.small-filters-button'] },
  () => {
    const page = render(DATES, pageOf([store]))
    expect(page).toMatch(/<h1[^>]*>.*Fri, Nov 20.*<\/h1>/)
    expect(page).toMatch(new RegExp(`<section [^>]*aria-label="${t('list:results')}"`))
    expect(page).toContain('>Lamp<')
    expect(page).not.toContain('<aside')
    expect(page).toMatch(
      new RegExp(
        `<button (?=[^>]*aria-expanded="false")(?=[^>]*aria-haspopup="dialog").*?${t('list:filters.open')}<`,
      ),
    )
  },
)

test.each([
  ['a list', DATES, [store]],
  ['products', `${DATES}&view=products`, []],
])('%s without the latest changes: says up to when it is complete', (_which, search, rows) => {
  const page = render(search, { ...pageOf(rows), asOf: '2026-11-20T09:30:00.000Z' })
  expect(page).toContain('As of Nov 20, 2026, 9:30')
  expect(render(search, pageOf(rows))).not.toContain('As of')
})

test.each([
  [false, 'list:filters.open'],
  [true, 'list:filters.close'],
] as const)(
  'the filter button (open: %s) names what it will do',
  { tags: ['list.small-filters-label'] },
  (isOpen, text) => {
    const button = renderScreen(
      <FilterButton isOpen={isOpen} onToggle={() => undefined} chosen={0} />,
    )
    expect(button).toMatch(new RegExp(`aria-expanded="${isOpen}".*>${t(text)}<`))
  },
)

test('a merchant lead beyond the daily limit says so in place of its address, and when new ones come', () => {
  const limited = { ...store, hasPhone: true, email: null, contactsLimited: true }
  const page = render(`${DATES}&view=leads`, pageOf([limited]))
  expect(page).not.toContain('mailto:hello@')
  expect(page.split(`>${t('common:contactsLimited.short')}<`)).toHaveLength(3)
  expect(page).toContain(t('common:contactsLimited.until'))
  expect(page).toContain('00:00 UTC')
})

test(
  'merchant leads show their e-mail address, and products have their own rows',
  { tags: ['product.paid-browse-products'] },
  () => {
    expect(render(`${DATES}&view=leads`, pageOf([store]))).toContain(
      'href="mailto:hello@lamp.example"',
    )
    const { id, slug, name, domain, country, foundDay } = store
    const product = { ...exampleStoreProduct, store: { id, slug, name, domain, country, foundDay } }
    const products = render(`${DATES}&view=products`, pageOf([product]))
    for (const text of ['Moon Lamp', '€20.00', 'href="/product/1-77"', '>Lamp<'])
      expect(products).toContain(text)
  },
)

test.each([
  [DATES, 'Failed to fetch the stores'],
  [`${DATES}&view=products`, 'Failed to fetch the products'],
])('a failed call at %s says “%s”, with an explanation of the status', (search, title) => {
  const page = render(search, failed('overloaded', 503))
  expect(page).toMatch(new RegExp(`<h2[^>]*>${title}</h2><p[^>]*>${t('errors:overloaded')}<`))
  expect(page).toContain('r-1')
})

test.each([DATES, `${DATES}&view=leads`, `${DATES}&view=products`])(
  'while the search engine is away, %s says so and that it asks again, instead of a failure',
  (search) => {
    const page = render(search, failed('search_unavailable', 503))
    expect(page).toMatch(new RegExp(`<div role="status">.*${t('list:away.title')}`))
    expect(page).toContain(t('list:away.again'))
    expect(page).not.toContain('role="alert"')
  },
)

test.each([
  ['one day', DATES, true],
  ['all days', '?', false],
  ['a year', '?mode=range&filterStartDate=2025-11-21&filterEndDate=2026-11-20', false],
])('without a trending product on %s, only a wider range is offered', (_, dates, isOffered) => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z'), toFake: ['Date'] })
  const page = render(`${dates}&view=products`, pageOf([]))
  expect(page).toContain(t('list:products.empty.trending'))
  expect(page.includes(t('list:sparse.wider'))).toBe(isOffered)
})

test('without a product, the page says so when discovery is still catching up', () => {
  const pageWhile = (isCatchingUp: boolean) =>
    render('?view=products', pageOf([]), true, {
      isCatchingUp,
      share: 0.5,
      logsBehind: 1,
      hostsWaiting: 9,
    })
  expect(pageWhile(true)).toContain(t('list:products.empty.catchingUp'))
  expect(pageWhile(false)).not.toContain(t('list:products.empty.catchingUp'))
})

test.each([DATES, `${DATES}&view=leads`, `${DATES}&view=products`])(
  'at %s the page reports an ended plan and a lost connection',
  (search) => {
    expect(render(search, failed('plan_required', 403))).toContain(t('list:forbidden.title'))
    expect(render(search, undefined, false)).toContain(t('errors:network'))
  },
)

test('a search is saved as the list reads it, without the invalid part of a filter', () => {
  const odd = 'country=DE&category=fashion,-unknown,nonsense&price=nonsense'
  const saved = { view: 'stores', query: 'country=DE&category=fashion' }
  const params = new URLSearchParams(odd)
  const address = readAddress(params)
  const page = renderScreen(
    <SaveSearch address={address} search={savedSearchOf(address, params)} />,
    {
      answers: [given(listSavedSearches, { searches: [saved], limit: 1 })],
    },
  )
  expect(page).toContain(`>${t('list:searches.isSaved')}<`)
})

test('the pre-launch view shows the address of a store and names unnamed pixels by their number', () => {
  const shut = {
    ...store,
    status: 'PASSWORD_PROTECTED',
    launchStatus: 'established',
    pixels: ['App 3977633'],
  }
  const html = render('?view=prelaunch', pageOf([shut]))
  expect(html).toContain('mailto:hello@lamp.example')
  expect(html).toContain(t('list:filters.appId', { id: '3977633' }))
  expect(html).not.toContain('App 3977633')
  const limited = { ...shut, email: null, contactsLimited: true }
  expect(render('?view=prelaunch', pageOf([limited]))).not.toContain('mailto:')
  const without = { ...shut, email: null, hasEmail: false }
  expect(render('?view=prelaunch', pageOf([without]))).toContain(t('list:contact.email.no'))
})

test('a saved pre-launch search keeps the scope that the view shows', () => {
  const address = readAddress(new URLSearchParams('view=prelaunch&country=DE'))
  expect(listQueryOf(address)).toMatchObject({ launchStatus: 'all', status: 'PASSWORD_PROTECTED' })
})
