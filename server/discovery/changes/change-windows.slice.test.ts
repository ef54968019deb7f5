import { expect, test } from 'vitest'
import { DAY_MS } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { saveCatalogueFigures } from '#server/discovery/catalogue/catalogue-figures.ts'
import { insertProduct, insertStore, insertStores } from '#testing/factories.ts'
import { found as foundBy } from '#testing/saved-calls.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { sendAnew, startTestApp } from '#testing/test-app.ts'
import { ageChangesStep, type EventOfStore, homeEvent, saveEvents } from './store-events.ts'

const app = sharedByTests(startTestApp)

const technologyEvent = (
  storeId: StoreId,
  change: 'added' | 'removed',
  value: string,
  more: Partial<EventOfStore> = {},
): EventOfStore => ({
  ...homeEvent(storeId, 'shop.example', 'test'),
  kind: `app_${change}`,
  subject: value,
  technology: { change, item: { value, label: `The ${value}` } },
  ...more,
})

const found = (filter: string) => foundBy(sendAnew(app, 'PLUS_USER'), filter)

/** Without a visit. */
async function daysLater(days: number): Promise<void> {
  app.ctx.clock.advance(days * DAY_MS)
  while ((await ageChangesStep(app.ctx)) === 0);
}

test('a store that changed, the app that came and the one that went are found for 7 and 30 days', async () => {
  const [own, weak] = await insertStores(app.ctx.db, [{}, {}])
  await saveEvents(app.ctx, [
    technologyEvent(own, 'added', 'klaviyo'),
    technologyEvent(own, 'removed', 'mailer'),
    technologyEvent(weak, 'added', 'klaviyo', { strength: 'weak' }),
  ])
  const foundWithin = async (days: 7 | 30) => [
    await found(`changed${days}=app_added`),
    await found(`techAdded${days}=klaviyo`),
    await found(`techRemoved${days}=mailer`),
  ]
  const [once, never] = [Array(3).fill([own]), Array(3).fill([])]
  expect([await foundWithin(7), await foundWithin(30)]).toEqual([once, once])
  expect(await found('changed7=theme_changed')).toEqual([])
  expect(await found('techAdded7=mailer')).toEqual([])
  expect(await found('changed7=none')).toEqual([weak])
  expect(await found('techAdded7=none')).toEqual([weak])
  await daysLater(6)
  expect([await foundWithin(7), await foundWithin(30)]).toEqual([once, once])
  await daysLater(1)
  expect([await foundWithin(7), await foundWithin(30)]).toEqual([never, once])
  await daysLater(22)
  expect([await foundWithin(7), await foundWithin(30)]).toEqual([never, once])
  await daysLater(1)
  expect([await foundWithin(7), await foundWithin(30)]).toEqual([never, never])
  for (const table of ['store_window_days', 'store_change_days'] as const)
    expect(await app.ctx.db.selectFrom(table).select('store_id').execute()).toEqual([])
})

test('a repeated change, and an app that comes back, count from the day on which they came back', async () => {
  const own = await insertStore(app.ctx.db)
  await saveEvents(app.ctx, [technologyEvent(own, 'added', 'reviews')])
  await daysLater(5)
  await saveEvents(app.ctx, [technologyEvent(own, 'added', 'reviews')])
  await daysLater(5)
  expect(await found('changed7=app_added&techAdded7=reviews')).toEqual([own])
  await daysLater(2)
  expect(await found('techAdded7=reviews')).toEqual([])
  expect(await found('techAdded30=reviews')).toEqual([own])
})

test('new products are counted by the day on which the shop created them, and leave day by day', async () => {
  const { db } = app.ctx
  const [own, unread] = await insertStores(db, [{}, {}])
  const now = app.ctx.now().getTime()
  const daysAgo = (days: number) => new Date(now - days * DAY_MS).toISOString()
  const products: [number, { created_at: string; removed_at?: string }][] = [
    [1, { created_at: daysAgo(400) }],
    [2, { created_at: daysAgo(20) }],
    [3, { created_at: daysAgo(5) }],
    [4, { created_at: daysAgo(0) }],
    [5, { created_at: daysAgo(1), removed_at: daysAgo(0) }],
  ]
  for (const [product_id, more] of products)
    await insertProduct(db, own, {
      product_id,
      first_seen_at: daysAgo(0),
      last_seen_at: daysAgo(0),
      ...more,
    })
  await saveCatalogueFigures(app.ctx, [own])
  const counts = async (id: StoreId) => {
    const row = await db
      .selectFrom('stores')
      .select([
        'new_products_7d as in7',
        'new_products_30d as in30',
        'newest_product_day as newest',
      ])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return [row.in7, row.in30, row.newest]
  }
  const newest = daysAgo(0).slice(0, 10)
  expect(await counts(own)).toEqual([2, 3, newest])
  expect(await counts(unread)).toEqual([null, null, null])
  expect(await found('newProducts7=2..2')).toEqual([own])
  const unknown = await found('newProducts30=unknown')
  expect([unknown.includes(unread), unknown.includes(own)]).toEqual([true, false])
  expect(await found(`newestProduct=${newest}`)).toEqual([own])
  await daysLater(2)
  expect(await counts(own)).toEqual([1, 3, newest])
  await daysLater(5)
  expect(await counts(own)).toEqual([0, 3, newest])
  await daysLater(3)
  expect(await counts(own)).toEqual([0, 2, newest])
  await saveCatalogueFigures(app.ctx, [own])
  expect(await counts(own)).toEqual([0, 2, newest])
  await daysLater(20)
  expect(await counts(own)).toEqual([0, 0, newest])
})
