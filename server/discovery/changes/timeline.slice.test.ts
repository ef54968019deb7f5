import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, dayOf } from '#contracts/dates.ts'
import { getStoreTimeline } from '#contracts/catalog/timeline.ts'
import type { StoreSnapshot } from '#discovery/extract/store-snapshot.ts'
import { savePlaces } from '#server/discovery/catalogue/catalogue-figures.ts'
import { insertProduct, insertStore } from '#testing/factories.ts'
import { insertProductChanges, insertStoreEvents } from '#testing/insert-changes.ts'
import { emailFact, fact } from '#testing/snapshots.ts'
import { sendAnew, startTestApp } from '#testing/test-app.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { publishShop } from '#testing/discovery/discovery-harness.ts'
import { emptyDiscovery } from '#testing/discovery/empty-discovery.ts'

const app = sharedByTests(startTestApp)
const send = sendAnew(app, 'PLUS_USER')
beforeEach(() => emptyDiscovery(app.ctx.db))

const HOME = 'https://lamp.example/'

const visit = (seen: Partial<StoreSnapshot> = {}, isPartial = false) =>
  publishShop(app.ctx, seen, { isPartial })
const PROTECTED: Partial<StoreSnapshot> = {
  status: fact('password_protected', HOME, 'detected'),
}

const loox = fact(
  { handle: 'loox', name: 'Loox', source: 'script_tag' as const, sources: [] },
  HOME,
)
const email = emailFact('info@lamp.example', `${HOME}pages/contact`)

const storeRow = () => app.ctx.db.selectFrom('stores').selectAll().executeTakeFirstOrThrow()

async function timeline(query = '') {
  const { id } = await storeRow()
  const response = await send(`/api/stores/details/${id}/timeline${query}`)
  expect(response.statusCode).toBe(200)
  return getStoreTimeline.response.parse(response.json())
}
const kindsOf = async (query = '') =>
  (await timeline(query)).days.flatMap(({ events }) => events.map(({ kind }) => kind))

