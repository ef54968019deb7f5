import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { addDays, DAY_MS, dayOf, HOUR_MS } from '#contracts/dates.ts'
import type { ClusterId } from '#contracts/ids.ts'
import { FIGURE_DAYS, type Today } from '#contracts/catalog/today.ts'
import {
  emptyTables,
  insertProduct,
  insertStore,
  insertTrend,
  removeStore,
} from '#testing/factories.ts'
import { insertProductChanges, insertStoreEvents } from '#testing/insert-changes.ts'
import { post, startTestApp } from '#testing/test-app.ts'

/** Longer than an answer is shared. */
const STALE_MS = 60_000

let noon: number
const at = (daysAgo: number, hour: number) =>
  new Date(noon - daysAgo * DAY_MS + (hour - 12) * HOUR_MS)
const today = () => dayOf(new Date(noon))

const app = sharedByTests(startTestApp)
beforeAll(async () => {
  app.ctx.clock.set(`${addDays(dayOf(app.ctx.now()), 1)}T12:00:00Z`)
})
beforeEach(async () => {
  app.ctx.clock.advance(STALE_MS)
  noon = app.ctx.now().getTime()
  await emptyTables(app.ctx, 'store_events', 'product_change_days', 'trend_scores', 'stores')
})

async function ask(role: 'PRO_USER' | 'PLUS_USER' = 'PRO_USER'): Promise<Today> {
  const { send } = await app.as(role)
  const answer = await send('/api/today')
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

const find = (daysAgo: number, hour: number, email: string | null = null) =>
  insertStore(app.ctx.db, { found_at: at(daysAgo, hour), visible_at: at(daysAgo, hour), email })

const lastOf = (counts: Today['figures']['stores'], days: number) => counts.slice(-days)

describe('the figures of today', () => {
  test('count each day up to the same hour, stores and leads as the list does', async () => {
    await find(20, 1)
    await find(1, 11, 'hello@a.example')
    await find(1, 13, 'hello@b.example')
    await find(0, 3)
    await find(0, 12, 'hello@c.example')
    const { day, at: countedAt, figures } = await ask()
    expect([day, countedAt]).toEqual([today(), new Date(noon).toISOString()])
    expect(figures.stores).toHaveLength(FIGURE_DAYS)
    expect(lastOf(figures.stores, 2)).toEqual([1, 2])
    expect(lastOf(figures.leads, 2)).toEqual([1, 1])
    const { send } = await app.as('PRO_USER')
    const listed = await send(`/api/stores?date=${today()}`)
    expect(listed.json().totalElements).toBe(2)
  })

  test('leave out the day on which we began, those before it, and a day without any store', async () => {
    await find(4, 9)
    await find(3, 9)
    await find(1, 18)
    await insertStore(app.ctx.db, { found_at: at(9, 9), launch_status: 'established' })
    const { figures } = await ask()
    // Yesterday's only store came later in the day: the day is covered, and had none until noon.
    expect(lastOf(figures.stores, 6)).toEqual([null, null, 1, null, 0, 0])
    expect(figures.stores.slice(0, -4)).toEqual(Array(FIGURE_DAYS - 4).fill(null))
  })

  test('count a store that opened once a day, from the second day of our visits on', async () => {
    const [old, young] = [await find(20, 9), await find(1, 9)]
    const established = await insertStore(app.ctx.db, {
      found_at: at(20, 9),
      launch_status: 'established',
    })
    await insertStoreEvents(app.ctx.db, old, [
      { kind: 'found', at: at(3, 9) },
      { kind: 'opened', at: at(2, 10) },
      { kind: 'opened', at: at(0, 10) },
      { kind: 'opened', at: at(0, 11) },
    ])
    await insertStoreEvents(app.ctx.db, young, [
      { kind: 'found', at: at(2, 23) },
      { kind: 'found', at: at(1, 9) },
      { kind: 'opened', at: at(1, 13) },
    ])
    await insertStoreEvents(app.ctx.db, established, [{ kind: 'opened', at: at(0, 10) }])
    expect(lastOf((await ask()).figures.opened, 5)).toEqual([null, null, 1, 0, 1])
  })

  test('count rising products of whole days whose window our data covers', async () => {
    const store = await find(9, 9)
    const product = await insertProduct(app.ctx.db, store)
    for (const daysAgo of [3, 2, 0])
      await insertTrend(app.ctx.db, product, addDays(today(), -daysAgo))
    expect(lastOf((await ask()).figures.rising, 4)).toEqual([null, 1, 0, 1])
  })

  test('are shared by all accounts for some seconds', async () => {
    await find(0, 9)
    expect((await ask()).figures.stores.at(-1)).toBe(1)
    await find(0, 10)
    expect((await ask('PLUS_USER')).figures.stores.at(-1)).toBe(1)
    app.ctx.clock.advance(STALE_MS)
    expect((await ask('PLUS_USER')).figures.stores.at(-1)).toBe(2)
  })
})

test('rising products come with the score of today, the highest first, six at most', async () => {
  const store = await find(9, 9)
  for (let number = 1; number <= 8; number += 1) {
    const cluster = (9_000 + number) as ClusterId
    const product = await insertProduct(app.ctx.db, store, { title: `Lamp ${number}`, cluster })
    await insertTrend(app.ctx.db, product, today(), { score: 30 + number, stores: number, cluster })
  }
  const { rising, figures } = await ask()
  expect(rising.map(({ title, score, newStores }) => [title, score, newStores])).toEqual(
    [8, 7, 6, 5, 4, 3].map((number) => [`Lamp ${number}`, 30 + number, number]),
  )
  expect(rising[0]).toMatchObject({ id: 9_008, listingStores: 1, price: { currency: 'EUR' } })
  expect(figures.rising.at(-1)).toBe(8)
})

test('the newest stores carry marks of contacts, and reading them uses none of the day’s contacts', async () => {
  await find(0, 8, 'hello@older.example')
  const newest = await find(0, 9, 'hello@newest.example')
  const { userId } = await app.as('PLUS_USER')
  const answer = await ask('PLUS_USER')
  expect(answer.newest.map(({ id, hasEmail }) => [id, hasEmail])[0]).toEqual([newest, true])
  expect(answer.newest).toHaveLength(2)
  expect(JSON.stringify(answer)).not.toContain('hello@')
  const used = await app.ctx.db
    .selectFrom('shown_contacts')
    .selectAll()
    .where('user_id', '=', userId)
    .execute()
  expect(used).toEqual([])
})

test('what changed today leaves out contacts and yesterday', async () => {
  const store = await find(9, 9)
  await insertStoreEvents(app.ctx.db, store, [
    { kind: 'theme_changed', at: at(0, 8), before: 'Dawn', after: 'Sense' },
    { kind: 'app_added', at: at(0, 9), subject: 'Loox' },
    { kind: 'contact_added', at: at(0, 10), subject: 'hello@shop.example' },
    { kind: 'app_added', at: at(1, 23), subject: 'Klaviyo' },
  ])
  await insertProductChanges(app.ctx.db, store, [{ at: at(0, 7) }])
  const { changes } = await ask()
  expect(changes.map(({ kind, store }) => [kind, store.id])).toEqual([
    ['app_added', store],
    ['theme_changed', store],
    ['price_down', store],
  ])
})

test('a store that was erased is gone at once, although the answer is shared', async () => {
  const store = await find(0, 9)
  await insertStoreEvents(app.ctx.db, store, [{ kind: 'opened', at: at(0, 9) }])
  expect((await ask()).newest).toHaveLength(1)
  await removeStore(app.ctx.db, store)
  expect(await ask()).toMatchObject({ newest: [], changes: [] })
})

test('the first run ends with a first saved search, or when it is skipped, for this account alone', async () => {
  const [pro, plus] = [await app.as('PRO_USER'), await app.as('PLUS_USER')]
  expect([(await ask()).isFirstRun, (await ask('PLUS_USER')).isFirstRun]).toEqual([true, true])
  const ended = await post(pro.send, '/api/today/first-run/end')
  expect([ended.statusCode, ended.json()]).toEqual([200, { isFirstRun: false }])
  expect([(await ask()).isFirstRun, (await ask('PLUS_USER')).isFirstRun]).toEqual([false, true])
  const payload = { name: 'Germany', view: 'stores', query: 'country=DE', mails: false }
  await post(plus.send, '/api/saved-searches', payload)
  expect((await ask('PLUS_USER')).isFirstRun).toBe(false)
})
