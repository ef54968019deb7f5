import { describe, expect, test } from 'vitest'
import { DAY_MS, dayOf } from '#contracts/dates.ts'
import { addProductChangeDays } from '#server/discovery/changes/store-events.ts'
import { insertTrend, insertUser } from '#testing/factories.ts'
import { WALKED_HOST, useWalkHarness } from '#testing/walk-harness.ts'
import { claimWalks } from './catalogue-walk.ts'
import { readWalkStep } from './read-walk-step.ts'
import { recordWalkStep } from './record-walk-step.ts'
import { createWalkStage } from './walk-stage.ts'

const NEVER = new AbortController().signal
const {
  ctx,
  visit,
  walkAll,
  laterWalk,
  walk,
  pagesAsked,
  countProducts,
  changes,
  changeDays,
  shopOf,
} = useWalkHarness()

async function walkedShop(count: number) {
  const shop = shopOf(count)
  await visit(shop)
  await walkAll(shop)
  return shop
}

describe('walking a catalogue', () => {
  test('begins where the first visit stopped, and ends at the first page that is not full', async () => {
    const shop = await walkedShop(601)
    expect(pagesAsked(shop)).toEqual([2, 3])
    expect(await countProducts()).toBe(601)
    expect(await walk()).toMatchObject({
      outcome: 'complete',
      next_step: '1',
      is_whole: true,
      walk: 2,
    })
    expect(await changes()).toEqual([])
  })

  test('a small catalogue is complete after the visit, and walked again the next day', async () => {
    const shop = shopOf(3)
    await visit(shop)
    expect(await walk()).toMatchObject({ outcome: 'complete', is_whole: true })
    await walkAll(shop)
    expect(pagesAsked(shop)).toEqual([])
    await laterWalk(shop)
    expect(pagesAsked(shop)).toEqual([1])
  })

  test('a small catalogue unchanged since the visit stays whole on the next days', async () => {
    const shop = shopOf(3)
    // The clock advances while a visit is recorded.
    const ticking = setInterval(() => ctx.clock.advance(1), 0)
    await visit(shop)
    clearInterval(ticking)
    for (let day = 0; day < 3; day += 1) await laterWalk(shop)
    expect(shop.unchanged.length).toBeGreaterThan(0)
    expect(await changes()).toEqual([])
    expect(await countProducts()).toBe(3)
  })

  test('a process that dies between two pages loses no page and fetches none twice', async () => {
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

  test('only one of two processes that read the same page commits it', async () => {
    const shop = shopOf(800)
    await visit(shop)
    const [late] = await claimWalks(ctx, 1)
    if (!late) throw new Error('nothing was due')
    ctx.clock.advance(4 * 60_000)
    await walkAll(shop)
    const before = await walk()
    const visitOfLate = shop.outside.startVisit(WALKED_HOST, { maxRequests: 5, signal: NEVER })
    expect(
      await recordWalkStep(ctx, late, await readWalkStep(shop.outside, visitOfLate, late)),
    ).toBeNull()
    expect(await walk()).toEqual(before)
  })

  test('no host gets more than 20 page requests a UTC day, even across restarts', async () => {
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

  test('an unchanged page is not downloaded again, and its products count as seen', async () => {
    const shop = await walkedShop(300)
    await laterWalk(shop)
    shop.unchanged.length = 0
    shop.products = shop.products.slice(0, 299)
    await laterWalk(shop)
    expect(shop.unchanged).toEqual(['/products.json?limit=250&page=1'])
    await laterWalk(shop)
    expect(await changes()).toEqual(['removed 300'])
    expect(await countProducts()).toBe(299)
  })

  test('a store that turns out to be old is no longer walked', async () => {
    const shop = shopOf(800)
    await visit(shop)
    await ctx.db
      .updateTable('stores')
      .set({ launch_status: 'established', launch_confidence: 'high' })
      .execute()
    await walkAll(shop)
    expect(await countProducts()).toBe(250)
    expect(await walk()).toMatchObject({ due_at: null, claimed_until: null })
  })

  test('a store taken for old for a while is walked again, unless it was followed long enough', async () => {
    const shop = shopOf(300)
    await visit(shop)
    const end = () => ctx.db.updateTable('catalogue_walks').set({ due_at: null }).execute()
    await end()
    await visit(shop)
    expect((await walk()).due_at).toEqual(ctx.now())
    await walkAll(shop)
    expect(await countProducts()).toBe(300)
    await end()
    const since = new Date(ctx.now().getTime() - 200 * DAY_MS)
    await ctx.db.updateTable('catalogue_walks').set({ followed_since: since }).execute()
    await visit(shop)
    expect((await walk()).due_at).toBeNull()
  })

  test('a walk of an erased store writes nothing', async () => {
    const shop = shopOf(800)
    await visit(shop)
    let erased: Promise<unknown> | null = null
    shop.instead = () => {
      erased ??= ctx.db.deleteFrom('stores').execute()
      return null
    }
    const outside = { ...shop.outside }
    shop.outside.parseProducts = async (body, about) => {
      await erased
      return outside.parseProducts(body, about)
    }
    await walkAll(shop)
    expect(await countProducts()).toBe(250)
  })

  test('pages that robots.txt forbids are not fetched', async () => {
    const shop = shopOf(600)
    shop.robots = 'User-agent: *\nDisallow: /products.json'
    await visit(shop)
    await walkAll(shop)
    expect(pagesAsked(shop)).toEqual([])
    expect(await walk()).toMatchObject({ outcome: 'robots' })
  })
})

describe('changes between two walks', () => {
  test('are each found once, even when a page is recorded again', async () => {
    const shop = await walkedShop(5)
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

  test('are listed by kind and UTC day, at the time of the day’s first', async () => {
    const { db, now } = ctx
    const shop = await walkedShop(2)
    const raise = (price: string) => (shop.products = [{ id: 1, price }, { id: 2 }])
    raise('24.99')
    await laterWalk(shop)
    const first = now()
    const line = (at: Date) => `${dayOf(at)} price_up ${at.toISOString()}`
    expect(await changeDays()).toEqual([line(first)])
    raise('25.99')
    await laterWalk(shop)
    expect(await changeDays()).toEqual([line(first), line(now())])
    expect(dayOf(now())).not.toBe(dayOf(first))
    const later = new Date(now().getTime() + 1)
    await db.updateTable('product_changes').set({ at: later }).where('at', '=', now()).execute()
    await addProductChangeDays(
      db,
      (await db.selectFrom('stores').select('id').execute()).map(({ id }) => id),
      first,
    )
    expect(await changeDays()).toEqual([line(first), line(now())])
  })

  test('a catalogue that cannot be read to its end removes nothing', async () => {
    const shop = await walkedShop(600)
    shop.products = shop.products.slice(0, 500)
    shop.instead = (url) =>
      url.searchParams.get('page') === '2' ? { status: 404, body: 'gone', type: 'text/html' } : null
    await laterWalk(shop)
    await laterWalk(shop)
    expect(await walk()).toMatchObject({ outcome: 'disabled' })
    expect(await changes()).toEqual([])
    expect(await countProducts()).toBe(600)
  })

  test('one empty answer removes nothing; a second one removes the products', async () => {
    const shop = await walkedShop(4)
    shop.products = []
    await laterWalk(shop)
    expect(await countProducts()).toBe(4)
    await laterWalk(shop)
    expect(await countProducts()).toBe(0)
    expect(await changes()).toHaveLength(4)
  })

  test('in a catalogue of several pages a product is removed after two walks miss it', async () => {
    const shop = await walkedShop(600)
    shop.products = shop.products.filter(({ id }) => id !== 7)
    await laterWalk(shop)
    expect(await changes()).toEqual([])
    await laterWalk(shop)
    expect(await changes()).toEqual(['removed 7'])
  })
})

test('a product that its store removed is deleted after 90 days, or later, once no account has it saved any more', async () => {
  const { db, now } = ctx
  const shop = await walkedShop(6)
  const { id: store_id } = await db.selectFrom('stores').select('id').executeTakeFirstOrThrow()
  for (const product of [1, 2]) await insertTrend(db, `${store_id}-${product}`, dayOf(now()))
  const { userId: user_id } = await insertUser(ctx, { role: 'PRO_USER' })
  const times = { created_at: now(), updated_at: now() }
  await db
    .insertInto('saved_products')
    .values({ user_id, store_id, product_id: 1, ...times })
    .execute()
  shop.products = shop.products.filter(({ id }) => id > 2)
  const kept = async () => {
    const products = await db
      .selectFrom('products')
      .select('product_id')
      .orderBy('product_id')
      .execute()
    const trends = await db.selectFrom('product_trends').select('product_id').execute()
    return [products.map((row) => row.product_id), trends.length]
  }
  await laterWalk(shop)
  await laterWalk(shop, 89)
  expect(await kept()).toEqual([[1, 2, 3, 4, 5, 6], 2])
  await laterWalk(shop, 7)
  expect(await kept()).toEqual([[1, 3, 4, 5, 6], 0])
  await db.deleteFrom('saved_products').execute()
  await laterWalk(shop, 7)
  expect(await kept()).toEqual([[3, 4, 5, 6], 0])
})

describe('product places in the shop', () => {
  test('the home page and best-seller order is stored, and replaced as a whole', async () => {
    const shop = shopOf(6)
    shop.collections = { 'mais-vendidos': [5, 1, 3] }
    await visit(shop, {
      home: ['product-2', 'unknown', 'product-4'],
      bestSellers: ['mais-vendidos'],
    })
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

  test('a collection listed only in the sitemap is found there, and looked up once', async () => {
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

  test('without a known currency the price is not stored, but the reason is', async () => {
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
