import { expect, test } from 'vitest'
import {
  getProductCluster,
  listClusterStores,
  ProductCluster,
} from '#contracts/catalog/product-clusters.ts'
import { numberedPage } from '#contracts/paging.ts'
import { apiError } from '#testing/api-error.ts'
import { given, renderScreen, textOf } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import { ClusterPage } from './cluster-page.tsx'

const { t } = textsOf('en')

const store = {
  productId: '9-3',
  storeId: 9,
  slug: 'sonne',
  name: 'Sonne',
  domain: 'sonne.example',
  country: 'AT',
  isNew: true,
  foundDay: '2026-11-18',
  listedDay: '2026-11-19',
  price: '18.50',
  currency: 'EUR',
  dollars: '21.50',
  available: false,
  bestSellerPlace: 3,
  logoUrl: null,
}

const cluster = ProductCluster.parse({
  id: 41,
  title: 'Nackenkissen',
  titleLanguage: 'de',
  imageUrl: null,
  listingStores: 45,
  newStores: 40,
  soldOutStores: 2,
  newStoresByDay: Array.from({ length: 28 }, (_, at) => (at === 27 ? 4 : 0)),
  lastDay: '2026-11-23',
  price: {
    min: '10.00',
    median: '20.00',
    max: '30.00',
    currency: 'USD',
    isConverted: true,
    stores: 44,
  },
  countries: [{ code: 'AT', stores: 30 }],
  trend: null,
  firstSeller: store,
  priceCourse: {
    currency: 'USD',
    isConverted: true,
    weeks: [
      { week: '2026-11-09', min: '8.00', median: '19.00', max: '29.00', stores: 41 },
      { week: '2026-11-16', min: '10.00', median: '20.00', max: '30.00', stores: 44 },
    ],
  },
  newStoresByWeek: [{ week: '2026-11-16', stores: 4 }],
  eventStores: { sold_out: 1, restocked: 0, price_up: 0, price_down: 0 },
  events: [
    {
      kind: 'sold_out',
      at: '2026-11-22T08:00:00.000Z',
      before: null,
      after: null,
      currency: 'EUR',
      productId: '9-3',
      storeName: 'Sonne',
    },
  ],
  similar: [
    {
      id: 42,
      title: 'Augenmaske',
      imageUrl: null,
      reason: { kind: 'shared_stores', stores: 7, of: 45 },
    },
    {
      id: 43,
      title: 'Decke',
      imageUrl: null,
      reason: { kind: 'same_type', productType: 'Kissen' },
    },
  ],
})

const stores = numberedPage([store], { page: 0, size: 20, total: 45 })
const params = { id: '41' }

const render = (answer: ProductCluster | Error | null, visitor: 'pro' | 'guest' = 'pro') =>
  renderScreen(<ClusterPage />, {
    route: '/products/:id',
    address: '/products/41',
    visitor,
    answers: [
      ...(answer ? [given(getProductCluster, answer, { params })] : []),
      given(listClusterStores, stores, {
        params,
        query: { sortBy: 'price', sortDirection: 'ASC', page: '0', size: '50' },
      }),
    ],
  })

test('a product shows its prices, stores, countries, changes and similar products, each leading on', () => {
  const page = render(cluster)
  const text = textOf(page)
  expect(page).toMatch(/<h1[^>]* lang="de"[^>]*>Nackenkissen<\/h1>/)
  for (const part of [
    '40 of them new',
    'Best-seller rank',
    'New stores in 28 days: 4',
    '$20.00',
    t('product-detail:cluster.price.converted'),
    'Austria',
    'Also in 7 of the 45 newest stores that list this product',
    'Trending, of the same type: Kissen',
    t('product-detail:cluster.neverTrending'),
  ])
    expect(text).toContain(part)
  for (const href of [
    '/product/9-3',
    '/products/42',
    '/products/41?sortBy=price&amp;sortDirection=ASC&amp;page=3#stores',
  ])
    expect(page).toContain(`href="${href}"`)
  expect(page).toContain('aria-label="New stores in 28 days: 4"')
})

test('a product that no longer exists leads on to the stores', () => {
  const page = render(apiError('not_found', 404))
  expect(textOf(page)).toContain(t('product-detail:notFound.title'))
  expect(page).toContain('href="/list"')
})

test('the page reveals no product while it loads or without access', () => {
  expect(render(null)).toContain('bone')
  const page = render(cluster, 'guest')
  expect(page).not.toContain('Nackenkissen')
  expect(textOf(page)).toContain(t('product-detail:access.upgrade.title'))
})
