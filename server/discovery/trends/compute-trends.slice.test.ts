import { beforeEach, describe, expect, test } from 'vitest'
import type { Day } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { placeValue } from '#discovery/trend/score-trend.ts'
import type { ProductChangeKind } from '#contracts/catalog/timeline.ts'
import { insertProduct, insertStore } from '#testing/factories.ts'
import { countTrends } from './count-trends.ts'
import { matchProducts } from './match-products.ts'
import { useDiscovery } from '#testing/discovery/discovery-harness.ts'
import { LAMP, settleTrends } from '#testing/discovery/settle-stages.ts'

const ctx = useDiscovery()
beforeEach(() => ctx.clock.set('2026-03-10T12:00:00Z'))

async function sell(
  day: Day,
  values: Parameters<typeof insertProduct>[2] = {},
  store: Parameters<typeof insertStore>[1] = {},
) {
  const storeId = await insertStore(ctx.db, { found_at: `${day}T08:00:00Z`, ...store })
  const id = await insertProduct(ctx.db, storeId, { ...LAMP, ...values })
  return { storeId, productId: Number(id.split('-')[1]), id }
}

async function matchAll(): Promise<void> {
  while ((await matchProducts(ctx)) > 0);
}

const settle = () => settleTrends(ctx)

const trendsOf = async (day: Day) =>
  ctx.db
    .selectFrom('product_trends as t')
    .innerJoin('trend_scores as d', (join) =>
      join.onRef('d.cluster', '=', 't.cluster').onRef('d.day', '=', 't.day'),
    )
    .select(['t.store_id', 'd.stores', 'd.score', 'd.badge', 'd.components'])
    .where('t.day', '=', day)
    .orderBy('t.store_id')
    .execute()

const clusters = async () =>
  (
    await ctx.db
      .selectFrom('products')
      .select('cluster')
      .orderBy('store_id')
      .orderBy('product_id')
      .execute()
  ).map(({ cluster }) => cluster)

async function change(
  { storeId, productId }: { storeId: StoreId; productId: number },
  kind: ProductChangeKind,
  at = ctx.now(),
) {
  const row = {
    store_id: storeId,
    product_id: productId,
    kind,
    at,
    before_minor: null,
    after_minor: null,
  }
  await ctx.db.insertInto('product_changes').values(row).execute()
}

describe('a day', () => {
  test('has the score of the published formula, equal for all stores of a product, with its inputs', async () => {
    for (const day of ['2026-03-01', '2026-03-04', '2026-03-05', '2026-03-10'] as const)
      await sell(day)
    await settle()
    const rows = await trendsOf('2026-03-10')
    expect(rows).toHaveLength(4)
    expect(rows.map(({ score, stores, badge }) => [score, stores, badge])).toEqual(
      Array.from({ length: 4 }, () => [34, 3, 'testing']),
    )
    expect(rows[0]?.components.map(({ name, points }) => [name, points])).toEqual([
      ['spread', 16],
      ['growth', 10],
      ['places', 0],
      ['stock', 0],
      ['price', 0],
      ['age', 8],
    ])
    expect(rows[0]?.components[1]?.inputs).toEqual({ stores: 3, storesBefore: 1 })
    expect(await trendsOf('2026-03-09')).toEqual([])
  })

  test('counts stores, not products, and only new ones', async () => {
    const { storeId } = await sell('2026-03-09')
    await insertProduct(ctx.db, storeId, { title: `NEW ${LAMP.title}`, created_at: null })
    await sell('2026-03-10')
    await sell('2026-03-10', {}, { launch_status: 'established' })
    await sell('2026-02-01')
    await settle()
    expect(await trendsOf('2026-03-10')).toEqual([])
    await sell('2026-03-08')
    await settle()
    expect((await trendsOf('2026-03-10')).map(({ stores }) => stores)).toEqual([3, 3, 3, 3])
  })

  test('counts a product from the day a store added it, unless it was removed', async () => {
    await sell('2026-03-01', {
      created_at: '2026-03-09T10:00:00Z',
      last_seen_at: '2026-03-10T10:00:00Z',
    })
    await sell('2026-03-09')
    await sell('2026-03-10')
    await sell('2026-03-10', { removed_at: '2026-03-10T11:00:00Z' })
    await settle()
    expect((await trendsOf('2026-03-10')).map(({ stores }) => stores)).toEqual([3, 3, 3])
    expect(await trendsOf('2026-03-08')).toEqual([])
  })

  test('counts places, sell-outs, restocks and price changes in the window, once per store', async () => {
    const [one, two, three] = [
      await sell('2026-03-08'),
      await sell('2026-03-08'),
      await sell('2026-03-10'),
    ]
    await change(one, 'sold_out')
    await change(one, 'sold_out')
    await change(one, 'restocked')
    await change(two, 'price_up')
    await change(three, 'price_down')
    await change(two, 'sold_out', new Date('2026-03-03T23:59:59Z'))
    await change(two, 'restocked', new Date('2026-03-11T00:00:00Z'))
    const seen = { seen_at: ctx.now() }
    await ctx.db
      .insertInto('product_places')
      .values([
        {
          store_id: one.storeId,
          product_id: one.productId,
          list: 'best_sellers',
          place: 3,
          ...seen,
        },
        { store_id: one.storeId, product_id: one.productId, list: 'home', place: 1, ...seen },
        { store_id: two.storeId, product_id: two.productId, list: 'home', place: 2, ...seen },
        {
          store_id: three.storeId,
          product_id: three.productId,
          list: 'best_sellers',
          place: 99,
          ...seen,
        },
      ])
      .execute()
    await matchAll()
    const [row] = await countTrends(ctx.db, '2026-03-10')
    expect(row?.counts).toEqual({
      stores: 3,
      storesBefore: 0,
      listingStores: 3,
      bestSellerStores: 2,
      homeStores: 2,
      placeSum: expect.closeTo(placeValue('best_sellers', 3) + placeValue('home', 2)),
      soldOutStores: 1,
      restockedStores: 1,
      priceUpStores: 1,
      priceDownStores: 1,
      sellingStores: 2,
      ageDays: 2,
    })
  })

  test('picks up today’s sell-outs within minutes, and is final once it is over', async () => {
    const stores = [await sell('2026-03-10'), await sell('2026-03-10'), await sell('2026-03-10')]
    await settle()
    const scoreOf = async (day: Day) => (await trendsOf(day))[0]?.score ?? 0
    const before = await scoreOf('2026-03-10')
    const [first] = stores
    if (!first) throw new Error('no store')
    await change(first, 'sold_out')
    await settle()
    expect(await scoreOf('2026-03-10')).toBe(before)
    ctx.clock.advance(6 * 60_000)
    await settle()
    const later = await scoreOf('2026-03-10')
    expect(later).toBeGreaterThan(before)
    ctx.clock.set('2026-03-10T23:59:00Z')
    await change(first, 'price_up')
    await settle()
    ctx.clock.set('2026-03-11T00:11:00Z')
    await change(first, 'restocked', new Date('2026-03-10T23:59:59Z'))
    await settle()
    const final = await scoreOf('2026-03-10')
    expect(final).toBeGreaterThan(later)
    await change(first, 'price_down', new Date('2026-03-10T23:59:59Z'))
    ctx.clock.set('2026-03-11T12:00:00Z')
    await settle()
    expect(await scoreOf('2026-03-10')).toBe(final)
  })
})

