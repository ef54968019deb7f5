import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, dayOf } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { type ChangeKind, getStoreTimeline } from '#contracts/catalog/timeline.ts'
import type { StoreSnapshot } from '#discovery/extract/store-snapshot.ts'
import { savePlaces } from '#server/discovery/catalogue/catalogue-figures.ts'
import { publishStores } from '#server/discovery/visits/publish-stores.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { changeStore, insertProduct, insertStore } from '#testing/factories.ts'
import { fact, snapshotOf } from '#testing/snapshots.ts'
import { startTestApp } from '#testing/test-app.ts'
import { ageChangesStep, saveEvents } from './store-events.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { emptyDiscovery } from '#testing/discovery/empty-discovery.ts'

const app = sharedByTests(startTestApp)

beforeEach(async () => {
  await emptyDiscovery(app.ctx.db)
})

const HOME = 'https://lamp.example/'

async function visit(seen: Partial<StoreSnapshot>, isPartial = false): Promise<void> {
  const snapshot = {
    ...snapshotOf({ shopId: '71', host: 'lamp.example' }),
    pagesRead: [HOME],
    ...seen,
  }
  await inTransaction(app.ctx, async (ctx) => {
    await publishStores(ctx, [
      {
        visitedHost: 'lamp.example',
        finalHost: 'lamp.example',
        revealedAt: new Date('2026-03-10T10:00:00Z'),
        logId: 'log',
        snapshot,
        products: [],
        isPartial,
      },
    ])
  })
}

/** As a user who signs in now: sessions end while the clock is advanced by weeks. */
async function send(path: string) {
  const { userId } = await app.as('PLUS_USER')
  return (await app.openSession(userId)).send(path)
}

const loox = fact(
  { handle: 'loox', name: 'Loox', source: 'script_tag' as const, sources: [] },
  HOME,
)
const email = fact(
  { address: 'info@lamp.example', kind: 'role', provider: 'own', isBusinessContact: true } as const,
  `${HOME}pages/contact`,
)

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
    await visit({})
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
    await visit({
      ...snapshotOf({ shopId: '71', host: 'lamp.example', status: 'password_protected' }),
    })
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
    await visit({})
    app.ctx.clock.advance(DAY_MS)
    await visit({ apps: [loox] })
    await visit({ apps: [loox] })
    expect(await kindsOf()).toEqual(['app_added', 'found'])
  })

  test('product changes of one kind and day form one event, which names the first five', async () => {
    await visit({})
    const { id } = await storeRow()
    for (const productId of [1, 2, 3, 4, 5, 6, 7])
      await insertProduct(app.ctx.db, id, { product_id: productId, title: `Lamp ${productId}` })
    const changes = [1, 2, 3, 4, 5, 6, 7].map((productId) => ({
      store_id: id,
      product_id: productId,
      kind: 'price_up' as const,
      at: app.ctx.now(),
      before_minor: 1000,
      after_minor: 1250,
      currency: 'EUR',
    }))
    await app.ctx.db.insertInto('product_changes').values(changes).execute()
    const { days } = await timeline('?kinds=price_up')
    expect(days.map(({ events }) => events.map(({ products }) => products?.total))).toEqual([[7]])
    expect(days[0]?.events[0]?.products?.named).toHaveLength(5)
    expect(days[0]?.events[0]?.products?.named[0]).toEqual({
      id: `${id}-1`,
      title: 'Lamp 1',
      before: '10.00',
      after: '12.50',
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
    const rows = Array.from({ length: 45 }, (_, at) => ({
      store_id: storeId,
      kind: 'theme_updated' as const,
      at: new Date(Date.parse('2026-01-01T12:00:00Z') + at * DAY_MS),
    }))
    await app.ctx.db.insertInto('store_events').values(rows).execute()
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
    await insertStore(app.ctx.db)
    const { id } = await storeRow()
    expect((await send(`/api/stores/details/${id}/timeline?kinds=magic`)).statusCode).toBe(400)
    expect((await send('/api/stores/details/999999999/timeline')).statusCode).toBe(404)
  })
})

