import { expect, test } from 'vitest'
import { listStoreProducts, type StoreProduct } from '#contracts/catalog/products.ts'
import { numberedPage } from '#contracts/paging.ts'
import { apiError } from '#testing/api-error.ts'
import { bareStore, exampleStoreProduct } from '#testing/example-details.ts'
import { all, given, renderScreen } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import {
  productMarks,
  productSorts,
  productsQueryOf,
  readProductsAddress,
} from './products-address.ts'
import { ProductsTab } from './products-tab.tsx'

const { t } = textsOf('en')
const ALL = '?tab=products'
const FEW = '?tab=products&sortBy=price&sortDirection=ASC&q=lamp&onSale=yes&trending=yes'

type Options = {
  search?: string
  answer?: StoreProduct[] | Error
  total?: number
  isOnline?: boolean
}

function render(
  { search = ALL, answer, total, isOnline = true }: Options,
  status = bareStore.status,
): string {
  const input = {
    params: { domain: bareStore.shopifyWebsiteDomain },
    query: productsQueryOf(readProductsAddress(new URLSearchParams(search))),
  }
  const page =
    answer instanceof Error
      ? answer
      : answer && numberedPage(answer, { page: 0, size: 24, total: total ?? answer.length })
  return renderScreen(<ProductsTab store={{ ...bareStore, status }} />, {
    address: `/list/lamp${search}`,
    answers: page ? [given(listStoreProducts, page, input)] : [],
    isOnline,
  })
}

test('a product shows picture, title, discount and trend score, and links to its page', () => {
  const page = render({ answer: [exampleStoreProduct] })
  for (const text of [
    '/moon-1.png',
    'Moon Lamp',
    '€20.00',
    '€40.00',
    '50% off',
    t('store-details:trendScore', { score: '41' }),
    'href="/product/1-77"',
  ]) {
    expect(page).toContain(text)
  }
  expect(page).not.toContain(t('store-details:soldOut'))
})

test('a product without an available variant is called sold out', () => {
  const variants = exampleStoreProduct.variants.map((variant) => ({ ...variant, available: false }))
  expect(render({ answer: [{ ...exampleStoreProduct, variants }] })).toContain(
    t('store-details:soldOut'),
  )
})

test('the search, the marks and the order reflect the address', () => {
  const page = render({ search: FEW, answer: [exampleStoreProduct] })
  expect(page).toMatch(/<input type="search"[^>]* value="lamp"/)
  expect(page).toMatch(new RegExp(`<option value="priceUp" selected="">`))
  expect(all(page, /aria-pressed="true"[^>]*>([^<]*)</g)).toEqual([
    t('store-details:productFilter.onSale'),
    t('store-details:productFilter.trending'),
  ])
})

test('every order and every mark is offered', () => {
  const page = render({ answer: [exampleStoreProduct] })
  for (const name of [...productSorts, ...productMarks]) {
    expect(page).toContain(t(`store-details:productFilter.${name}`))
  }
})

test('links to further pages keep the current choice', () => {
  const page = render({ search: FEW, answer: [exampleStoreProduct], total: 60 })
  expect(page).toContain(`${FEW.replaceAll('&', '&amp;')}&amp;page=2`)
})

test.each<[string, Options, string]>([
  ['nothing is published', { answer: [] }, 'store-details:noProducts.open'],
  ['nothing matches', { search: FEW, answer: [] }, 'store-details:noMatch.title'],
  [
    'the page lies beyond the last',
    { search: `${ALL}&page=9`, answer: [], total: 3 },
    'store-details:beyond.title',
  ],
  ['there is no connection', { isOnline: false }, 'errors:network'],
  ['the call fails', { answer: apiError('internal', 500) }, 'errors:internal'],
])('when %s the tab says so', (_, options, text) => {
  expect(render(options)).toContain(t(text as 'errors:internal'))
})

test(
  'a failed call says that the products could not be loaded, with the status text and an explanation',
  { tags: ['errors.store-products'] },
  () => {
    const answer = apiError('overloaded', 503, { statusText: 'Service Unavailable' })
    expect(render({ answer })).toMatch(
      new RegExp(
        `<h2[^>]*>Failed to fetch store products<span[^>]*>: Service Unavailable</span></h2><p[^>]*>${t('errors:overloaded')}<`,
      ),
    )
  },
)

test('a password-protected store gives another reason for having no products, and offers no search', () => {
  const page = render({ answer: [] }, 'PASSWORD_PROTECTED')
  expect(page).toContain(t('store-details:noProducts.protected'))
  expect(page).not.toContain('<search')
})

test.each([true, false])(
  'a product’s save button shows whether it is saved: %s',
  { tags: ['store-product.is-saved'] },
  (isSaved) => {
    const name = t('components:saving.saveThis', { name: 'Moon Lamp' })
    expect(render({ answer: [{ ...exampleStoreProduct, isSaved }] })).toMatch(
      new RegExp(`<button (?=[^>]*aria-pressed="${isSaved}")[^>]*aria-label="${name}"`),
    )
  },
)
