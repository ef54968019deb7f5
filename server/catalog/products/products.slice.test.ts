import type { ClusterId } from '#contracts/ids.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { ProductDetails } from '#contracts/catalog/products.ts'
import {
  insertProduct,
  insertStore,
  insertStores,
  insertTrend,
  listingOf,
  storedVariant,
} from '#testing/factories.ts'
import { codeOf, post, sendAs, startTestApp } from '#testing/test-app.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const app = sharedByTests(startTestApp)
const send = sendAs(app, 'PRO_USER')

const ofDomain = (domain: string, query = '') =>
  send(`/api/stores/products/domain/${encodeURIComponent(domain)}${query}`)

const titlesIn = ({ content }: { content: { title: string }[] }) =>
  content.map(({ title }) => title)

describe('the products of a store', () => {
  test('come newest first, page by page', { tags: ['calls.store-products'] }, async () => {
    const { db } = app.ctx
    const store = await insertStore(db, { domain: 'paging.example' })
    const days = ['2026-03-01', '2026-03-03', '2026-03-02']
    for (const day of days)
      await insertProduct(db, store, { title: day, created_at: `${day}T00:00:00Z` })
    await insertProduct(db, store, { title: 'undated', created_at: null })
    const first = (await ofDomain('paging.example', '?size=3')).json()
    expect(first).toMatchObject({
      page: 0,
      size: 3,
      totalElements: 4,
      totalPages: 2,
      nextCursor: null,
    })
    expect(titlesIn(first)).toEqual(['2026-03-03', '2026-03-02', '2026-03-01'])
    const second = (await ofDomain('paging.example', '?size=3&page=1')).json()
    expect(titlesIn(second)).toEqual(['undated'])
    const beyond = (await ofDomain('paging.example', '?size=3&page=2')).json()
    expect(beyond).toMatchObject({ content: [], totalElements: 4, totalPages: 2 })
  })

  test('are found by the domain in every spelling and by every address of the store', async () => {
    const { db } = app.ctx
    const store = await insertStore(db, {
      domain: 'www.spell.example',
      shop: 'abc-12.myshopify.com',
    })
    const other = await insertStore(db, { domain: 'xn--bcher-kva.example' })
    await insertProduct(db, store)
    await insertProduct(db, other)
    await insertProduct(db, other)
    await db
      .insertInto('store_keys')
      .values([
        { key: 'host:old-name.example', store_id: store },
        { key: 'shop:abc-12.myshopify.com', store_id: store },
      ])
      .execute()
    for (const domain of [
      'www.spell.example',
      'spell.example',
      'SPELL.Example',
      'spell.example.',
      'old-name.example',
      'www.old-name.example',
      'abc-12.myshopify.com',
    ]) {
      expect([domain, (await ofDomain(domain)).json().totalElements]).toEqual([domain, 1])
    }
    expect((await ofDomain('bücher.example')).json().totalElements).toBe(2)
  })

  test('of a domain taken over by another shop are those of its current shop', async () => {
    const { db } = app.ctx
    const passed = { domain: 'passed.example' }
    const [former, present] = await insertStores(db, [passed, passed])
    await insertProduct(db, former, { title: 'Former' })
    await insertProduct(db, present, { title: 'Present' })
    await db
      .insertInto('store_keys')
      .values({ key: 'host:passed.example', store_id: present })
      .execute()
    expect(titlesIn((await ofDomain('passed.example')).json())).toEqual(['Present'])
  })

  test.each([
    'nowhere.example',
    ' ',
    'a b',
    "x' or '1'='1",
    'http://spell.example',
    'a'.repeat(253),
  ])('the domain %j answers 404', async (domain) => {
    const answer = await ofDomain(domain)
    expect(codeOf(answer)).toEqual([404, 'not_found'])
  })

  test.each([
    ['EUR', 1999, 2999, '19.99', '29.99'],
    ['JPY', 1980, null, '1980', null],
    ['KWD', 12_345, null, '12.345', null],
    [null, 5, null, '0.05', null],
  ])(
    'in %s that cost %i minor units show the price as the platform writes it',
    async (currency, priceMinor, compareAtMinor, price, compareAtPrice) => {
      const { db } = app.ctx
      const domain = `${String(currency).toLowerCase()}.example`
      const store = await insertStore(db, { domain })
      await insertProduct(db, store, {
        currency,
        variants: [storedVariant({ priceMinor, compareAtMinor })],
      })
      const [product] = (await ofDomain(domain)).json().content
      expect(product).toMatchObject({
        currency,
        isSaved: false,
        variants: [{ price, compareAtPrice }],
      })
    },
  )

  test('an absurd price drops its variant, not the page', async () => {
    const { db } = app.ctx
    const store = await insertStore(db, { domain: 'absurd.example' })
    const variants = [
      storedVariant({ id: '1', priceMinor: 1e15 }),
      storedVariant({ id: '2', compareAtMinor: 1e14 }),
    ]
    await insertProduct(db, store, { variants })
    const [product] = (await ofDomain('absurd.example')).json().content
    expect(product.variants).toEqual([
      { id: '2', title: 'Default', price: '19.99', compareAtPrice: null, available: true },
    ])
  })
})

