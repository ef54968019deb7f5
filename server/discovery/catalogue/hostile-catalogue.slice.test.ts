import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contracts/dates.ts'
import { parseProducts } from '#discovery/products/parse-products.ts'
import { useWalkHarness } from '#testing/walk-harness.ts'
import { catalogueText, productsOf } from '#testing/walked-shop.ts'

const { ctx, visit, walkAll, laterWalk, walk, pagesAsked, countProducts, changes, shopOf } =
  useWalkHarness()

describe('hostile catalogues', () => {
  test('the walk of a looping catalogue ends', { tags: ['check-51'] }, async () => {
    const shop = shopOf(500)
    shop.instead = (url) =>
      url.pathname === '/products.json'
        ? {
            body: catalogueText(
              productsOf(250, Number(url.searchParams.get('page')) % 2 === 0 ? 1 : 251),
            ),
          }
        : null
    await visit(shop)
    await walkAll(shop)
    expect(await walk()).toMatchObject({ outcome: 'repeated', is_whole: false })
    expect(pagesAsked(shop).length).toBeLessThan(6)
    expect(await countProducts()).toBe(500)
  })

  test(
    'an endless catalogue is read up to the platform limit, and rows stay bounded',
    { tags: ['check-51'] },
    async () => {
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
    },
  )

  test(
    'megabytes of titles and 100,000 variants are cut down to small rows',
    { tags: ['check-51'] },
    async () => {
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
    },
  )

  test.each([
    ['html', '<!doctype html><title>Just a moment</title>'],
    ['not_json', ''],
    ['bad_shape', '{"items":[]}'],
  ])(
    '%s in place of a page is fetched three times, and nothing is stored',
    { tags: ['check-53'] },
    async (end, body) => {
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
    },
  )

  test('a page too large to read is fetched once more, then in smaller pieces', async () => {
    const shop = shopOf(260)
    shop.outside.parseProducts = async (body, context) =>
      body.byteLength > 20_000 ? null : parseProducts(body, context)
    await visit(shop)
    shop.instead = (url) =>
      url.searchParams.get('limit') === '250' && url.searchParams.get('page') === '2'
        ? { body: `{"products":[]}${' '.repeat(30_000)}` }
        : null
    await walkAll(shop)
    ctx.clock.advance(HOUR_MS)
    await walkAll(shop)
    expect(await walk()).toMatchObject({ outcome: 'complete', per_page: 30 })
    expect(pagesAsked(shop)).toEqual([2, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(await countProducts()).toBe(260)
  })

  test('a page that could not be read once, because the machine was busy, makes no later page smaller', async () => {
    const shop = shopOf(260)
    let reads = 0
    shop.outside.parseProducts = async (body, about) =>
      (reads += 1) === 1 ? null : parseProducts(body, about)
    await visit(shop)
    await walkAll(shop)
    ctx.clock.advance(HOUR_MS)
    await walkAll(shop)
    expect(await walk()).toMatchObject({ outcome: 'complete', per_page: 250 })
    expect(pagesAsked(shop)).toEqual([2, 2])
  })
})
