import { expect, test } from 'vitest'
import type { Truth } from '../control/truth.ts'
import { isPlain, startTestWorld } from '../world-for-tests.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const DAY_MS = 86_400_000

const sim = sharedByTests(() => startTestWorld({ stores: 400, days: 10 }))

type Listed = {
  id: number
  handle: string
  title: string
  updated_at: string
  variants: { price: string; available: boolean }[]
}

const shops = (fits: (truth: Truth) => boolean): Truth[] => [...sim.world.truths()].filter(fits)
const catalogue = async (shop: Truth, path = '/products.json'): Promise<Listed[]> => {
  const { products } = JSON.parse((await sim.get(`https://${shop.host}${path}?limit=250`)).text)
  return products
}
const offer = ({ variants }: Listed) => ({
  price: variants[0]?.price,
  isSoldOut: variants.every(({ available }) => !available),
})

test('a product sells out, restocks and changes price on request, and the file’s ETag follows', async () => {
  const shop = sim.shopWith((truth) => isPlain(truth) && truth.productCount > 2)
  const url = `https://${shop.host}/products.json?limit=250`
  const [first] = await catalogue(shop)
  if (!first) throw new Error('no product')
  const { host } = shop
  const tag = (await sim.get(url)).headers['etag']
  await sim.post('product', { host, handle: first.handle, soldOut: true, priceFactor: 2 })
  const [after] = await catalogue(shop)
  expect(after && offer(after)).toMatchObject({ isSoldOut: true })
  expect(Number(after?.variants[0]?.price)).toBeGreaterThan(Number(first.variants[0]?.price) * 1.9)
  expect((await sim.get(url)).headers['etag']).not.toBe(tag)
  await sim.post('product', { host, handle: first.handle, soldOut: false, priceFactor: 1 })
  expect((await catalogue(shop))[0]?.variants[0]?.price).toBe(first.variants[0]?.price)
  await expect(sim.post('product', { host, handle: 'nothing' })).rejects.toThrow(/no product/)
})

test('about three in five shops have a best-seller collection in a different order', async () => {
  const plain = shops((truth) => isPlain(truth) && truth.productCount > 8)
  const having = plain.filter(({ bestSellers }) => bestSellers !== null)
  expect(having.length / plain.length).toBeGreaterThan(0.5)
  expect(having.length / plain.length).toBeLessThan(0.7)
  expect(new Set(having.map(({ bestSellers }) => bestSellers)).size).toBeGreaterThan(3)
  for (const shop of having.slice(0, 5)) {
    const best = await catalogue(shop, `/collections/${shop.bestSellers}/products.json`)
    const all = await catalogue(shop)
    expect(best.length).toBeGreaterThan(1)
    expect(best.map(({ id }) => id)).not.toEqual(all.slice(0, best.length).map(({ id }) => id))
    expect((await sim.get(`https://${shop.host}/sitemap_collections_1.xml`)).text).toContain(
      `/collections/${shop.bestSellers}<`,
    )
  }
  const without = plain.find(({ bestSellers }) => bestSellers === null)
  expect(
    (await sim.get(`https://${without?.host}/collections/best-sellers/products.json`)).status,
  ).toBe(404)
})

test('a shop that redirects to a market shows the same products under its path', async () => {
  const shop = shops(({ kind, habit }) => kind === 'open' && habit === 'redirects_market')[0]
  if (!shop) return expect(shops(({ habit }) => habit === 'redirects_market')).toEqual([])
  const home = await sim.get(`https://${shop.host}/`)
  expect([home.status, home.headers['location']]).toEqual([302, `https://${shop.host}/en-de`])
  expect((await sim.get(`https://${shop.host}/en-de`)).text).toContain('Shopify.shop')
  expect(await catalogue(shop, '/en-de/products.json')).toEqual(await catalogue(shop))
})

test('robots.txt contains the merchant’s own rules, and the truth reflects them', async () => {
  const forbidding = shops(({ habit, kind }) => habit.startsWith('robots_') && kind === 'open')
  expect(forbidding.length).toBeGreaterThan(0)
  for (const shop of forbidding.slice(0, 4)) {
    const robots = (await sim.get(`https://${shop.host}/robots.txt`)).text
    const isClosed = shop.habit === 'robots_closed'
    expect(robots).toContain(isClosed ? 'Disallow: /\n' : 'Disallow: /products.json')
    expect([shop.expected, isClosed && shop.isLaunched]).toEqual([
      isClosed ? 'robots' : 'store',
      false,
    ])
  }
})

test('a shop is stable at one moment and has changed some days later', async () => {
  const lively = shops(
    (truth) => isPlain(truth) && truth.isNew && truth.isLively && truth.productCount > 14,
  ).slice(0, 30)
  const look = async () =>
    new Map(
      await Promise.all(lively.map(async (shop) => [shop.host, await catalogue(shop)] as const)),
    )
  const before = await look()
  expect(await look()).toEqual(before)
  await sim.post('clock', { advanceMs: 5 * DAY_MS })
  const after = await look()
  const seen = { sold_out: 0, price: 0, gone: 0, added: 0, kept: 0 }
  for (const [host, products] of before) {
    const now = new Map(after.get(host)?.map((product) => [product.id, product]))
    const ids = new Set(products.map(({ id }) => id))
    seen.added += [...now.keys()].filter((id) => !ids.has(id)).length
    for (const product of products) {
      const later = now.get(product.id)
      if (!later) seen.gone += 1
      else if (offer(later).price !== offer(product).price) seen.price += 1
      else if (offer(later).isSoldOut !== offer(product).isSoldOut) seen.sold_out += 1
      else seen.kept += 1
    }
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(0)
  expect(seen.kept).toBeGreaterThan(seen.price + seen.sold_out + seen.gone)
})
