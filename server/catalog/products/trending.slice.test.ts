import { beforeAll, describe, expect, test } from 'vitest'
import { SEARCHED_STORES } from '#contracts/catalog/trending-products.ts'
import { TREND_FORMULA, TrendFormula } from '#contracts/catalog/trending.ts'
import type { ClusterId, StoreId } from '#contracts/ids.ts'
import {
  insertProduct,
  insertStore,
  insertStores,
  insertTrend,
  storedVariant,
} from '#testing/factories.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { sendAs, startTestApp } from '#testing/test-app.ts'

const app = sharedByTests(startTestApp)
const send = sendAs(app, 'PRO_USER')
type Shop = Parameters<typeof insertStore>[1]

describe('the trend formula', () => {
  test('is public and built from the constants that compute scores', async () => {
    const answer = await app.anonymous('/api/public/trend-formula')
    expect(answer.statusCode).toBe(200)
    const formula = TrendFormula.parse(answer.json())
    expect(formula).toMatchObject({
      windowDays: TREND_FORMULA.windowDays,
      gate: TREND_FORMULA.gate,
    })
    expect(
      Object.fromEntries(formula.components.map(({ name, weight }) => [name, weight])),
    ).toEqual(TREND_FORMULA.weights)
    expect(formula.badges.map(({ name }) => name)).toEqual(['testing', 'heating', 'proven'])
    expect(JSON.stringify(formula)).not.toContain('sort_by')
  })
})