test('a store’s products carry their latest trend; removed products are not listed', async () => {
  const { db } = app.ctx
  const store = await insertStore(db, { domain: 'trendy.example' })
  const id = await insertProduct(db, store, { title: 'Hot', created_at: '2026-03-02T00:00:00Z' })
  await insertProduct(db, store, { title: 'Cold', created_at: '2026-03-01T00:00:00Z' })
  await insertProduct(db, store, { title: 'Gone', removed_at: '2026-03-05T00:00:00Z' })
  await insertTrend(db, id, '2026-03-07', { score: 41 })
  await insertTrend(db, id, '2026-03-08', { score: 40 })
  const page = (await ofDomain('trendy.example')).json()
  expect(page.totalElements).toBe(2)
  expect(page.content).toMatchObject([
    { title: 'Hot', trend: { day: '2026-03-08', score: 40 } },
    { title: 'Cold', trend: null },
  ])
})

describe('a store’s products can be sorted and filtered', () => {
  beforeAll(async () => {
    const { db } = app.ctx
    const store = await insertStore(db, { domain: 'many.example', currency: 'EUR' })
    const sell = (title: string, day: number, values: Parameters<typeof insertProduct>[2] = {}) =>
      insertProduct(db, store, {
        title,
        created_at: `2026-03-0${day}T00:00:00Z`,
        available: true,
        ...values,
      })
    const reduced = [storedVariant({ priceMinor: 900, compareAtMinor: 1900 })]
    const hot = await sell('Élan lamp', 1, { price_min_minor: 3000 })
    await sell('apple Lamp', 2, { variants: reduced })
    await sell('Zebra', 3, { price_min_minor: 2000, available: false })
    await sell('ЛАМПА', 4, { price_min_minor: 10, currency: 'USD', available: null })
    const warm = await sell('Moon-Lamp', 5, { price_min_minor: null })
    await sell('Gone lamp', 6, { removed_at: '2026-03-08T00:00:00Z' })
    await insertTrend(db, hot, '2026-03-07', { score: 90 })
    await insertTrend(db, hot, '2026-03-08', { score: 40 })
    await insertTrend(db, warm, '2026-03-07', { score: 60 })
  })

  test.each([
    ['', ['Moon-Lamp', 'ЛАМПА', 'Zebra', 'apple Lamp', 'Élan lamp']],
    ['sortDirection=ASC', ['Élan lamp', 'apple Lamp', 'Zebra', 'ЛАМПА', 'Moon-Lamp']],
    // In another currency or without a price, the price is unknown and sorts last.
    ['sortBy=price&sortDirection=ASC', ['apple Lamp', 'Zebra', 'Élan lamp', 'ЛАМПА', 'Moon-Lamp']],
    ['sortBy=price', ['Élan lamp', 'Zebra', 'apple Lamp', 'Moon-Lamp', 'ЛАМПА']],
    ['sortBy=title&sortDirection=asc', ['apple Lamp', 'Élan lamp', 'Moon-Lamp', 'Zebra', 'ЛАМПА']],
    ['sortBy=title', ['ЛАМПА', 'Zebra', 'Moon-Lamp', 'Élan lamp', 'apple Lamp']],
    ['sortBy=score', ['Moon-Lamp', 'Élan lamp', 'ЛАМПА', 'Zebra', 'apple Lamp']],
    ['q=LAMP', ['Moon-Lamp', 'apple Lamp', 'Élan lamp']],
    ['q=lamp%20elan', ['Élan lamp']],
    ['q=лампа', ['ЛАМПА']],
    ['q=%20-%20', ['Moon-Lamp', 'ЛАМПА', 'Zebra', 'apple Lamp', 'Élan lamp']],
    ['q=nothing', []],
    ['onSale=yes', ['apple Lamp']],
    ['available=yes', ['Moon-Lamp', 'apple Lamp', 'Élan lamp']],
    ['trending=yes', ['Moon-Lamp', 'Élan lamp']],
    ['trending=yes&q=moon&sortBy=title', ['Moon-Lamp']],
  ])('?%s', async (query, titles) => {
    const titlesOf = async (page: string) => {
      const shown = (await ofDomain('many.example', `?${query}${page}`)).json()
      expect(shown.totalElements).toBe(titles.length)
      return titlesIn(shown)
    }
    expect(await titlesOf('')).toEqual(titles)
    expect(await titlesOf('&size=2&page=1')).toEqual(titles.slice(2, 4))
  })

  test.each(['sortBy=name', 'sortDirection=up', 'onSale=no', 'available=', `q=${'a'.repeat(201)}`])(
    '?%s is refused',
    async (query) => {
      expect((await ofDomain('many.example', `?${query}`)).statusCode).toBe(400)
    },
  )
})

