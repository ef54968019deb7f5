import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Truth } from '../control/truth.ts'
import { isPlain, startTestWorld, type Reply } from '../world-for-tests.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const sim = sharedByTests(() => startTestWorld({ stores: 700, days: 20 }))

const page = (shop: Truth, path: string): Promise<Reply> => sim.get(`https://${shop.host}${path}`)
const plainShops = (count: number, fits: (truth: Truth) => boolean = () => true): Truth[] =>
  [...sim.world.truths()].filter((truth) => isPlain(truth) && fits(truth)).slice(0, count)

function globalOf(html: string, name: string): unknown {
  const text = new RegExp(`Shopify\\.${name} = (.*?);(?:\\n|Shopify|</script>)`).exec(html)?.[1]
  return text === undefined ? undefined : JSON.parse(text)
}

test('home page, meta.json and truth agree on who the shop is', async () => {
  for (const shop of plainShops(30)) {
    const home = (await page(shop, '/')).text
    const meta = JSON.parse((await page(shop, '/meta.json')).text)
    expect(meta).toMatchObject({
      id: Number(shop.shopId),
      name: shop.name,
      country: shop.country,
      currency: shop.currency,
      domain: shop.host,
      myshopify_domain: shop.shop,
      published_products_count: shop.productCount,
      description: shop.about,
    })
    expect(globalOf(home, 'shop')).toBe(shop.shop)
    expect(globalOf(home, 'locale')).toBe(shop.locale)
    expect(home).toContain(`"a":${shop.shopId},`)
    expect(home).toContain(`content="/${shop.shopId}/digital_wallets/dialog"`)
    expect(home.length).toBeGreaterThan(10_000)
    expect(home.length).toBeLessThan(70_000)
  }
})

test('some visitors see a different market from the shop’s own', async () => {
  const markets = await Promise.all(
    plainShops(60, ({ country }) => country !== 'US').map(
      async (shop) => globalOf((await page(shop, '/')).text, 'country') ?? shop.country,
    ),
  )
  expect(markets.filter((market) => market === 'US').length).toBeGreaterThan(2)
})

test('the contact address of the truth is published where merchants publish it', async () => {
  for (const shop of plainShops(25, ({ email }) => email !== null)) {
    const pages = await Promise.all(
      ['/', '/pages/contact', '/policies/contact-information', '/policies/privacy-policy'].map(
        (path) => page(shop, path),
      ),
    )
    const text = pages
      .map((reply) => reply.text)
      .join('\n')
      .replace(/&#x([0-9a-f]+);/g, (_, code: string) =>
        String.fromCodePoint(Number.parseInt(code, 16)),
      )
      .replace(/%40/g, '@')
    expect(text).toContain(shop.email)
  }
  const silent = sim.shopWith((truth) => isPlain(truth) && truth.email === null)
  expect((await page(silent, '/')).text).not.toContain('mailto:')
})

