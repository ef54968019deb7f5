import { expect, test } from 'vitest'
import { getProduct, type ProductDetails } from '#contracts/catalog/products.ts'
import { apiError } from '#testing/api-error.ts'
import { exampleProduct } from '#testing/example-details.ts'
import { given, renderScreen, textOf } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import { ProductDetailPage } from './product-detail-page.tsx'

const { t } = textsOf('en')

type Options = Pick<Parameters<typeof renderScreen>[1] & object, 'visitor' | 'isOnline'>

const render = (answer: ProductDetails | Error | null, options: Options = {}) =>
  renderScreen(<ProductDetailPage />, {
    route: '/product/:id',
    address: '/product/1-77',
    answers: answer ? [given(getProduct, answer, { params: { id: '1-77' } })] : [],
    ...options,
  })

const sectionOf = (page: string, heading: string) => page.slice(page.indexOf(`>${heading}<`))

test.each([
  [5, 4],
  [3, 3],
  [1, 0],
  [0, 0],
])(
  'of %i pictures one is large and %i are thumbnails, each labelled with the product title',
  { tags: ['product-page.gallery'] },
  (count, thumbnails) => {
    const page = render({ ...exampleProduct, images: exampleProduct.images.slice(0, count) })
    expect(page.match(/role="radio"/g)?.length ?? 0).toBe(thumbnails)
    if (count > 1) {
      expect(page).toContain(`alt="Moon Lamp, picture 1 of ${count}"`)
      expect(page).toContain(`aria-label="Moon Lamp, picture ${thumbnails} of ${count}"`)
    }
    if (count === 1) expect(page).toContain('alt="Moon Lamp"')
    expect(page.includes(t('product-detail:gallery.none'))).toBe(count === 0)
  },
)

test(
  'the title is the heading, and the price appears with the former price and the discount',
  { tags: ['product-page.title', 'product-page.price'] },
  () => {
    const page = textOf(render(exampleProduct))
    expect(page).toMatch(/\|Moon Lamp\|.*\|€20\.00\|.*€40\.00\|.*\|50% off\|/)
  },
)

test(
  'a product without a real former price shows no discount',
  { tags: ['product-page.price'] },
  () => {
    const variants = exampleProduct.variants.map((variant) => ({
      ...variant,
      compareAtPrice: null,
    }))
    expect(render({ ...exampleProduct, variants })).not.toContain('% off')
  },
)

test(
  'options are shown with their values, variants with their prices and stock',
  { tags: ['product-page.options'] },
  () => {
    const page = textOf(render(exampleProduct))
    expect(page).toMatch(/\|Size\|+Small\|+Large\|/)
    expect(sectionOf(render(exampleProduct), 'Prices of all variants')).toMatch(
      /Small<.*€20\.00.*>available<.*Large<.*€35\.00.*>Sold out</,
    )
  },
)

test(
  'a description shows a skeleton while it loads; the page says when a shop publishes none',
  { tags: ['product-page.description'] },
  () => {
    const heading = t('product-detail:description.title')
    expect(sectionOf(render(exampleProduct), heading)).toMatch(
      /^>Description<\/h2>.*?aria-busy="true"/,
    )
    expect(render({ ...exampleProduct, bodyHtml: ' ' })).toContain(
      t('product-detail:description.none'),
    )
  },
)

test(
  'the store card links to the product’s own page and to the store here',
  { tags: ['product-page.store-sidebar', 'product-detail.store'] },
  () => {
    const card = sectionOf(render(exampleProduct), t('product-detail:store.title'))
    expect(card).toMatch(
      /<a href="https:\/\/lamp\.example\/products\/moon" target="_blank" rel="noopener nofollow ugc noreferrer"[^>]*>Visit product page/,
    )
    expect(card).toMatch(/<a [^>]*href="\/store\/1"[^>]*>Open store here/)
  },
)

test('an address that is not a web page does not become a link', { tags: ['check-61'] }, () => {
  expect(render({ ...exampleProduct, url: 'javascript:alert(1)' })).not.toContain('javascript:')
})