test(
  'a saved product shows its saved id to the account that saved it, and to no other',
  { tags: ['store-product.is-saved'] },
  async () => {
    const { db } = app.ctx
    const me = await app.as('PLUS_USER')
    const store = await insertStore(db, { domain: 'kept.example' })
    const id = await insertProduct(db, store)
    const other = await insertProduct(db, store)
    const saved = await post(me.send, '/api/saved-products', { productId: id })
    expect(saved.statusCode).toBe(200)
    const savedId = saved.json().id
    expect((await me.send(`/api/products/${id}`)).json()).toMatchObject({ isSaved: true, savedId })
    expect((await send(`/api/products/${id}`)).json()).toMatchObject({
      isSaved: false,
      savedId: null,
    })
    const { content } = (await me.send('/api/stores/products/domain/kept.example')).json()
    expect(
      new Map(content.map((row: { id: string; savedId: number | null }) => [row.id, row.savedId])),
    ).toEqual(
      new Map([
        [id, savedId],
        [other, null],
      ]),
    )
  },
)

test('a product lists ten other stores that carry it, new ones first, each once, with their price', async () => {
  const { db } = app.ctx
  const same = { cluster: 99 as ClusterId }
  const own = await insertStore(db)
  const id = await insertProduct(db, own, same)
  await insertProduct(db, own, same)
  const place = async (day: number, values: Parameters<typeof insertStore>[1] = {}) => {
    const store = await insertStore(db, { found_at: `2026-02-${10 + day}T00:00:00Z`, ...values })
    return insertProduct(db, store, { ...same, price_min_minor: 2500 })
  }
  const old = await place(9, { launch_status: 'established', name: 'Old', country: 'AT' })
  const late = await place(8, { name: 'Late', currency: 'EUR' })
  const early = await place(1)
  await insertProduct(db, listingOf(late).storeId, { ...same, price_min_minor: 1500 })
  await insertProduct(db, await insertStore(db), { ...same, removed_at: '2026-03-01T00:00:00Z' })
  const read = async () => ProductDetails.parse((await send(`/api/products/${id}`)).json())
  const { alsoIn, otherStores } = await read()
  expect(otherStores).toBe(3)
  expect(alsoIn.map(({ name, price, foundDay }) => [name, price, foundDay])).toEqual([
    ['Late', '15.00', '2026-02-18'],
    [expect.any(String), '25.00', '2026-02-11'],
    ['Old', '25.00', '2026-02-19'],
  ])
  expect([alsoIn[1]?.productId, alsoIn[2]?.productId]).toEqual([early, old])
  for (let n = 0; n < 9; n++) await place(0)
  expect([(await read()).otherStores, (await read()).alsoIn.length]).toEqual([12, 10])
})