test('products.json pages by 30, by 250 at most, and ends at 25,000', async () => {
  const shop = sim.shopWith(
    (truth) => isPlain(truth) && truth.productCount > 60 && truth.productCount < 240,
  )
  const listed = async (query: string): Promise<{ id: number; published_at: string }[]> =>
    JSON.parse((await page(shop, `/products.json${query}`)).text).products
  expect(await listed('')).toHaveLength(30)
  const all = await listed('?limit=1000')
  expect(all).toHaveLength(shop.productCount)
  const paged: typeof all = []
  for (const at of [1, 2, 3, 4, 5]) paged.push(...(await listed(`?limit=50&page=${at}`)))
  expect(paged.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  const times = all.map(({ published_at }) => Date.parse(published_at))
  expect(times).toEqual([...times].sort((a, b) => b - a))
  const tooDeep = await page(shop, '/products.json?limit=250&page=101')
  expect([tooDeep.status, JSON.parse(tooDeep.text).errors]).toEqual([
    400,
    'Page * Limit exceeds the 25000 limit.',
  ])
})

test('a product has thirteen keys and a variant seventeen, as in the public list', async () => {
  const shop = sim.shopWith((truth) => isPlain(truth) && truth.productCount > 3)
  const [product] = JSON.parse((await page(shop, '/products.json')).text).products
  expect(Object.keys(product)).toEqual([
    'id',
    'title',
    'handle',
    'body_html',
    'published_at',
    'created_at',
    'updated_at',
    'vendor',
    'product_type',
    'tags',
    'variants',
    'images',
    'options',
  ])
  expect(Object.keys(product.variants[0])).toHaveLength(17)
  expect(product.variants[0].price).toMatch(/^\d+(\.\d\d)?$/)
  expect(product.created_at).toMatch(/[+-]\d\d:\d\d$/)
  const own = await page(shop, `/products/${product.handle}`)
  expect([own.status, own.text.includes(`"rid":${product.id}`)]).toEqual([200, true])
  const script = JSON.parse((await page(shop, `/products/${product.handle}.js`)).text)
  expect(Number.isInteger(script.price)).toBe(true)
})

test('every dated trace shows new shops as young and old shops as old', async () => {
  const dayMs = 86_400_000
  for (const shop of plainShops(40, (truth) => truth.isNew && truth.catalogue === 'fresh')) {
    const { products } = JSON.parse((await page(shop, '/products.json?limit=250')).text)
    const oldest = Math.min(
      ...products.map((product: { created_at: string }) => Date.parse(product.created_at)),
    )
    expect(Date.parse(shop.loggedAt) - oldest).toBeLessThan(21 * dayMs)
    expect(Number(/\/t\/(\d+)\/assets/.exec((await page(shop, '/')).text)?.[1])).toBeLessThan(5)
  }
  for (const shop of plainShops(40, (truth) => !truth.isNew)) {
    const home = (await page(shop, '/')).text
    const logo = Number(/-logo_[0-9a-f]{6}\.png\?v=(\d{10})/.exec(home)?.[1]) * 1000
    const theme = Number(/base\.css\?v=\d+?(\d{10})"/.exec(home)?.[1]) * 1000
    expect(Date.parse(shop.loggedAt) - logo).toBeGreaterThan(300 * dayMs)
    expect(Date.parse(shop.loggedAt) - theme).toBeGreaterThan(300 * dayMs)
  }
})

test('ids of one shop share its pod, and no two shops share an id', async () => {
  const shop = sim.shopWith(
    (truth) => isPlain(truth) && truth.productCount > 2 && Number(truth.shopId) > 1e9,
  )
  const [product] = JSON.parse((await page(shop, '/products.json')).text).products
  const found = [Number(shop.shopId), product.id, product.variants[0].id, product.images[0].id]
  const pods = new Set(found.map((id) => id % 32_768))
  expect(pods.size).toBe(1)
  const ids = [...sim.world.truths()].map(({ shopId }) => shopId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('an unchanged file is not sent again, and text is compressed on request', async () => {
  const shop = sim.shopWith(isPlain)
  const first = await page(shop, '/products.json')
  const again = await sim.get(`https://${shop.host}/products.json`, {
    'if-none-match': String(first.headers['etag']),
  })
  expect([again.status, again.bytes.length]).toEqual([304, 0])
  const packed = await sim.get(`https://${shop.host}/`, { 'accept-encoding': 'gzip' })
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(packed.bytes).toString()).toContain('Shopify.shop')
})

test('pictures are images of modest size', async () => {
  const shop = sim.shopWith((truth) => isPlain(truth) && truth.productCount > 0)
  const [product] = JSON.parse((await page(shop, '/products.json')).text).products
  const picture = await sim.get(product.images[0].src)
  expect(picture.headers['content-type']).toBe('image/png')
  expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG')
  expect(picture.bytes.length).toBeLessThan(15_000)
})

test('a protected shop shows only its password page', async () => {
  const redirecting = (
    await Promise.all(
      [...sim.world.truths()]
        .filter(({ kind, habit }) => kind === 'protected' && habit === 'plain')
        .map(async (shop) => ({ shop, home: await page(shop, '/') })),
    )
  ).toSorted((a, b) => a.home.status - b.home.status)
  const inPlace = redirecting[0]
  const away = redirecting.at(-1)
  expect([inPlace?.home.status, away?.home.status]).toEqual([200, 302])
  expect(inPlace?.home.text).toContain('action="/password"')
  expect(away?.home.headers['location']).toBe(`https://${away?.shop.host}/password`)
  expect((await page(away?.shop as Truth, '/password')).text).toContain('class="template-password"')
  expect((await page(away?.shop as Truth, '/products.json')).status).toBe(302)
})

test('the sitemap leads to products, and its product file requires a range', async () => {
  const shop = sim.shopWith((truth) => isPlain(truth) && truth.productCount > 2)
  const index = (await page(shop, '/sitemap.xml')).text
  const url = /<loc>https:\/\/[^/]+(\/sitemap_products_1\.xml[^<]*)/
    .exec(index)?.[1]
    ?.replaceAll('&amp;', '&')
  expect((await page(shop, String(url))).text.match(/<url>/g)).toHaveLength(shop.productCount + 1)
  expect((await page(shop, '/sitemap_products_1.xml')).status).toBe(400)
})

test('robots.txt forbids sorted collections and leaves products.json free', async () => {
  const robots = (await page(sim.shopWith(isPlain), '/robots.txt')).text
  expect(robots).toContain('Disallow: /collections/*sort_by*')
  expect(robots).not.toMatch(/products\.json|meta\.json/)
})
