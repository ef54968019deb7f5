import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ProductDetails } from '#contracts/products.ts'
import { insertProduct, insertStore, insertTrend, storedVariant } from '#testing/factories.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

let world: TestApp
let send: Awaited<ReturnType<TestApp['as']>>['send']
beforeAll(async () => {
  world = await startTestApp()
  send = (await world.as('PRO_USER')).send
})
afterAll(() => world[Symbol.asyncDispose]())

const ofDomain = (domain: string, query = '') =>
  send(`/api/stores/products/domain/${encodeURIComponent(domain)}${query}`)

describe('the products of a store', () => {
  test('come newest first, page by page', async () => {
    const { db } = world.ctx
    const store = await insertStore(db, { domain: 'paging.example' })
    const days = ['2026-03-01', '2026-03-03', '2026-03-02']
    for (const day of days) await insertProduct(db, store, { title: day, created_at: `${day}T00:00:00Z` })
    await insertProduct(db, store, { title: 'undated', created_at: null })
    const first = (await ofDomain('paging.example', '?size=3')).json()
    expect(first).toMatchObject({ page: 0, size: 3, totalElements: 4, totalPages: 2, nextCursor: null })
    expect(first.content.map(({ title }: { title: string }) => title)).toEqual([
      '2026-03-03',
      '2026-03-02',
      '2026-03-01',
    ])
    const second = (await ofDomain('paging.example', '?size=3&page=1')).json()
    expect(second.content.map(({ title }: { title: string }) => title)).toEqual(['undated'])
  })

  test('are found by the domain in every spelling and by every address of the store', async () => {
    const { db } = world.ctx
    const store = await insertStore(db, { domain: 'www.spell.example', shop: 'abc-12.myshopify.com' })
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

  test('of a domain that passed to another shop are those of the shop that is there now', async () => {
    const { db } = world.ctx
    const former = await insertStore(db, { domain: 'passed.example' })
    const present = await insertStore(db, { domain: 'passed.example' })
    await insertProduct(db, former, { title: 'Former' })
    await insertProduct(db, present, { title: 'Present' })
    await db.insertInto('store_keys').values({ key: 'host:passed.example', store_id: present }).execute()
    const { content } = (await ofDomain('passed.example')).json()
    expect(content.map(({ title }: { title: string }) => title)).toEqual(['Present'])
  })

  test.each(['nowhere.example', ' ', 'a b', "x' or '1'='1", 'http://spell.example', 'a'.repeat(253)])(
    'nothing is found at %j',
    async (domain) => {
      const answer = await ofDomain(domain)
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
    },
  )

  test.each([
    ['EUR', 1999, 2999, '19.99', '29.99'],
    ['JPY', 1980, null, '1980', null],
    ['KWD', 12_345, null, '12.345', null],
    [null, 5, null, '0.05', null],
  ])(
    'in %s cost %i minor units as the platform writes it',
    async (currency, priceMinor, compareAtMinor, price, compareAtPrice) => {
      const { db } = world.ctx
      const domain = `${String(currency).toLowerCase()}.example`
      const store = await insertStore(db, { domain })
      await insertProduct(db, store, { currency, variants: [storedVariant({ priceMinor, compareAtMinor })] })
      const [product] = (await ofDomain(domain)).json().content
      expect(product).toMatchObject({ currency, isSaved: false, variants: [{ price, compareAtPrice }] })
    },
  )

  test('an absurd price costs its variant, not the page', async () => {
    const { db } = world.ctx
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

test('a store’s products carry their latest trend; what the store took away is not listed', async () => {
  const { db } = world.ctx
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

describe('one product', () => {
  test('has title, description, pictures, options, dates and variants with prices of the shop’s currency', async () => {
    const store = await insertStore(world.ctx.db)
    const variants = [
      storedVariant({ id: '41', title: 'S', priceMinor: 1999, compareAtMinor: 2999 }),
      storedVariant({ id: '42', title: 'M', priceMinor: 2050, available: false }),
    ]
    const id = await insertProduct(world.ctx.db, store, { title: 'Lamp', variants })
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
  })

  test('is shown with its store and its latest trend', async () => {
    const { db } = world.ctx
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
  })

  test('has similar items: the same one elsewhere first, then trending ones of its type', async () => {
    const { db } = world.ctx
    const [own, twin, third, fourth] = await Promise.all(
      ['own', 'twin', 'third', 'fourth'].map((name) => insertStore(db, { name })),
    )
    const same = { cluster: 77, product_type: 'Night lights' }
    const id = await insertProduct(db, own ?? 0, { ...same, title: 'Moon lamp' })
    await insertProduct(db, own ?? 0, { ...same, title: 'Moon lamp, own store' })
    await insertProduct(db, twin ?? 0, { ...same, title: 'Moon lamp, twin' })
    await insertProduct(db, twin ?? 0, { ...same, title: 'Moon lamp, twin again' })
    const weak = await insertProduct(db, third ?? 0, { product_type: 'Night lights', title: 'Star lamp' })
    const strong = await insertProduct(db, fourth ?? 0, { product_type: 'Night lights', title: 'Sun lamp' })
    const old = await insertProduct(db, third ?? 0, { product_type: 'Night lights', title: 'Old lamp' })
    await insertTrend(db, weak, '2026-04-02', { score: 10 })
    await insertTrend(db, strong, '2026-04-02', { score: 90 })
    await insertTrend(db, old, '2026-04-01', { score: 99 })
    await insertProduct(db, fourth ?? 0, {
      ...same,
      title: 'Moon lamp, gone',
      removed_at: '2026-04-01T00:00:00Z',
    })
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
  })

  test('is 404 where there is none, 400 where the id is none', async () => {
    expect((await send('/api/products/1-1')).json().code).toBe('not_found')
    expect((await send('/api/products/1-99999999999999999999')).json().code).toBe('not_found')
    for (const id of ['1', '1-', 'a-b', '1-1-1', '-1-1', "1-1'--", '1'.repeat(17) + '-1']) {
      expect([id, (await send(`/api/products/${encodeURIComponent(id)}`)).statusCode]).toEqual([id, 400])
    }
  })
})
