import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contracts/dates.ts'
import { parseProducts } from '#discovery/products/parse-products.ts'
import { addCandidates } from '#server/pipeline/candidates.ts'
import { claimWalks } from '#server/pipeline/catalogue-walk.ts'
import { readWalkStep } from '#server/pipeline/read-walk-step.ts'
import { recordVisits } from '#server/pipeline/record-visits.ts'
import { recordWalkStep } from '#server/pipeline/record-walk-step.ts'
import { createWalkStage } from '#server/pipeline/walk-catalogues.ts'
import { fact, storeVisit } from '#testing/snapshots.ts'
import { createTestContext, type TestContext } from '#testing/test-context.ts'
import { catalogueText, createWalkedShop, productsOf, type WalkedShop } from '#testing/walked-shop.ts'

const HOST = 'lamp.example'
const NEVER = new AbortController().signal
const HOUR_MS = DAY_MS / 24

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx[Symbol.asyncDispose]())
beforeEach(async () => {
  for (const table of [
    'candidates',
    'stores',
    'store_keys',
    'store_facts',
    'store_signals',
    'store_events',
    'products',
    'product_changes',
    'product_places',
    'catalogue_walks',
    'trend_days',
  ] as const)
    await ctx.db.deleteFrom(table).execute()
})

type Visited = { home?: string[]; bestSellers?: string[]; currency?: string | null }

/** The first visit (and any later one) as the probe makes it: it reads the first page. */
async function visit(shop: WalkedShop, { home = [], bestSellers = [], currency = 'EUR' }: Visited = {}) {
  await addCandidates(ctx.db, new Map([[HOST, new Date('2026-03-10T09:00:00Z')]]), {
    word: 'pointing',
    logId: 'log',
    now: ctx.now(),
  })
  const text = catalogueText(shop.products.slice(0, 250))
  const { products, listed, problem } = parseProducts(new TextEncoder().encode(text), {
    currency,
    hostUrl: `https://${HOST}/`,
  })
  const result = storeVisit({ shopId: '70000000001', host: HOST, products: shop.products.length })
  Object.assign(result.snapshot, {
    currency: currency === null ? null : fact(currency),
    catalogue: fact(
      { limit: 250, listed, problem, etag: null },
      `https://${HOST}/products.json?limit=250&page=1`,
    ),
    homeProducts: fact(home),
    bestSellerCollections: fact(bestSellers),
  })
  const candidate = {
    host: HOST,
    stage: 'visit' as const,
    revealed_at: new Date('2026-03-10T09:00:00Z'),
    log_id: 'log',
    attempts: 0,
  }
  await recordVisits(ctx, [{ candidate, result: { ...result, products } }])
}

/** All that is due now. */
async function walkAll({ outside }: WalkedShop) {
  const stage = createWalkStage(ctx, outside, NEVER)
  while ((await stage.step()) === 0);
}

async function laterWalk(shop: WalkedShop, days = 1) {
  ctx.clock.advance(days * DAY_MS + HOUR_MS)
  shop.asked.length = 0
  await walkAll(shop)
}

const walk = () => ctx.db.selectFrom('catalogue_walks').selectAll().executeTakeFirstOrThrow()
const pagesAsked = (shop: WalkedShop) =>
  shop.asked.flatMap((path) => /^\/products\.json\?limit=\d+&page=(\d+)$/.exec(path)?.[1] ?? []).map(Number)