describe('products match', () => {
  const pictured = (file: string) =>
    JSON.stringify([{ src: `https://cdn.example/files/${file}`, width: 800, height: 800 }])

  test('across stores, languages and batches, but gift cards never match', async () => {
    await sell('2026-03-10', { images: pictured('S0a1b2c3d4e5f6.jpg') })
    await matchAll()
    await sell('2026-03-10', {
      title: 'Lampe coucher de soleil',
      images: pictured('S0a1b2c3d4e5f6_800x.jpg'),
    })
    await sell('2026-03-10', { title: 'Gift Card', images: pictured('S0a1b2c3d4e5f6.jpg') })
    await sell('2026-03-10', { title: 'Leather wallet' })
    await matchAll()
    const [one, two, ...others] = await clusters()
    expect(one).not.toBeNull()
    expect(two).toBe(one)
    expect(others).toEqual([null, null])
  })

  test('again when title or pictures change, and only then', async () => {
    const { storeId } = await sell('2026-03-10', { title: 'Something else entirely here' })
    await sell('2026-03-10')
    await matchAll()
    const [one, two] = await clusters()
    expect(one).not.toBe(two)
    await ctx.db
      .updateTable('products')
      .set({ title: `🔥 ${LAMP.title}`, match_due: true })
      .where('store_id', '=', storeId)
      .execute()
    await matchAll()
    expect(await clusters()).toEqual([two, two])
    expect(await matchProducts(ctx)).toBe(0)
  })

  test('into one cluster when a third product links two, and all of them move to it', async () => {
    await sell('2026-03-09', {
      title: 'Projektionslampe Sonnenuntergang',
      images: pictured('S0a1b2c3d4e5f6.jpg'),
    })
    await sell('2026-03-09')
    await settle()
    const [one, two] = await clusters()
    expect(one).not.toBe(two)
    await sell('2026-03-10', { images: pictured('S0a1b2c3d4e5f6.jpg') })
    await settle()
    expect(await clusters()).toEqual([one, one, one])
    expect(await trendsOf('2026-03-10')).toHaveLength(3)
    const ended = await ctx.db
      .selectFrom('product_clusters')
      .select('id')
      .where('merged_into', 'is not', null)
      .execute()
    expect(ended).toEqual([])
  })

  test('no longer when their shared picture appears with every product of a store', async () => {
    const table = pictured('S0a1b2c3d4e5f6.jpg')
    await sell('2026-03-10', { title: 'Pleated skirt rosalie', images: table })
    const { storeId } = await sell('2026-03-10', {
      title: 'Corduroy overshirt gustav',
      images: table,
    })
    await matchAll()
    const [one, two] = await clusters()
    expect(one).toBe(two)
    await insertProduct(ctx.db, storeId, { title: 'Ribbed bodycon matilda', images: table })
    await matchAll()
    const after = await clusters()
    expect(new Set(after.map((cluster, at) => cluster ?? -at)).size).toBe(3)
  })

  test('in one process at a time, without waiting for a product being written', async () => {
    await Promise.all(Array.from({ length: 20 }, () => sell('2026-03-10')))
    await Promise.all([matchProducts(ctx), matchProducts(ctx), matchProducts(ctx)])
    await matchAll()
    expect(new Set(await clusters()).size).toBe(1)
    expect(await ctx.db.selectFrom('product_clusters').select('id').execute()).toHaveLength(1)
  })
})