test(
  'the details card shows the other facts from the shop and says which ones are not published',
  { tags: ['product-page.details-card'] },
  () => {
    const card = textOf(sectionOf(render({ ...exampleProduct, vendor: null }), 'Details'))
    for (const text of ['Lamp', 'Nov 19, 2026', 'Nov 20, 2026', '77', 'night'])
      expect(card).toContain(`|${text}|`)
    expect(card).toMatch(/\|Brand\|+not published\|/)
  },
)

test(
  'similar items link to their pages; the card says when there are none',
  { tags: ['product-page.similar-card'] },
  () => {
    expect(sectionOf(render(exampleProduct), t('product-detail:similar'))).toMatch(
      /href="\/product\/2-5"[^>]*>Sun Lamp<.*Sonne.*€12\.00/,
    )
    expect(render({ ...exampleProduct, similar: [] })).toContain(t('product-detail:similarNone'))
  },
)

test('every part of the trend score is shown with its points', () => {
  const page = render(exampleProduct)
  for (const [name, points] of [
    ['spread', '21 of 35 points'],
    ['growth', '20 of 25 points'],
  ]) {
    expect(sectionOf(page, t(`product-detail:trend.part.${name}`))).toContain(points)
  }
  expect(render({ ...exampleProduct, trend: null })).not.toContain(' points<')
})

test('other stores with the product are listed with their prices, and the rest are counted', () => {
  const list = textOf(sectionOf(render(exampleProduct), 'Also in 12 other stores'))
  expect(list).toMatch(
    /\|Sonne\|.*\|Austria\|.*\|found Nov 18, 2026\|.*\|€18\.50\|.*\|and 11 more stores\|/,
  )
  expect(render(exampleProduct)).toContain('href="/product/9-3"')
  expect(render({ ...exampleProduct, alsoIn: [], otherStores: 0 })).not.toContain('Also in')
})

test.each([{ visitor: 'checking' as const }, {}])(
  'a skeleton shows until the product is known: %o',
  { tags: ['product-page.lazy-skeleton'] },
  (options) => {
    const page = render(null, options)
    expect(page).toContain('aria-busy="true"')
    expect(page).not.toContain('<h1')
  },
)

test.each([
  ['anonymous', 'signIn'],
  ['guest', 'upgrade'],
] as const)('%s stays at the address and sees how to get access', (visitor, kind) => {
  const page = render(exampleProduct, { visitor })
  expect(page).toContain(t(`product-detail:access.${kind}.title`))
  expect(page).not.toContain('Moon Lamp')
})

test(
  'a failed call says that the product could not be loaded, with the status text and an explanation',
  { tags: ['errors.product-details'] },
  () => {
    expect(render(apiError('internal', 500, { statusText: 'Internal Server Error' }))).toMatch(
      new RegExp(
        `<h1[^>]*>Failed to fetch product details<span[^>]*>: Internal Server Error</span></h1><p[^>]*>${t('errors:internal')}<`,
      ),
    )
  },
)

test.each<[string, ProductDetails | Error | null, Options, string]>([
  ['a product that is not there', apiError('not_found', 404), {}, 'product-detail:notFound.title'],
  ['an id that is none', apiError('invalid_request', 400), {}, 'product-detail:notFound.title'],
  ['a plan that ended', apiError('plan_required', 403), {}, 'product-detail:access.upgrade.title'],
  ['a lost connection', null, { isOnline: false }, 'errors:network'],
])('%s gets its own message', (_, answer, options, text) => {
  expect(render(answer, options)).toContain(t(text as 'errors:network'))
})

test.each([true, false])(
  'the save button shows whether the product is saved: %s',
  { tags: ['store-product.is-saved', 'saved-flag.product'] },
  (isSaved) => {
    const button =
      /<button [^>]*aria-pressed="(true|false)"[^>]*>(?:(?!<\/button>).)*Moon Lamp<\/span><\/button>/
    expect(button.exec(render({ ...exampleProduct, isSaved }))?.[1]).toBe(String(isSaved))
  },
)