describe('trending products', () => {
  const list = (query = '') => send(`/api/trending/products${query}`)
  /** How many there are, and the titles of the page. */
  const titlesFrom = (start: string) => async (query: string) => {
    const { content, totalElements } = (await list(`${start}${query}`)).json()
    return [totalElements, ...content.map(({ title }: { title: string }) => title)]
  }

  test(
    'are listed by score, each once with its latest trend, matching the counter',
    { tags: ['product.trending-products', 'product.paid-browse-products'] },
    async () => {
      const { db } = app.ctx
      const store = await insertStore(db, { name: 'One', domain: 'one.example' })
      const [weak, strong, both] = [
        await insertProduct(db, store, { title: 'weak' }),
        await insertProduct(db, store, { title: 'strong' }),
        await insertProduct(db, store, { title: 'both' }),
      ]
      await insertTrend(db, weak, '2026-03-08', { score: 30 })
      await insertTrend(db, strong, '2026-03-08', { score: 80 })
      await insertTrend(db, both, '2026-03-08', { score: 99, cluster: 81 as ClusterId })
      await insertTrend(db, both, '2026-03-09', { score: 50, cluster: 81 as ClusterId })
      const range = '?dateRangeFrom=2026-03-08&dateRangeTo=2026-03-09'
      for (const [query, titles] of [
        ['?date=2026-03-08', ['both', 'strong', 'weak']],
        ['?date=2026-03-09', ['both']],
        ['?date=2026-03-10', []],
        [range, ['strong', 'both', 'weak']],
        ['', ['strong', 'both', 'weak']],
      ] as const) {
        const { totalProducts } = (await app.anonymous(`/api/public/stats${query}`)).json()
        const found = await titlesFrom('')(query)
        expect([query, ...found]).toEqual([query, totalProducts, ...titles])
      }
      const second = (await list(`${range}&size=2&page=1`)).json()
      expect(second).toMatchObject({
        content: [{ title: 'weak', trend: { score: 30 }, store: { id: store, name: 'One' } }],
        totalPages: 2,
      })
    },
  )

  test('are filtered by store, badge and title, and sorted', async () => {
    const { db } = app.ctx
    const make = async (title: string, trend: Parameters<typeof insertTrend>[3], shop: Shop) => {
      const id = await insertProduct(db, await insertStore(db, shop), { title })
      await insertTrend(db, id, '2026-05-02', trend)
    }
    const found = (day: number, country: string) => ({
      country,
      found_at: `2026-04-${day}T00:00:00Z`,
    })
    await make('Élan lamp', { score: 40, stores: 9, badge: 'testing' }, found(20, 'FR'))
    await make('Moon lamp', { score: 70, stores: 4, badge: 'heating' }, found(28, 'DE'))
    const old = { ...found(25, 'FR'), launch_status: 'established' } as const
    await make('Desk', { score: 50, stores: 6, badge: 'proven' }, old)
    for (const [query, titles] of [
      ['', ['Moon lamp', 'Desk', 'Élan lamp']],
      ['&sortBy=stores', ['Élan lamp', 'Desk', 'Moon lamp']],
      ['&sortBy=foundAt', ['Moon lamp', 'Desk', 'Élan lamp']],
      ['&launchStatus=new', ['Moon lamp', 'Élan lamp']],
      ['&launchStatus=established', ['Desk']],
      ['&country=FR', ['Desk', 'Élan lamp']],
      ['&country=-FR', ['Moon lamp']],
      ['&country=FR&launchStatus=new&trending=yes', ['Élan lamp']],
      ['&badge=heating,proven', ['Moon lamp', 'Desk']],
      ['&title=LAMP', ['Moon lamp', 'Élan lamp']],
      ['&title=lamp%20elan', ['Élan lamp']],
      ['&title=%21', ['Moon lamp', 'Desk', 'Élan lamp']],
      ['&country=FR&title=lamp&badge=proven', []],
    ] as const) {
      const listed = await titlesFrom('?date=2026-05-02')(query)
      expect([query, ...listed]).toEqual([query, titles.length, ...titles])
    }
  })

  test('that several stores list are one product, shown by the newest store that passes the filters', async () => {
    const { db } = app.ctx
    const cluster = 82 as ClusterId
    const sell = async (store: Shop, title: string, price: number) => {
      const storeId = await insertStore(db, store)
      const id = await insertProduct(db, storeId, { title, cluster, price_min_minor: price })
      for (const day of ['2026-04-07', '2026-04-08'])
        await insertTrend(db, id, day, { cluster, score: 44, badge: 'heating' })
      return id
    }
    const french = await sell({ country: 'FR', language: 'fr' }, 'Oreiller', 1500)
    await sell({ country: 'US', language: 'en' }, 'Neck pillow', 2500)
    const german = await sell({ country: 'DE', language: 'de' }, 'Nackenkissen', 2000)
    const days = '?dateRangeFrom=2026-04-07&dateRangeTo=2026-04-08'
    const summary = {
      id: cluster,
      title: 'Neck pillow',
      listingStores: 3,
      countries: [
        { code: 'DE', stores: 1 },
        { code: 'FR', stores: 1 },
        { code: 'US', stores: 1 },
      ],
      price: { min: '15.00', median: '20.00', max: '25.00', currency: 'EUR', stores: 3 },
    }
    expect((await list(days)).json()).toMatchObject({
      totalElements: 1,
      content: [{ id: german, trend: { day: '2026-04-08', score: 44 }, cluster: summary }],
    })
    for (const [query, ids] of [
      ['&country=FR', [french]],
      ['&title=oreiller', [french]],
      ['&title=oreiller&country=DE', []],
      ['&badge=proven', []],
      ['&badge=heating&size=1', [german]],
    ] as const) {
      const page = (await list(`${days}${query}`)).json()
      expect([query, page.totalElements, page.content.map(({ id }: { id: string }) => id)]).toEqual(
        [query, ids.length, ids],
      )
    }
    expect((await app.anonymous(`/api/public/stats${days}`)).json().totalProducts).toBe(1)
  })

  test(
    'with scope=all come store by store, the newest first, for the stores of the list',
    { tags: ['product.paid-browse-products'] },
    async () => {
      const { db } = app.ctx
      const sell = async (found: string, count: number, store: Shop = {}) => {
        const id = await insertStore(db, { found_at: `2026-06-0${found}Z`, ...store })
        for (let n = 1; n <= count; n++)
          await insertProduct(db, id, {
            title: `${found} ${n}`,
            created_at: n === 3 ? null : `2026-05-0${n}T00:00:00Z`,
          })
        await insertProduct(db, id, { title: 'gone', removed_at: '2026-06-09T00:00:00Z' })
      }
      await sell('1T08:00', 3)
      await sell('2T09:00', 2, { country: 'FR' })
      await sell('2T08:00', 0)
      await sell('2T07:00', 2, { launch_status: 'established' })
      const days = 'dateRangeFrom=2026-06-01&dateRangeTo=2026-06-02&scope=all'
      const titlesOf = titlesFrom(`?${days}`)
      const late = ['2T09:00 2', '2T09:00 1']
      const early = ['1T08:00 2', '1T08:00 1', '1T08:00 3']
      expect(await titlesOf('')).toEqual([5, ...late, ...early])
      expect(await titlesOf('&size=2&page=1')).toEqual([5, ...early.slice(0, 2)])
      expect(await titlesOf('&size=3&page=1')).toEqual([5, ...early.slice(1)])
      expect(await titlesOf('&page=9')).toEqual([5])
      expect(await titlesOf('&country=FR')).toEqual([2, ...late])
      expect(await titlesOf('&launchStatus=all&sortBy=foundAt')).toEqual([
        7,
        ...late,
        '2T07:00 2',
        '2T07:00 1',
        ...early,
      ])
      const { content } = (await list(`?${days}&size=1`)).json()
      expect(content[0]).toMatchObject({
        trend: null,
        isSaved: false,
        store: { country: 'FR', foundDay: '2026-06-02' },
      })
    },
  )

  describe('with scope=all', () => {
    const days = '?dateRangeFrom=2026-07-01&dateRangeTo=2026-07-02&scope=all'
    const answerOf = async (query: string) => (await list(`${days}${query}`)).json()
    const titlesOf = titlesFrom(days)
    beforeAll(async () => {
      const { db } = app.ctx
      const now = app.ctx.now().getTime()
      const [lamps, mixed, old] = await insertStores(db, [
        { found_at: '2026-07-01T08:00Z', category: 'home_living' },
        { found_at: '2026-07-02T08:00Z', category: 'pets' },
        { found_at: '2026-07-02T08:00Z', launch_status: 'established' },
      ])
      const sell = (store: StoreId, title: string, cents: number, more = {}) =>
        insertProduct(db, store, {
          title,
          currency: 'USD',
          variants: [storedVariant({ priceMinor: cents, ...more })],
          first_seen_at: new Date(now - cents * 86_400),
        })
      await sell(lamps, 'Oak Desk Lamp', 4_000)
      await sell(lamps, 'Floor lamp', 9_000, { compareAtMinor: 12_000 })
      await sell(mixed, 'Lamp for cats 100%', 1_000, { compareAtMinor: 500 })
      await sell(mixed, 'Cat ball', 2_000, { compareAtMinor: 2_500 })
      await sell(old, 'Old lamp', 1_000)
    })

    test('titles are searched word by word, in the stores of the list', async () => {
      expect(await titlesOf('&title=lamp')).toEqual([
        3,
        'Lamp for cats 100%',
        'Floor lamp',
        'Oak Desk Lamp',
      ])
      expect(await titlesOf('&title=LAMP%20oak')).toEqual([1, 'Oak Desk Lamp'])
      expect(await titlesOf('&title=100%25')).toEqual([1, 'Lamp for cats 100%'])
      expect(await titlesOf('&title=lamp&category=home_living&size=1&page=1')).toEqual([
        2,
        'Oak Desk Lamp',
      ])
      expect(await titlesOf('&title=lamp&launchStatus=all')).toContain('Old lamp')
      expect(await titlesOf('&title=chair')).toEqual([0])
    })

    test('listings are narrowed by price, first day and discount', async () => {
      expect(await titlesOf('&listingPrice=15..45')).toEqual([2, 'Cat ball', 'Oak Desk Lamp'])
      expect(await titlesOf('&listingPrice=50..')).toEqual([1, 'Floor lamp'])
      // A day for each ten dollars.
      expect(await titlesOf('&seenWithin=3')).toEqual([2, 'Cat ball', 'Lamp for cats 100%'])
      expect(await titlesOf('&reduced=yes')).toEqual([2, 'Cat ball', 'Floor lamp'])
    })

    test('they come in the order of price or first day', async () => {
      const byPrice = ['Lamp for cats 100%', 'Cat ball', 'Oak Desk Lamp', 'Floor lamp']
      expect(await titlesOf('&sortBy=cheapest')).toEqual([4, ...byPrice])
      expect(await titlesOf('&sortBy=dearest')).toEqual([4, ...byPrice.toReversed()])
      expect(await titlesOf('&sortBy=seenAt')).toEqual([4, ...byPrice])
      expect(await titlesOf('&sortBy=cheapest&size=3&page=1')).toEqual([4, 'Floor lamp'])
    })

    test('an answer that left out stores says how many it searched', async () => {
      const { db } = app.ctx
      expect((await answerOf('&title=lamp')).searched).toBeUndefined()
      const found_at = '2026-07-01T07:00Z'
      for (let at = 0; at < SEARCHED_STORES; at++) await insertStore(db, { found_at })
      expect((await answerOf('&title=lamp')).searched).toEqual({
        stores: SEARCHED_STORES,
        of: SEARCHED_STORES + 2,
      })
    })
  })

  test('are summed up once for all days, each with the new stores up to its own', async () => {
    const { db } = app.ctx
    const cluster = 84 as ClusterId
    const sellOn = async (day: string) => {
      const store = await insertStore(db, { found_at: `${day}T08:00:00Z` })
      const id = await insertProduct(db, store, { title: 'Kite', cluster, created_at: null })
      for (const trendDay of ['2026-08-02', '2026-08-03'])
        await insertTrend(db, id, trendDay, { cluster })
    }
    for (const day of ['2026-08-01', '2026-08-03', '2026-08-03']) await sellOn(day)
    const summaryOn = async (day: string) => (await list(`?date=${day}`)).json().content[0].cluster
    const first = await summaryOn('2026-08-02')
    expect([first.lastDay, first.newStoresByDay.slice(-3)]).toEqual(['2026-08-02', [0, 1, 0]])
    await sellOn('2026-08-03')
    const second = await summaryOn('2026-08-03')
    expect([second.lastDay, second.newStoresByDay.slice(-3)]).toEqual(['2026-08-03', [1, 0, 2]])
    expect([first.listingStores, second.listingStores]).toEqual([3, 3])
  })

  test('show figures of a minute ago while new ones are read, but never an erased listing', async () => {
    const { db } = app.ctx
    const [older, newer] = await insertStores(db, [
      { language: 'en', found_at: new Date('2025-12-01') },
      { language: 'en' },
    ])
    const sell = (store: StoreId, title: string) =>
      insertProduct(db, store, { title, cluster: 83 as ClusterId, price_min_minor: 1000 })
    await sell(older, 'First face')
    const id = await sell(newer, 'Second face')
    await insertTrend(db, id, '2026-05-08', { cluster: 83 as ClusterId })
    const cluster = async () => (await list('?date=2026-05-08')).json().content[0].cluster
    const reprice = (price: number) =>
      db
        .updateTable('products')
        .set({ price_min_minor: price })
        .where('store_id', '=', newer)
        .execute()
    const before = await cluster()
    expect(before).toMatchObject({ title: 'First face', price: { max: '10.00' } })

    await reprice(2000)
    expect(await cluster()).toEqual(before)
    app.ctx.clock.advance(120_000)
    expect(await cluster()).toEqual(before)
    await expect.poll(async () => (await cluster()).price.max).toBe('20.00')
    app.ctx.clock.advance(3_600_000)
    await reprice(3000)
    expect(await cluster()).toMatchObject({ title: 'First face', price: { max: '30.00' } })

    app.ctx.clock.advance(120_000)
    await db.deleteFrom('products').where('store_id', '=', older).execute()
    const faces = await Promise.all([cluster(), cluster(), cluster(), cluster()])
    for (const face of faces) expect(face).toMatchObject({ title: 'Second face', listingStores: 1 })

    app.ctx.clock.advance(-3_600_000)
    await reprice(4000)
    expect((await cluster()).price.max).toBe('40.00')
    app.ctx.clock.advance(3_600_000)
  })

  test.each([
    'scope=all&sortBy=score',
    'scope=all&badge=proven',
    'scope=all&listingPrice=20',
    'scope=all&listingPrice=50..20',
    'scope=all&seenWithin=0',
    'scope=all&reduced=no',
    'listingPrice=20..50',
    'seenWithin=7',
    'reduced=yes',
    'sortBy=cheapest',
    'badge=hot',
    'scope=some',
    'sortBy=name',
    'country=,-unknown',
    'dateRangeFrom=2026-03-09&dateRangeTo=2026-03-08',
  ])('with ?%s are refused', async (query) => {
    expect((await list(`?${query}`)).statusCode).toBe(400)
  })
})
