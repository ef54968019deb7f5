import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, type Day, dayOf, mondayOf } from '#contracts/dates.ts'
import type { ClusterId } from '#contracts/ids.ts'
import { ProductCluster } from '#contracts/catalog/product-clusters.ts'
import { createExportCalls } from '#testing/export-calls.ts'
import { insertProduct, insertStore, insertTrend, listingOf } from '#testing/factories.ts'
import { sendAs, startTestApp } from '#testing/test-app.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

let today: Day
const app = sharedByTests(startTestApp)
const send = sendAs(app, 'PRO_USER')
beforeAll(async () => {
  today = dayOf(app.ctx.now())
})

type Shop = Parameters<typeof insertStore>[1]
type Item = Parameters<typeof insertProduct>[2]

let lastCluster = 500
const nextCluster = () => (lastCluster += 1) as ClusterId
async function sell(
  ...listings: { shop?: Shop; item?: Item }[]
): Promise<{ cluster: ClusterId; ids: string[] }> {
  const cluster = nextCluster()
  const ids = []
  for (const { shop, item } of listings) ids.push(await list(cluster, shop, item))
  return { cluster, ids }
}

async function list(cluster: ClusterId, shop: Shop = {}, item: Item = {}): Promise<string> {
  const store = await insertStore(app.ctx.db, shop)
  return insertProduct(app.ctx.db, store, {
    created_at: null,
    published_at: null,
    ...item,
    cluster,
  })
}

/** Another listing in the store of this one. */
const listBeside = (id: string | undefined, item: Item) =>
  insertProduct(app.ctx.db, listingOf(id ?? '').storeId, item)

function keyOf(id: string | undefined) {
  const { storeId: store_id, productId: product_id } = listingOf(id ?? '')
  return { store_id, product_id }
}

const foundOn = (day: Day, shop: Shop = {}): Shop => ({ ...shop, found_at: `${day}T08:00:00Z` })

const storesOf = async (cluster: ClusterId, query: Record<string, string> = {}) =>
  (await send({ url: `/api/products/clusters/${cluster}/stores`, query })).json()

const read = async (cluster: ClusterId, language = 'en') => {
  const answer = await send({
    url: `/api/products/clusters/${cluster}`,
    headers: { 'accept-language': language },
  })
  expect(answer.statusCode).toBe(200)
  return ProductCluster.parse(answer.json())
}