describe('one product', () => {
  test(
    'has title, description, pictures, options, dates and variants with prices of the shop’s currency',
    {
      tags: [
        'store-product.id-title',
        'store-product.body-html',
        'store-product.images',
        'store-product.variants',
        'store-product.options',
        'store-product.created-at',
      ],
    },
    async () => {
      const store = await insertStore(app.ctx.db)
      const variants = [
        storedVariant({ id: '41', title: 'S', priceMinor: 1999, compareAtMinor: 2999 }),
        storedVariant({ id: '42', title: 'M', priceMinor: 2050, available: false }),
      ]
      const id = await insertProduct(app.ctx.db, store, { title: 'Lamp', variants })
      expect((await send(`/api/products/${id}`)).json()).toMatchObject({
        title: 'Lamp',
        bodyHtml: '<p>Fine.</p>',
        currency: 'EUR',
        createdAt: '2026-03-09T08:00:00.000Z',
        isSaved: false,
        images: [{ src: expect.stringMatching(/^\/api\/pictures\//), width: 800, height: 600 }],
        options: [{ name: 'Size', values: ['S', 'M'] }],
        variants: [
          { id: '41', title: 'S', price: '19.99', compareAtPrice: '29.99', available: true },
          { id: '42', title: 'M', price: '20.50', compareAtPrice: null, available: false },
        ],
      })
    },
  )

  test(
    'is shown with its store and its latest trend',
    { tags: ['product-detail.product-id', 'product-detail.store', 'calls.product'] },
    async () => {
      const { db } = app.ctx
      const store = await insertStore(db, { domain: 'one.example', name: 'One', product_count: 7 })
      const id = await insertProduct(db, store, {
        handle: 'läse-lampe',
        tags: '["light","desk"]',
        vendor: null,
      })
      await insertTrend(db, id, '2026-03-08', { stores: 4, score: 40 })
      await insertTrend(db, id, '2026-03-09', { stores: 5, score: 50 })
      const answer = await send(`/api/products/${id}`)
      expect(ProductDetails.parse(answer.json())).toEqual(answer.json())
      expect(answer.json()).toMatchObject({
        id,
        productId: id.split('-')[1],
        url: 'https://one.example/products/l%C3%A4se-lampe',
        vendor: null,
        tags: ['light', 'desk'],
        trend: { day: '2026-03-09', stores: 5, score: 50, badge: 'testing' },
        otherStores: 0,
        store: { id: store, name: 'One', domain: 'one.example', productCount: 7 },
        similar: [],
      })
    },
  )

  test(
    'has similar items: the same one elsewhere first, then trending ones of its type',
    { tags: ['product-page.similar-card'] },
    async () => {
      const { db } = app.ctx
      const named = [
        { name: 'own' },
        { name: 'twin' },
        { name: 'third' },
        { name: 'fourth' },
      ] as const
      const [own, twin, third, fourth] = await insertStores(db, named)
      const same = { cluster: 77 as ClusterId, product_type: 'Night lights' }
      const id = await insertProduct(db, own, { ...same, title: 'Moon lamp' })
      await insertProduct(db, own, { ...same, title: 'Moon lamp, own store' })
      await insertProduct(db, twin, { ...same, title: 'Moon lamp, twin' })
      await insertProduct(db, twin, { ...same, title: 'Moon lamp, twin again' })
      const sameType = { product_type: 'Night lights' }
      const weak = await insertProduct(db, third, { ...sameType, title: 'Star lamp' })
      const strong = await insertProduct(db, fourth, { ...sameType, title: 'Sun lamp' })
      const old = await insertProduct(db, third, { ...sameType, title: 'Old lamp' })
      await insertTrend(db, weak, '2026-04-02', { score: 10 })
      await insertTrend(db, strong, '2026-04-02', { score: 90 })
      await insertTrend(db, old, '2026-04-01', { score: 99 })
      const gone = { title: 'Moon lamp, gone', removed_at: '2026-04-01T00:00:00Z' }
      await insertProduct(db, fourth, { ...same, ...gone })
      const { similar, otherStores } = (await send(`/api/products/${id}`)).json()
      expect(otherStores).toBe(1)
      expect(
        similar.map(({ storeName, title }: { storeName: string; title: string }) => [
          storeName,
          title.split(',')[0],
        ]),
      ).toEqual([
        ['twin', 'Moon lamp'],
        ['fourth', 'Sun lamp'],
        ['third', 'Star lamp'],
      ])
      expect(similar[0]).toMatchObject({
        price: '19.99',
        currency: 'EUR',
        imageUrl: expect.stringMatching(/^\/api\/pictures\/card\//),
      })
    },
  )

  test('answers 404 for an unknown id, 400 for a malformed id', async () => {
    expect((await send('/api/products/1-1')).json().code).toBe('not_found')
    expect((await send('/api/products/1-99999999999999999999')).json().code).toBe('not_found')
    for (const id of ['1', '1-', 'a-b', '1-1-1', '-1-1', "1-1'--", '1'.repeat(17) + '-1']) {
      expect([id, (await send(`/api/products/${encodeURIComponent(id)}`)).statusCode]).toEqual([
        id,
        400,
      ])
    }
  })
})
