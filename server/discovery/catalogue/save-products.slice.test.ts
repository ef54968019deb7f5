import { expect, test } from 'vitest'
import { DAY_MS } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import type { ProductRecord } from '#discovery/products/parse-products.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { useDiscovery } from '#testing/discovery/discovery-harness.ts'
import { insertStore } from '#testing/factories.ts'
import { productOf } from '#testing/snapshots.ts'
import { removeMissedProducts, saveProducts } from './save-products.ts'

const ctx = useDiscovery()

const LAMP: ProductRecord = {
  ...productOf('1', 'Lamp'),
  bodyHtml: '<p>Bright.</p>',
  vendor: 'Maker',
  productType: 'Lamps',
  tags: ['light'],
}

type Read = { walk?: { number: number; page: number }; currency?: string }

/** A day after the one before. */
async function read(
  storeId: StoreId,
  product: ProductRecord,
  { walk, currency = 'EUR' }: Read = {},
) {
  ctx.clock.advance(DAY_MS)
  await inTransaction(ctx, (ctx) =>
    saveProducts(ctx, [{ storeId, currency, products: [product], walk: walk ?? null }]),
  )
}

const row = () => ctx.db.selectFrom('products').selectAll().executeTakeFirstOrThrow()

/** As no catalogue says: what is written again from one loses it. */
const mark = (values: { handle?: string; price_min_minor?: number }) =>
  ctx.db.updateTable('products').set(values).execute()

async function lampOf(): Promise<StoreId> {
  const storeId = await insertStore(ctx.db, { domain: 'lamp.example' })
  await read(storeId, LAMP)
  return storeId
}

test('a product that is as it was counts as seen, and is not written again', async () => {
  const store = await lampOf()
  await mark({ handle: 'marked' })
  await read(store, LAMP)
  expect(await row()).toMatchObject({ handle: 'marked', last_seen_at: ctx.now() })
})

test('a walk that finds it as it was gives it its place, and a visit leaves it there', async () => {
  const store = await lampOf()
  await mark({ handle: 'marked' })
  await read(store, LAMP, { walk: { number: 3, page: 2 } })
  await read(store, LAMP)
  expect(await row()).toMatchObject({ handle: 'marked', walk: 3, walk_page: 2 })
})

test.each<[string, Partial<ProductRecord>, Read?]>([
  ['title', { title: 'Lamp two' }],
  ['text', { bodyHtml: '<p>Dark.</p>' }],
  ['vendor', { vendor: null }],
  ['type', { productType: null }],
  ['tags', { tags: ['light', 'sale'] }],
  ['price', { priceMinMinor: 999 }],
  ['lack of a price', { priceProblem: 'no_variants' }],
  ['stock', { available: false }],
  ['variants', { variants: [] }],
  ['pictures', { images: [{ src: 'https://cdn.example/1.jpg', width: 1, height: 1 }] }],
  ['options', { options: [{ name: 'Size', values: ['S'] }] }],
  ['day of creation', { createdAt: '2026-03-01T00:00:00.000Z' }],
  ['day of publication', { publishedAt: null }],
  ['day of its last change', { updatedAt: null }],
  ['currency', {}, { currency: 'USD' }],
])('another %s is written', async (_what, change, how) => {
  const store = await lampOf()
  const before = await row()
  await mark({ handle: 'marked' })
  await read(store, { ...LAMP, ...change }, how)
  const after = await row()
  expect(after.handle).toBe(before.handle)
  expect({ ...after, last_seen_at: null }).not.toEqual({ ...before, last_seen_at: null })
})

test('a product that left the catalogue and returns as it was is listed again', async () => {
  const store = await lampOf()
  const [startedAt, previousStartedAt] = [new Date(ctx.now().getTime() + 1), ctx.now()]
  const walk = { storeId: store, startedAt, pages: 1, previousStartedAt: startedAt }
  await inTransaction(ctx, (ctx) => removeMissedProducts(ctx, { ...walk, previousStartedAt }))
  await inTransaction(ctx, (ctx) => removeMissedProducts(ctx, walk))
  expect((await row()).removed_at).toEqual(ctx.now())
  await read(store, LAMP)
  expect((await row()).removed_at).toBeNull()
})

test('a price that the release before wrote meanwhile is replaced, and reported once', async () => {
  const store = await lampOf()
  await mark({ price_min_minor: 1 })
  await read(store, LAMP)
  await read(store, LAMP)
  expect(await row()).toMatchObject({ price_min_minor: LAMP.priceMinMinor })
  const changes = await ctx.db.selectFrom('product_changes').select('kind').execute()
  expect(changes).toEqual([{ kind: 'price_up' }])
})