describe('a product across its stores', () => {
  test('has the title and the picture of its first shop in the reader’s language, otherwise in English', async () => {
    const { cluster } = await sell(
      { shop: foundOn('2026-02-01', { language: 'tr' }), item: { title: 'Boyun yastığı' } },
      { shop: foundOn('2026-02-03', { language: 'de-AT' }), item: { title: 'Nackenkissen neu' } },
      { shop: foundOn('2026-02-02', { language: 'de' }), item: { title: 'Nackenkissen' } },
      { shop: foundOn('2026-02-04', { language: 'en' }), item: { title: 'Neck pillow' } },
    )
    for (const [language, title, titleLanguage] of [
      ['de', 'Nackenkissen', 'de'],
      ['tr', 'Boyun yastığı', 'tr'],
      ['fr', 'Neck pillow', 'en'],
    ] as const)
      expect(await read(cluster, language)).toMatchObject({ id: cluster, title, titleLanguage })
    expect((await read(cluster)).imageUrl).toMatch(/^\/api\/pictures\//)
  })

  test('counts the new stores that began to list it, by day, by week and since the first', async () => {
    const { cluster, ids } = await sell(
      { shop: foundOn(addDays(today, -60)) },
      { shop: foundOn(addDays(today, -27)) },
      { shop: foundOn(today) },
      { shop: foundOn(today) },
      { shop: foundOn(today, { launch_status: 'established' }) },
    )
    // A second listing of the same store.
    await listBeside(ids[2], { cluster, created_at: null })
    const product = await read(cluster)
    expect(product.newStoresByDay).toEqual([1, ...Array(26).fill(0), 2])
    expect(product).toMatchObject({ lastDay: today, listingStores: 5, newStores: 4 })
    expect(product.newStoresByWeek.reduce((sum, { stores }) => sum + stores, 0)).toBe(4)
    expect(product.firstSeller).toMatchObject({ productId: ids[0], listedDay: addDays(today, -60) })
  })

  test('keeps the day of the first listing of a store that removed it and listed the product again', async () => {
    const since = addDays(today, -60)
    const { cluster, ids } = await sell(
      { shop: foundOn(since), item: { removed_at: `${addDays(today, -20)}T08:00:00Z` } },
      { shop: foundOn(addDays(today, -30)) },
    )
    const again = await listBeside(ids[0], {
      cluster,
      created_at: `${addDays(today, -5)}T08:00:00Z`,
      published_at: null,
    })
    expect((await read(cluster)).firstSeller).toMatchObject({ productId: again, listedDay: since })
    expect((await storesOf(cluster)).content).toMatchObject([
      { productId: ids[1], listedDay: addDays(today, -30) },
      { productId: again, listedDay: since },
    ])
  })

  test('shows the prices of one currency as they are, those of several in dollars', async () => {
    const euros = await sell(
      { item: { currency: 'EUR', price_min_minor: 1000 } },
      { item: { currency: 'EUR', price_min_minor: 3000 } },
      { item: { currency: 'EUR', price_min_minor: 2001 } },
      { item: { currency: 'EUR', price_min_minor: null } },
    )
    expect((await read(euros.cluster)).price).toEqual({
      min: '10.00', median: '20.01', max: '30.00', currency: 'EUR', isConverted: false, stores: 3,
    }) // prettier-ignore
    const several = await sell(
      { item: { currency: 'USD', price_min_minor: 1000 } },
      { item: { currency: 'JPY', price_min_minor: 1540 } },
      { item: { currency: 'EUR', price_min_minor: 1720 } },
    )
    expect((await read(several.cluster)).price).toEqual({
      min: '10.00', median: '10.00', max: '20.00', currency: 'USD', isConverted: true, stores: 3,
    }) // prettier-ignore
    const unknown = await sell({ item: { currency: null } }, { item: { price_min_minor: null } })
    expect((await read(unknown.cluster)).price).toBeNull()
  })

  test('replays the prices of each week from the changes that we saw', async () => {
    const { db } = app.ctx
    const monday = mondayOf(today)
    const { cluster, ids } = await sell(
      { shop: foundOn(addDays(monday, -14)), item: { currency: 'EUR', price_min_minor: 2000 } },
      { shop: foundOn(addDays(monday, -7)), item: { currency: 'EUR', price_min_minor: 3000 } },
    )
    const at = `${addDays(monday, -3)}T10:00:00Z`
    const change = { kind: 'price_up', at, before_minor: 1000, after_minor: 2000 } as const
    await db
      .insertInto('product_changes')
      .values({ ...keyOf(ids[0]), ...change })
      .execute()
    const weekOf = (weeks: number, min: string, median: string, max: string, stores: number) => ({
      week: addDays(monday, -7 * weeks), min, median, max, stores,
    }) // prettier-ignore
    expect((await read(cluster)).priceCourse).toEqual({
      currency: 'EUR',
      isConverted: false,
      weeks: [
        weekOf(2, '10.00', '10.00', '10.00', 1),
        weekOf(1, '20.00', '25.00', '30.00', 2),
        weekOf(0, '20.00', '25.00', '30.00', 2),
      ],
    })
  })

  test('has countries, its latest trend, and what happened to price and stock', async () => {
    const { db } = app.ctx
    const { cluster, ids } = await sell(
      { shop: { country: 'FR', name: 'Nuit' } },
      { shop: { country: 'FR' } },
      { shop: { country: 'US' } },
      { shop: { country: null }, item: { removed_at: '2026-03-09T12:00:00Z' } },
    )
    await insertTrend(db, ids[0] ?? '', '2026-03-07', { cluster, score: 41 })
    await insertTrend(db, ids[0] ?? '', '2026-03-08', {
      cluster,
      score: 63,
      badge: 'heating',
      stores: 3,
    })
    const change = { ...keyOf(ids[0]), currency: 'EUR' }
    await db
      .insertInto('product_changes')
      .values([
        {
          ...change,
          kind: 'price_up',
          at: '2026-03-08T10:00:00Z',
          before_minor: 1500,
          after_minor: 1999,
        },
        { ...change, kind: 'sold_out', at: '2026-03-09T10:00:00Z' },
        { ...change, kind: 'returned', at: '2026-03-09T11:00:00Z' },
      ])
      .execute()
    const priceUp = { kind: 'price_up', before: '15.00', after: '19.99', currency: 'EUR' }
    expect(await read(cluster)).toMatchObject({
      listingStores: 3,
      countries: [{ code: 'FR', stores: 2 }, { code: 'US', stores: 1 }],
      trend: { day: '2026-03-08', score: 63, badge: 'heating' },
      eventStores: { sold_out: 1, restocked: 0, price_up: 1, price_down: 0 },
      events: [{ kind: 'sold_out', productId: ids[0], storeName: 'Nuit' }, priceUp],
    }) // prettier-ignore
    expect((await send(`/api/products/${ids[0]}`)).json()).toMatchObject({
      cluster,
      events: [{ kind: 'sold_out' }, priceUp],
    })
  })

  test('names similar products with the reason: the same stores, then the same type', async () => {
    const { db } = app.ctx
    const kite = { item: { product_type: 'Kites' } }
    const { cluster, ids } = await sell(kite, kite, kite)
    const shared = nextCluster()
    for (const id of ids.slice(0, 2))
      await listBeside(id, { cluster: shared, title: 'Often together' })
    await listBeside(ids[0], { cluster: nextCluster() })
    const sameType = await sell({ item: { product_type: 'Kites', title: 'Other kite' } })
    await insertTrend(db, sameType.ids[0] ?? '', '2026-03-09', { cluster: sameType.cluster })
    expect((await read(cluster)).similar).toMatchObject([
      { id: shared, title: 'Often together', reason: { kind: 'shared_stores', stores: 2, of: 3 } },
      {
        id: sameType.cluster,
        title: 'Other kite',
        reason: { kind: 'same_type', productType: 'Kites' },
      },
    ])
  })

  test('lists every store once with its cheapest listing, the latest found first, page by page', async () => {
    const { cluster, ids } = await sell(
      { shop: foundOn('2026-03-01') },
      { shop: foundOn('2026-03-03'), item: { price_min_minor: 2500 } },
      { shop: foundOn('2026-03-02') },
      { shop: foundOn('2026-03-04'), item: { removed_at: '2026-03-09T12:00:00Z' } },
    )
    const cheaper = await listBeside(ids[1], { cluster, price_min_minor: 2400, available: false })
    expect(await storesOf(cluster, { size: '2' })).toMatchObject({
      content: [{ productId: cheaper, price: '24.00', available: false }, { productId: ids[2] }],
      totalElements: 3,
      totalPages: 2,
    })
    const { content } = await storesOf(cluster, { size: '2', page: '1' })
    expect(content).toMatchObject([{ productId: ids[0] }])
  })

  test('orders and filters its stores by price in dollars, first day, place and country', async () => {
    const { cluster, ids } = await sell(
      {
        shop: { country: 'TR', name: 'Farade %', logo_url: 'https://cdn.example/logo.png' },
        item: { currency: 'TRY', price_min_minor: 42_000 },
      },
      { shop: { country: 'DE' }, item: { currency: 'EUR', price_min_minor: 1_720 } },
      {
        shop: { country: 'US', launch_status: 'established' },
        item: { currency: 'USD', price_min_minor: 500 },
      },
      { shop: { country: null }, item: { currency: null, price_min_minor: null } },
    )
    await app.ctx.db
      .insertInto('product_places')
      .values({ ...keyOf(ids[1]), list: 'best_sellers', place: 4, seen_at: app.ctx.now() })
      .execute()
    const ask = (query: Record<string, string>) => storesOf(cluster, query)
    const idsOf = async (query: Record<string, string>) =>
      (await ask(query)).content.map(({ productId }: { productId: string }) => productId)
    const cheapest = { sortBy: 'price', sortDirection: 'ASC' }
    expect(await idsOf(cheapest)).toEqual([ids[2], ids[0], ids[1], ids[3]])
    expect((await ask({ ...cheapest, country: 'tr' })).content).toMatchObject([
      { dollars: '10.00', price: '420.00', bestSellerPlace: null, logoUrl: expect.any(String) },
    ])
    expect(await idsOf({ sortBy: 'bestSellerPlace', sortDirection: 'ASC', country: 'DE' })).toEqual(
      [ids[1]],
    )
    expect((await ask({ sortBy: 'bestSellerPlace' })).content[0]).toMatchObject({
      bestSellerPlace: 4,
    })
    const { exported } = createExportCalls(() => app)
    expect(
      await exported(send, {
        view: 'clusterStores',
        values: 'codes',
        columns: ['storeCountry', 'price', 'dollars', 'bestSellerPlace'],
        query: { ...cheapest, id: String(cluster), isNew: 'true' },
      }),
    ).toEqual([
      ['TR', '420', '10', ''],
      ['DE', '17.2', '20', '4'],
      ['', '', '', ''],
    ])
    expect(await idsOf({ store: 'farade %' })).toEqual([ids[0]])
    expect(await ask({ isNew: 'true', size: '1' })).toMatchObject({ totalElements: 3 })
    expect((await send(`/api/products/clusters/${cluster}/stores?sortBy=name`)).statusCode).toBe(
      400,
    )
  })

  test('has the wording of most stores as its title, without shop names and advertising', async () => {
    const { cluster } = await sell(
      { item: { title: 'Magic ball' } },
      { shop: { name: 'Paw' }, item: { title: '🔥 HOT SALE Interactive Cat Ball | Paw' } },
      { item: { title: 'INTERACTIVE CAT BALL 2026' } },
    )
    expect((await read(cluster)).title).toBe('Interactive Cat Ball')
  })
})

test('the address of a merged product leads to the one it became, also after its own record is gone', async () => {
  const { db } = app.ctx
  const { cluster } = await sell({}, {})
  const { id: middle } = await newClusterRow()
  const { id: ended } = await newClusterRow()
  const mergeInto = (id: ClusterId, into: ClusterId) =>
    db.updateTable('product_clusters').set({ merged_into: into }).where('id', '=', id).execute()
  await mergeInto(ended, middle)
  await mergeInto(middle, cluster)
  await db.deleteFrom('product_clusters').where('id', 'in', [ended, middle]).execute()
  for (const id of [ended, middle]) {
    expect((await read(id)).id).toBe(cluster)
    expect((await storesOf(id)).totalElements).toBe(2)
  }
})

test('a dissolved and an unknown product answer 404', async () => {
  const { db } = app.ctx
  const { cluster } = await sell({})
  await db
    .insertInto('product_clusters')
    .values({ id: cluster, leader: '{}', dissolved: true })
    .execute()
  for (const path of [`${cluster}`, '999999999', `${cluster}/stores`])
    expect((await send(`/api/products/clusters/${path}`)).statusCode).toBe(404)
  expect((await send('/api/products/clusters/x')).statusCode).toBe(400)
})

const newClusterRow = () =>
  app.ctx.db
    .insertInto('product_clusters')
    .values({ id: (900_000 + nextCluster()) as ClusterId, leader: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