describe('the timeline of a store', () => {
  test('names each change with its day, its evidence and its strength, the latest day first', async () => {
    await visit()
    app.ctx.clock.advance(3 * DAY_MS)
    await visit({ apps: [loox] })
    const { days, next } = await timeline()
    const today = dayOf(app.ctx.now())
    expect(days.map(({ day, events }) => [day, events.map(({ kind }) => kind)])).toEqual([
      [today, ['app_added']],
      [dayOf(new Date(app.ctx.now().getTime() - 3 * DAY_MS)), ['found']],
    ])
    expect(days[0]?.events[0]).toMatchObject({
      item: 'Loox',
      strength: 'strong',
      evidence: { label: 'observed', sourceUrl: HOME, path: 'test' },
    })
    expect(next).toBeNull()
  })

  test('a shop that opens gets one event, not one for everything behind its password page', async () => {
    await visit(PROTECTED)
    app.ctx.clock.advance(DAY_MS)
    await visit({ apps: [loox], emails: [email] })
    expect(await kindsOf()).toEqual(['opened', 'found'])
  })

  test('a page that failed on one visit and is read on the next adds nothing', async () => {
    await visit({}, true)
    app.ctx.clock.advance(DAY_MS / 48)
    await visit({ pagesRead: [HOME, `${HOME}pages/contact`], emails: [email] })
    expect(await kindsOf()).toEqual(['found'])
  })

  test('the same visit again adds nothing', async () => {
    await visit()
    app.ctx.clock.advance(DAY_MS)
    await visit({ apps: [loox] })
    await visit({ apps: [loox] })
    expect(await kindsOf()).toEqual(['app_added', 'found'])
  })

  test('product changes of one kind and day form one event, which names the first five', async () => {
    await visit()
    const { id } = await storeRow()
    for (const productId of [1, 2, 3, 4, 5, 6, 7])
      await insertProduct(app.ctx.db, id, { product_id: productId, title: `Lamp ${productId}` })
    const changes = Array.from({ length: 7 }, () => ({ at: app.ctx.now() }))
    await insertProductChanges(app.ctx.db, id, changes)
    const { days } = await timeline('?kinds=price_down')
    expect(days.map(({ events }) => events.map(({ products }) => products?.total))).toEqual([[7]])
    expect(days[0]?.events[0]?.products?.named).toHaveLength(5)
    expect(days[0]?.events[0]?.products?.named[0]).toEqual({
      id: `${id}-1`,
      title: 'Lamp 1',
      before: '20.00',
      after: '15.00',
      currency: 'EUR',
    })
  })

  test('a reordered best-seller list is reported from its second reading on', async () => {
    const storeId = await insertStore(app.ctx.db)
    for (const productId of [1, 2, 3])
      await insertProduct(app.ctx.db, storeId, {
        product_id: productId,
        handle: `lamp-${productId}`,
      })
    const list = { storeId, list: 'best_sellers' as const }
    await savePlaces(app.ctx, [{ ...list, handles: ['lamp-1', 'lamp-2'] }])
    expect(await kindsOf()).toEqual([])
    await savePlaces(app.ctx, [{ ...list, handles: ['lamp-3', 'lamp-2'] }])
    const [day] = (await timeline()).days
    expect(
      day?.events[0]?.products?.named.map(({ id, before, after }) => [id, before, after]),
    ).toEqual([
      [`${storeId}-3`, null, '1'],
      [`${storeId}-1`, '1', null],
    ])
    await savePlaces(app.ctx, [{ ...list, handles: ['lamp-3', 'lamp-2'] }])
    expect((await timeline()).days[0]?.events[0]?.products?.total).toBe(2)
  })

  test('earlier days follow page by page to the first one', async () => {
    const storeId = await insertStore(app.ctx.db)
    const events = Array.from({ length: 45 }, (_, at) => ({
      kind: 'theme_updated' as const,
      at: new Date(Date.parse('2026-01-01T12:00:00Z') + at * DAY_MS),
    }))
    await insertStoreEvents(app.ctx.db, storeId, events)
    const seen: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const page = await timeline(next ? `?before=${next}` : '')
      seen.push(...page.days.map(({ day }) => day))
      next = page.next
    }
    expect(seen).toHaveLength(45)
    expect(seen).toEqual(seen.toSorted().toReversed())
  })

  test('an unknown kind is refused, and an unknown store not found', async () => {
    const id = await insertStore(app.ctx.db)
    expect((await send(`/api/stores/details/${id}/timeline?kinds=magic`)).statusCode).toBe(400)
    expect((await send('/api/stores/details/999999999/timeline')).statusCode).toBe(404)
  })
})

test('a store that opens is listed by that day and as news, and keeps the day on which it was found', async () => {
  const listed = async (filter: string) =>
    (await send(`/api/stores?launchStatus=all&${filter}`))
      .json()
      .content.map(({ slug }: { slug: string }) => slug)
  await visit(PROTECTED)
  const { slug } = await storeRow()
  await send('/api/today')
  // The pre-launch view asks for stores of any age, because a password page tells little of it.
  expect(await listed('status=PASSWORD_PROTECTED')).toEqual([slug])
  app.ctx.clock.advance(3 * DAY_MS)
  expect(await listed('isNew=yes')).toEqual([])
  await visit()
  const day = dayOf(app.ctx.now())
  expect(await storeRow()).toMatchObject({ found_day: '2026-03-10', opened_at: app.ctx.now() })
  expect(await listed(`opened=${day}`)).toEqual([slug])
  expect(await listed(`opened=..2026-03-10`)).toEqual([])
  expect(await listed(`isNew=yes`)).toEqual([slug])
  await insertStore(app.ctx.db, {
    slug: 'later',
    visible_at: new Date(app.ctx.now().getTime() - DAY_MS),
  })
  expect(await listed('sortBy=visibleAt')).toEqual([slug, 'later'])
  app.ctx.clock.advance(DAY_MS)
  await visit()
  expect(await listed(`opened=${day}`)).toEqual([slug])
})
