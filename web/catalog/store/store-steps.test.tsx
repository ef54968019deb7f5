import { expect, test } from 'vitest'
import { getStoreDetails, listStores } from '#contracts/catalog/stores.ts'
import { StoreId } from '#contracts/ids.ts'
import { fullStore } from '#testing/example-details.ts'
import { exampleSummary } from '#testing/example-summary.ts'
import { given, renderScreen } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import { listQueryOf, readAddress } from '#web/catalog/list/list-address.ts'
import { listReturn } from '#web/lib/navigation/return-state.ts'
import { StoreDetailPage } from './store-detail-page.tsx'

const { t } = textsOf('en')
const LIST = '?view=leads'
const SIZE = 20

/** Shops 0 to 41 of the list on pages of 20; `moved` newer ones came while it was open. */
const pageOf = (page: number, moved = 0) => {
  const first = page * SIZE - moved
  const numbers = Array.from({ length: SIZE }, (_, at) => first + at).filter((at) => at < 42)
  const content = numbers.map((n) =>
    exampleSummary({ id: StoreId.parse(100 + n), slug: `shop-${n}`, name: `Shop ${n}` }),
  )
  return given(
    listStores,
    { content, totalElements: 42 + moved, totalPages: 3 },
    { query: { ...listQueryOf(readAddress(new URLSearchParams(LIST))), page: String(page) } },
  )
}

const stepsOf = (shop: string, state: unknown, pages: readonly ReturnType<typeof pageOf>[]) => {
  const html = renderScreen(<StoreDetailPage />, {
    route: '/list/:storeSlug',
    address: { pathname: `/list/${shop}`, state },
    answers: [given(getStoreDetails, fullStore, { params: { id: shop } }), ...pages],
  })
  const nav = new RegExp(`<nav[^>]*aria-label="${t('components:steps.label')}".*?</nav>`).exec(html)
  if (!nav) return null
  const buttons = Array.from(nav[0].matchAll(/<button[^>]*>/g), ([button]) => ({
    name: /aria-label="([^"]*)"/.exec(button)?.[1],
    isEnd: button.includes('aria-disabled="true"'),
  }))
  return { at: /<p class="text-sm[^>]*>([^<]*)</.exec(nav[0])?.[1], buttons }
}
const previous = (name: string) => ({
  name: t('components:steps.previous', { name }),
  isEnd: false,
})
const next = (name: string) => ({ name: t('components:steps.next', { name }), isEnd: false })

test.each([
  ['shop-3', 0, [pageOf(0)], '4 of 42', previous('Shop 2'), next('Shop 4')],
  ['shop-19', 0, [pageOf(0), pageOf(1)], '20 of 42', previous('Shop 18'), next('Shop 20')],
  ['shop-20', 1, [pageOf(0), pageOf(1)], '21 of 42', previous('Shop 19'), next('Shop 21')],
] as const)(
  'a store says its place and its neighbours in the list that led to it, across pages: %s',
  (shop, page, pages, at, ...buttons) => {
    expect(stepsOf(shop, listReturn(LIST, page), pages)).toEqual({ at, buttons })
  },
)

test('the ends of the list are said instead of a neighbour', () => {
  const first = stepsOf('shop-0', listReturn(LIST), [pageOf(0)])
  expect(first?.buttons[0]).toEqual({ name: t('components:steps.first'), isEnd: true })
  const last = stepsOf('shop-41', listReturn(LIST, 2), [pageOf(2)])
  expect(last?.buttons[1]).toEqual({ name: t('components:steps.last'), isEnd: true })
})

test('a store that newer ones have moved to the next page keeps its neighbours', () => {
  const place = stepsOf('shop-19', listReturn(LIST, 0), [pageOf(0, 1), pageOf(1, 1)])
  expect(place).toEqual({ at: '21 of 43', buttons: [previous('Shop 18'), next('Shop 20')] })
})

test.each([
  ['an address from elsewhere', null, [pageOf(0)]],
  ['a list without this store', listReturn(LIST, 2), [pageOf(2)]],
  ['a list that has not answered yet', listReturn(LIST), []],
])('%s gets no steps', (_, state, pages) => {
  expect(stepsOf('shop-3', state, pages)).toBeNull()
})