const countProducts = async () => {
  const { count } = await ctx.db
    .selectFrom('products')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
const changes = async () => {
  const rows = await ctx.db.selectFrom('product_changes').selectAll().orderBy('id').execute()
  return rows.map(({ kind, product_id }) => `${kind} ${product_id}`)
}
const shopOf = (count: number) => createWalkedShop(ctx.now, productsOf(count))

describe('the way through a catalogue', () => {
  test('begins where the first visit stopped, and ends with the page that is not full', async () => {
    const shop = shopOf(601)
    await visit(shop)
    await walkAll(shop)
    expect(pagesAsked(shop)).toEqual([2, 3])
    expect(await countProducts()).toBe(601)
    expect(await walk()).toMatchObject({ outcome: 'complete', next_step: '1', is_whole: true, walk: 2 })
    expect(await changes()).toEqual([])
  })

  test('a small catalogue is known at once, and walked again the next day', async () => {
    const shop = shopOf(3)
    await visit(shop)
    expect(await walk()).toMatchObject({ outcome: 'complete', is_whole: true })
    await walkAll(shop)
    expect(pagesAsked(shop)).toEqual([])
    await laterWalk(shop)
    expect(pagesAsked(shop)).toEqual([1])
  })

  test('a process that dies between two pages loses none and asks for none twice', async () => {
    const shop = shopOf(1_001)
    await visit(shop)
    const stop = new AbortController()
    shop.instead = (url) => {
      if (url.searchParams.get('page') === '3') stop.abort()
      return null
    }
    const dying = createWalkStage(ctx, shop.outside, stop.signal)
    await dying.step()
    await dying.idle()
    expect(await walk()).toMatchObject({ next_step: '3' })
    ctx.clock.advance(4 * 60_000)
    shop.asked.length = 0
    await walkAll(shop)
    expect(pagesAsked(shop)).toEqual([3, 4, 5])
    expect(await countProducts()).toBe(1_001)
  })

  test('of two processes that read the same page one commits it', async () => {
    const shop = shopOf(800)
    await visit(shop)
    const [late] = await claimWalks(ctx, 1)
    if (!late) throw new Error('nothing was due')
    ctx.clock.advance(4 * 60_000)
    await walkAll(shop)
    const before = await walk()
    const visitOfLate = shop.outside.startVisit(HOST, { maxRequests: 5, signal: NEVER })
    expect(await recordWalkStep(ctx, late, await readWalkStep(shop.outside, visitOfLate, late))).toBeNull()
    expect(await walk()).toEqual(before)
  })

  test('no host is asked for more than 20 pages a UTC day, over restarts too', async () => {
    const shop = shopOf(12_100)
    await visit(shop)
    const perDay: number[] = []
    for (let day = 0; day < 4; day += 1) {
      shop.asked.length = 0
      for (let restart = 0; restart < 3; restart += 1) await walkAll(shop)
      perDay.push(shop.asked.length)
      ctx.clock.advance(DAY_MS)
    }
    // 48 pages beyond the first one, then the two requests for a best-seller collection.
    expect(perDay).toEqual([20, 20, 10, 0])
    expect(await countProducts()).toBe(12_100)
    expect(await walk()).toMatchObject({ outcome: 'complete' })
  })

  test('a page that did not change is not sent again, and its products count as met', async () => {
    const shop = shopOf(300)
    await visit(shop)
    await walkAll(shop)
    await laterWalk(shop)
    shop.unchanged.length = 0
    shop.products = [...shop.products.slice(0, 299)]
    await laterWalk(shop)
    expect(shop.unchanged).toEqual(['/products.json?limit=250&page=1'])
    await laterWalk(shop)
    expect(await changes()).toEqual(['removed 300'])
    expect(await countProducts()).toBe(299)
  })

  test('what robots.txt forbids is not asked for', async () => {
    const shop = shopOf(600)
    shop.robots = 'User-agent: *\nDisallow: /products.json'
    await visit(shop)
    await walkAll(shop)
    expect(pagesAsked(shop)).toEqual([])
    expect(await walk()).toMatchObject({ outcome: 'robots' })
  })
})

describe('what happens between two looks', () => {
  test('is found once each, however often a page is recorded', async () => {
    const shop = shopOf(5)
    await visit(shop)
    await walkAll(shop)
    shop.products = [
      { id: 1, price: '24.99' },
      { id: 2, price: '9.99' },
      { id: 3, available: false },
      { id: 4 },
      { id: 6 },
    ]
    await laterWalk(shop)
    const first = ['price_up 1', 'price_down 2', 'sold_out 3', 'added 6', 'removed 5']
    expect(await changes()).toEqual(first)
    await visit(shop)
    await laterWalk(shop)
    expect(await changes()).toEqual(first)
    shop.products = [...shop.products.filter(({ id }) => id !== 3), { id: 3 }, { id: 5 }]
    await laterWalk(shop)
    expect((await changes()).slice(first.length)).toEqual(['restocked 3', 'returned 5'])
    const [up] = await ctx.db
      .selectFrom('product_changes')
      .selectAll()
      .where('kind', '=', 'price_up')
      .execute()
    expect(up).toMatchObject({ before_minor: 1999, after_minor: 2499 })
  })

  test('a catalogue that cannot be read to its end removes nothing', async () => {
    const shop = shopOf(600)
    await visit(shop)
    await walkAll(shop)
    shop.products = shop.products.slice(0, 500)
    shop.instead = (url) =>
      url.searchParams.get('page') === '2' ? { status: 404, body: 'gone', type: 'text/html' } : null
    await laterWalk(shop)
    await laterWalk(shop)
    expect(await walk()).toMatchObject({ outcome: 'disabled' })
    expect(await changes()).toEqual([])
    expect(await countProducts()).toBe(600)
  })

  test('an empty answer by mistake removes nothing; said twice it is believed', async () => {
    const shop = shopOf(4)
    await visit(shop)
    await walkAll(shop)
    shop.products = []
    await laterWalk(shop)
    expect(await countProducts()).toBe(4)
    await laterWalk(shop)
    expect(await countProducts()).toBe(0)
    expect(await changes()).toHaveLength(4)
  })

  test('of several pages a product counts as gone when two walks missed it', async () => {
    const shop = shopOf(600)
    await visit(shop)
    await walkAll(shop)
    shop.products = shop.products.filter(({ id }) => id !== 7)
    await laterWalk(shop)
    expect(await changes()).toEqual([])
    await laterWalk(shop)
    expect(await changes()).toEqual(['removed 7'])
  })
})

describe('places in the shop', () => {
  test('the home page and the best-seller collection are kept in their order, and replaced as a whole', async () => {
    const shop = shopOf(6)
    shop.collections = { 'mais-vendidos': [5, 1, 3] }
    await visit(shop, { home: ['product-2', 'unknown', 'product-4'], bestSellers: ['mais-vendidos'] })
    await walkAll(shop)
    const places = async (list: 'home' | 'best_sellers') => {
      const rows = await ctx.db
        .selectFrom('product_places')
        .select(['product_id', 'place'])
        .where('list', '=', list)
        .orderBy('place')
        .execute()
      return rows.map(({ product_id, place }) => [product_id, place])
    }
    expect(shop.asked).toEqual(['/collections/mais-vendidos/products.json?limit=100&page=1'])
    expect(await places('best_sellers')).toEqual([
      [5, 1],
      [1, 2],
      [3, 3],
    ])
    expect(await places('home')).toEqual([
      [2, 1],
      [4, 3],
    ])
    shop.collections = { 'mais-vendidos': [2] }
    await laterWalk(shop)
    expect(await places('best_sellers')).toEqual([[2, 1]])
  })

  test('a collection that only the sitemap names is found there, once', async () => {
    const shop = shopOf(6)
    shop.sitemap = ['/collections/all', '/collections/en-cok-satanlar']
    shop.collections = { 'en-cok-satanlar': [6] }
    await visit(shop)
    await walkAll(shop)
    expect(await walk()).toMatchObject({ best_sellers: 'en-cok-satanlar' })
    await laterWalk(shop)
    expect(shop.asked).toEqual([
      '/products.json?limit=250&page=1',
      '/collections/en-cok-satanlar/products.json?limit=100&page=1',
    ])
  })
})

describe('prices', () => {
  test('a store learns its price range and its share of true discounts', async () => {
    const shop = shopOf(0)
    shop.products = [
      { id: 1, price: '10.00' },
      { id: 2, price: '20.00' },
      { id: 3, price: '90.00' },
    ]
    await visit(shop)
    const figures = await ctx.db
      .selectFrom('stores')
      .select(['price_min_minor', 'price_median_minor', 'price_max_minor', 'discount_share'])
      .executeTakeFirstOrThrow()
    expect(figures).toEqual({
      price_min_minor: 1000,
      price_median_minor: 2000,
      price_max_minor: 9000,
      discount_share: 0,
    })
  })

  test('without a known currency no price is kept, and the reason is', async () => {
    const shop = shopOf(1)
    await visit(shop, { currency: null })
    const [product] = await ctx.db.selectFrom('products').selectAll().execute()
    expect(product).toMatchObject({
      price_min_minor: null,
      price_problem: 'currency_unknown',
      available: true,
    })
  })
})

describe('hostile catalogues', () => {
  test('one that goes round in circles ends', async () => {
    const shop = shopOf(500)
    shop.instead = (url) =>
      url.pathname === '/products.json'
        ? { body: catalogueText(productsOf(250, Number(url.searchParams.get('page')) % 2 === 0 ? 1 : 251)) }
        : null
    await visit(shop)
    await walkAll(shop)
    expect(await walk()).toMatchObject({ outcome: 'repeated', is_whole: false })
    expect(pagesAsked(shop).length).toBeLessThan(6)
    expect(await countProducts()).toBe(500)
  })

  test('one without end is read to the limit of the platform, and rows stay bounded', async () => {
    const shop = shopOf(250)
    let next = 1_000
    shop.instead = (url) => {
      if (url.pathname !== '/products.json') return null
      const from = next
      next += 250
      return { body: catalogueText(productsOf(250, from)) }
    }
    await visit(shop)
    for (let day = 0; day < 7; day += 1) {
      await walkAll(shop)
      ctx.clock.advance(DAY_MS)
    }
    expect(Math.max(...pagesAsked(shop))).toBeLessThanOrEqual(100)
    expect(await walk()).toMatchObject({ outcome: 'page_limit', is_whole: false })
    expect(await countProducts()).toBe(25_000)
    await laterWalk(shop, 7)
    expect(await walk()).toMatchObject({ outcome: 'row_limit' })
    expect(await countProducts()).toBe(25_000)
    expect(await changes()).toEqual([])
  })

  test('megabytes of titles and 100,000 variants leave small rows', async () => {
    const shop = shopOf(250)
    const variants = Array.from({ length: 100_000 }, (_, id) => ({ id: id + 1, price: '1.00' }))
    const products = [
      { id: 9_001, title: 'x'.repeat(1_000_000), handle: 'x', variants },
      { id: 9_001, title: 'again', handle: 'again', variants: [] },
    ]
    shop.instead = (url) =>
      url.searchParams.get('page') === '2' ? { body: JSON.stringify({ products }) } : null
    await visit(shop)
    await walkAll(shop)
    const row = await ctx.db
      .selectFrom('products')
      .selectAll()
      .where('product_id', '=', 9_001)
      .executeTakeFirstOrThrow()
    expect([row.title.length, row.variants.length]).toEqual([500, 250])
    expect(await walk()).toMatchObject({ outcome: 'complete' })
  })

  test.each([
    ['html', '<!doctype html><title>Just a moment</title>'],
    ['not_json', '{"products":[{"id":NaN}]}'],
    ['not_json', ''],
    ['bad_shape', '{"items":[]}'],
  ])('%s in place of a page is asked for three times, and nothing is stored', async (end, body) => {
    const shop = shopOf(250)
    shop.instead = (url) => (url.searchParams.get('page') === '2' ? { body } : null)
    await visit(shop)
    for (let hour = 0; hour < 12; hour += 1) {
      await walkAll(shop)
      ctx.clock.advance(HOUR_MS)
    }
    expect(pagesAsked(shop)).toEqual([2, 2, 2])
    expect(await walk()).toMatchObject({ outcome: end })
    expect(await countProducts()).toBe(250)
  })

  test('a page too large to read is asked for in smaller pieces', async () => {
    const shop = shopOf(260)
    shop.outside.parseProducts = async (body, context) =>
      body.byteLength > 20_000 ? null : parseProducts(body, context)
    await visit(shop)
    shop.instead = (url) =>
      url.searchParams.get('limit') === '250' && url.searchParams.get('page') === '2'
        ? { body: `{"products":[]}${' '.repeat(30_000)}` }
        : null
    await walkAll(shop)
    expect(await walk()).toMatchObject({ outcome: 'complete', per_page: 30 })
    expect(pagesAsked(shop)).toEqual([2, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(await countProducts()).toBe(260)
  })
})
