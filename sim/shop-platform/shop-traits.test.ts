import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Truth } from '../control/truth.ts'
import { DAY_MS } from '../time.ts'
import { startTestWorld, type TestWorld } from '../world-for-tests.ts'

let sim: TestWorld
let plain: TestWorld
beforeAll(async () => {
  const options = { seed: 32, stores: 120, days: 2, tickEveryMs: 3_600_000 }
  sim = await startTestWorld({ ...options, changesPerDay: 1 })
  plain = await startTestWorld(options)
  sim.world.advanceClock(24 * DAY_MS)
})
afterAll(async () => {
  await sim?.[Symbol.asyncDispose]()
  await plain?.[Symbol.asyncDispose]()
})

const isOpen = ({ isNew, kind, habit }: Truth) => isNew && kind === 'open' && habit === 'plain'
const home = (host: string) => sim.get(`https://${host}/`)
const productsOf = async (host: string) =>
  JSON.parse((await sim.get(`https://${host}/products.json?limit=250`)).text).products as {
    id: number
    title: string
    body_html: string | null
    images: { src: string }[]
  }[]
const filesOf = ({ images }: { images: { src: string }[] }) =>
  images.map(({ src }) => src.split('/').at(-1)?.split('?')[0])

test('a world whose merchants change nothing has no traits', () => {
  const traits = [...plain.world.truths()].map(({ copies, sister, hasPlaceholders, policies, changes }) => [
    copies,
    sister,
    hasPlaceholders,
    policies.length > 0,
    changes.length,
  ])
  expect(new Set(traits.map(String))).toEqual(new Set([String([null, null, false, true, 0])]))
})

test('a shop without policies links to none', async () => {
  const shop = sim.shopWith((truth) => isOpen(truth) && truth.policies.length === 0)
  const { text } = await home(shop.host)
  expect(text).not.toContain('/policies/')
  expect(text).toContain('/pages/contact')
})

test('a template’s text stays in the first products', async () => {
  const shop = sim.shopWith((truth) => isOpen(truth) && truth.hasPlaceholders && truth.productCount > 4)
  const products = await productsOf(shop.host)
  expect(products.filter(({ body_html: body }) => body?.includes('Lorem ipsum'))).toHaveLength(2)
})

test('a copied catalogue has the titles and pictures of the earlier shop, under its own numbers', async () => {
  const shop = sim.shopWith((truth) => isOpen(truth) && truth.copies !== null)
  const source = sim.world.truth(shop.copies ?? '')
  expect(Date.parse(source?.loggedAt ?? '')).toBeLessThan(Date.parse(shop.loggedAt))
  const [copied, own] = await Promise.all([productsOf(source?.host ?? ''), productsOf(shop.host)])
  const known = new Map(copied.map((product) => [product.title, product]))
  const shared = own.filter((product) => {
    const other = known.get(product.title)
    return other && other.id !== product.id && filesOf(other).join() === filesOf(product).join()
  })
  expect(shared.length).toBeGreaterThanOrEqual(Math.ceil(own.length * 0.8))
})

test('an owner’s second shop has the address of the first, which closes', () => {
  const shop = sim.shopWith(({ sister }) => sister !== null)
  const sister = sim.world.truth(shop.sister ?? '')
  expect(sister?.email).not.toBeNull()
  expect(shop.email === sister?.email || shop.changes.some(({ kind }) => kind === 'contact_removed')).toBe(
    true,
  )
})

test('a shop that has moved answers at its second domain, and the first one redirects there', async () => {
  const shop = sim.shopWith(
    ({ changes, kind }) => kind === 'open' && changes.some((change) => change.kind === 'moved'),
  )
  expect(shop.domain).toMatch(/^shop-/)
  expect((await home(shop.host)).status).toBe(200)
  const first = await home(shop.domain.replace(/^shop-/, ''))
  expect([first.status, first.headers['location']]).toEqual([301, `https://${shop.host}/`])
})

test('a shop that sets a password again shows nothing else until it opens', async () => {
  const paused = [...sim.world.truths()].filter(({ changes }) =>
    changes.some(({ kind }) => kind === 'protected'),
  )
  expect(paused.length).toBeGreaterThan(0)
  for (const { changes, kind } of paused) {
    const last = changes.findLast((change) => change.kind === 'protected' || change.kind === 'opened')
    expect(kind).toBe(last?.kind === 'protected' ? 'protected' : 'open')
  }
})