describe('the filters for changes', () => {
  const eventOf = (
    storeId: StoreId,
    kind: 'theme_changed' | 'app_added',
    strength: 'strong' | 'weak',
  ) => ({
    storeId,
    kind,
    subject: null,
    before: null,
    after: null,
    strength,
    evidence: { label: 'observed' as const, sourceUrl: HOME, path: 'test' },
  })
  const found = async (filter: string) => {
    const response = await send(`/api/stores?launchStatus=all&${filter}`)
    return response.json<{ content: { id: number }[] }>().content.map(({ id }) => id)
  }

  test('list the stores that changed within 7 and 30 days, and no others', async () => {
    const [changed, weak] = [await insertStore(app.ctx.db), await insertStore(app.ctx.db)]
    await saveEvents(app.ctx, [
      eventOf(changed, 'theme_changed', 'strong'),
      eventOf(weak, 'theme_changed', 'weak'),
    ])
    expect(await found('changed7=theme_changed')).toEqual([changed])
    expect(await found('changed30=theme_changed')).toEqual([changed])
    expect(await found('changed7=app_added')).toEqual([])
    expect(await found('changed7=none')).toEqual([weak])
  })

  test('forget a change at the end of its seventh and thirtieth day', async () => {
    const storeId = await insertStore(app.ctx.db)
    await saveEvents(app.ctx, [eventOf(storeId, 'theme_changed', 'strong')])
    const after = async (days: number) => {
      app.ctx.clock.advance(days * DAY_MS)
      while ((await ageChangesStep(app.ctx)) === 0);
      const { changed_7d: inWeek, changed_30d: inMonth } = await storeRow()
      return { inWeek, inMonth }
    }
    const kinds: ChangeKind[] = ['theme_changed']
    expect(await after(6)).toEqual({ inWeek: kinds, inMonth: kinds })
    expect(await after(1)).toEqual({ inWeek: [], inMonth: kinds })
    expect(await found('changed7=theme_changed')).toEqual([])
    expect(await after(22)).toEqual({ inWeek: [], inMonth: kinds })
    expect(await after(1)).toEqual({ inWeek: [], inMonth: [] })
    expect(await app.ctx.db.selectFrom('store_change_days').selectAll().execute()).toEqual([])
  })

  test('a repeated change restarts its 7 and 30 days', async () => {
    const storeId = await insertStore(app.ctx.db)
    await saveEvents(app.ctx, [eventOf(storeId, 'app_added', 'strong')])
    app.ctx.clock.advance(5 * DAY_MS)
    await saveEvents(app.ctx, [eventOf(storeId, 'app_added', 'strong')])
    app.ctx.clock.advance(5 * DAY_MS)
    await ageChangesStep(app.ctx)
    expect((await storeRow()).changed_7d).toEqual(['app_added'])
  })

  test('a store that opens is listed by that day and as news, and keeps the day on which it was found', async () => {
    const { userId } = await app.as('PLUS_USER')
    const ask = async (path: string) => (await (await app.openSession(userId)).send(path)).json()
    const listed = async (filter: string) =>
      (await ask(`/api/stores?launchStatus=all&${filter}`)).content.map(
        ({ slug }: { slug: string }) => slug,
      )
    await visit({ status: fact('password_protected', HOME, 'detected') })
    const { slug } = await storeRow()
    await ask('/api/today')
    // The pre-launch view asks for stores of any age, because a password page tells little of it.
    expect(await listed('status=PASSWORD_PROTECTED')).toEqual([slug])
    app.ctx.clock.advance(3 * DAY_MS)
    expect(await listed('isNew=yes')).toEqual([])
    await visit({})
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
    await visit({})
    expect(await listed(`opened=${day}`)).toEqual([slug])
  })

  test('a closed store no longer counts as alive, and keeps the days that it survived', async () => {
    const storeId = await insertStore(app.ctx.db, {
      launch_day: '2026-03-01',
      alive_on: '2026-03-15',
    })
    expect(await found('alive=yes&survived=14..')).toEqual([storeId])
    expect(await found('survived=15..')).toEqual([])
    await changeStore(app.ctx.db, storeId, { status: 'CLOSED' })
    expect(await found('alive=yes')).toEqual([])
    expect(await found('alive=no&survived=14..')).toEqual([storeId])
  })
})
