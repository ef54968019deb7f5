import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays, DAY_MS, type Day, dayOf } from '#contracts/dates.ts'
import { saveProducts } from '#server/discovery/catalogue/save-products.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { deleteOldRows } from '#server/platform/jobs/purge-old-rows.ts'
import { retention } from '#server/discovery/api.ts'
import { marksOf } from '#testing/account-marks.ts'
import { insertProduct, insertStore, insertTrend } from '#testing/factories.ts'
import { LAMP, settleTrends } from '#testing/discovery/settle-stages.ts'
import { productOf } from '#testing/snapshots.ts'
import { useWalkHarness } from '#testing/walk-harness.ts'

const { ctx, visit, walkAll, laterWalk, shopOf } = useWalkHarness()

async function upkeep(): Promise<{ listed: number; trending: Day | null }[]> {
  const { rows } = await sql<
    Record<'listed' | 'counted', number> & Record<'trending' | 'latest', Day | null>
  >`
    select listed_products as listed, last_trending_day as trending,
      (select count(*) from products p where p.store_id = s.id and p.removed_at is null) as counted,
      (select max(day) from product_trends t where t.store_id = s.id) as latest
    from stores s order by id`.execute(ctx.db)
  expect(rows.map(({ listed, trending }) => [listed, trending])).toEqual(
    rows.map(({ counted, latest }) => [counted, latest]),
  )
  return rows.map(({ listed, trending }) => ({ listed, trending }))
}

test('a store’s row counts its products through visits, walks, removals and returns', async () => {
  const shop = shopOf(300)
  const all = shop.products
  const look = async (products: typeof all) => {
    shop.products = products
    await laterWalk(shop)
    return (await upkeep())[0]?.listed
  }
  await visit(shop)
  expect(await upkeep()).toEqual([{ listed: 250, trending: null }])
  await walkAll(shop)
  await visit(shop)
  expect(await upkeep()).toEqual([{ listed: 300, trending: null }])
  expect(await look(all.slice(0, 100))).toBe(300)
  expect(await look(all.slice(0, 100))).toBe(100)
  expect(await look([...all.slice(0, 101), { id: 9_001 }])).toBe(102)
})

test('a store’s row holds the last day one of its products was trending', async () => {
  const { db, clock } = ctx
  const today = dayOf(clock.now())
  const sell = async () => {
    const store = await insertStore(db, { found_at: clock.now() })
    return insertProduct(db, store, LAMP)
  }
  const settle = async () => {
    await settleTrends(ctx)
    return (await upkeep()).map(({ trending }) => trending)
  }
  const first = await sell()
  for (let n = 0; n < 2; n++) await sell()
  await insertTrend(db, first, addDays(today, -3))
  expect(await settle()).toEqual([today, today, today])
  const others = sql`update products set removed_at = ${clock.now()} where store_id <> ${Number(first.split('-')[0])}`
  await others.execute(db)
  await sql`update stores s set listed_products = (select count(*) from products where store_id = s.id and removed_at is null)`.execute(
    db,
  )
  clock.advance(DAY_MS / 24)
  expect(await settle()).toEqual([addDays(today, -3), null, null])
  clock.advance(401 * DAY_MS)
  await deleteOldRows(ctx, retention)
  expect((await upkeep()).map(({ trending }) => trending)).toEqual([null, null, null])
})

test('trends deleted with a long-removed product leave the store’s row too', async () => {
  const shop = shopOf(3)
  await visit(shop)
  await walkAll(shop)
  const { id } = await ctx.db.selectFrom('stores').select('id').executeTakeFirstOrThrow()
  await insertTrend(ctx.db, `${id}-3`, '2026-03-09')
  await insertTrend(ctx.db, `${id}-2`, '2026-03-08')
  shop.products = shop.products.slice(0, 2)
  await laterWalk(shop)
  expect(await upkeep()).toEqual([{ listed: 2, trending: '2026-03-09' }])
  await laterWalk(shop, 91)
  expect(await upkeep()).toEqual([{ listed: 2, trending: '2026-03-08' }])
})

test('a trending product is found by its latest title', async () => {
  const { db, productSearch } = ctx
  const storeId = await insertStore(db)
  const id = await insertProduct(db, storeId, { title: 'Moon lamp' })
  await insertTrend(db, id, '2026-03-09')
  const look = (title: string) =>
    inTransaction(ctx, (ctx) =>
      saveProducts(ctx, [
        {
          storeId,
          currency: 'EUR',
          products: [productOf(id.split('-')[1] ?? '', title)],
          walk: null,
        },
      ]),
    )
  const count = async (title: string) => {
    const saved = { include: ['yes'], exclude: [], unknown: false }
    const stores = {
      days: null,
      scope: 'all',
      choices: { saved },
      marks: { saved: marksOf({ yes: [storeId] }) },
    } as const
    return (await productSearch.find({ days: null, badges: null, title, stores })).total
  }
  expect([await count('lamp'), await count('table')]).toEqual([1, 0])
  await look('Moon table')
  expect([await count('lamp'), await count('table')]).toEqual([0, 1])
})
