import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { planRights } from '#contracts/billing/plan-rights.ts'
import { listChanges } from '#contracts/workspace/changes.ts'
import { getStoreTimeline } from '#contracts/catalog/timeline.ts'
import { eraseDomain } from '#server/opt-out/api.ts'
import {
  changeStore,
  emptyTables,
  insertProduct,
  insertStore,
  insertStores,
  insertUser,
} from '#testing/factories.ts'
import { insertProductChanges, insertStoreEvents } from '#testing/insert-changes.ts'
import { saveSearch, saveStore } from '#testing/saved-calls.ts'
import { refusal, type TestApp } from '#testing/test-app.ts'
import { useTestApp } from '#testing/shared-app.ts'

let send: TestApp['anonymous']
const app = useTestApp()
beforeAll(async () => {
  ;({ send } = await app.as('PRO_USER'))
})
beforeEach(() =>
  emptyTables(
    app.ctx,
    'stores',
    'product_changes',
    'products',
    'saved_searches',
    'contact_usage',
    'shown_contacts',
  ),
)

const at = (minute: number) => new Date(Date.UTC(2026, 2, 9, 10, minute))

async function list(query = '', by = send) {
  const answer = await by(`/api/changes?${query}`)
  expect([query, answer.statusCode]).toEqual([query, 200])
  return listChanges.response.parse(answer.json())
}
const kindsOf = async (query = '') => (await list(query)).changes.map(({ kind }) => kind)
const storesOf = async (query: string) =>
  (await list(query)).changes.map(({ store }) => store.id).toSorted((a, b) => a - b)
const refused = async (query: string, by = send) => refusal(await by(`/api/changes?${query}`))

async function walk(
  query: string,
  between: (page: number) => Promise<unknown> = async () => undefined,
) {
  const ids: string[] = []
  let cursor: string | null = null
  let pages = 0
  do {
    const page = await list(`${query}${cursor === null ? '' : `&cursor=${cursor}`}`)
    ids.push(...page.changes.map(({ id }) => id))
    cursor = page.nextCursor
    pages += 1
    if (cursor !== null) await between(pages)
  } while (cursor !== null && pages < 100)
  return { ids, pages }
}

describe('the changes of all stores', () => {
  test('have the shape of the store’s timeline and name their store, the latest first', async () => {
    const { db } = app.ctx
    const store = await insertStore(db, {
      name: 'Moon Lamps',
      domain: 'moon.example',
      slug: 'moon',
      country: 'DE',
      logo_url: 'https://moon.example/logo.png',
    })
    await insertStoreEvents(db, store, [
      { kind: 'theme_changed', at: at(1), before: 'Dawn', after: 'Sense' },
      { kind: 'app_added', at: at(3), subject: 'Loox', strength: 'weak' },
    ])
    await insertProduct(db, store, { product_id: 1, title: 'Moon lamp' })
    await insertProductChanges(db, store, [{ at: at(2) }, { at: at(2) }])
    const { changes, nextCursor, contactsLimited } = await list()
    expect([nextCursor, contactsLimited]).toEqual([null, false])
    expect(changes.map(({ kind }) => kind)).toEqual(['app_added', 'price_down', 'theme_changed'])
    const named = {
      id: store,
      slug: 'moon',
      name: 'Moon Lamps',
      domain: 'moon.example',
      country: 'DE',
      logoUrl: expect.stringMatching(/^\/(?!\/)/),
    }
    const timeline = getStoreTimeline.response.parse(
      (await send(`/api/stores/details/${store}/timeline`)).json(),
    )
    const expected = timeline.days.flatMap(({ events }) => events)
    expect(expected).toHaveLength(3)
    expect(changes).toEqual(
      expected.map((event) => ({ ...event, id: `${store}-${event.id}`, store: named })),
    )
    expect(changes[1]?.products).toMatchObject({ total: 2 })
    expect(changes[1]?.products?.named[0]).toMatchObject({
      title: 'Moon lamp',
      before: '20.00',
      after: '15.00',
    })
  })

  test('are filtered by several kinds and by time', async () => {
    const { db } = app.ctx
    const store = await insertStore(db)
    await insertStoreEvents(db, store, [
      { kind: 'opened', at: at(1) },
      { kind: 'closed', at: at(2) },
      { kind: 'app_added', at: at(3) },
    ])
    await insertProductChanges(db, store, [
      { kind: 'added', at: at(4) },
      { kind: 'sold_out', at: at(5) },
    ])
    expect(await kindsOf('kinds=opened,sold_out,closed')).toEqual(['sold_out', 'closed', 'opened'])
    expect(await kindsOf('kinds=product_added')).toEqual(['product_added'])
    expect(await kindsOf('kinds=moved')).toEqual([])
    expect(await kindsOf(`since=${at(3).toISOString()}`)).toEqual([
      'sold_out',
      'product_added',
      'app_added',
    ])
    expect(await kindsOf(`kinds=app_added,opened&since=${at(2).toISOString()}`)).toEqual([
      'app_added',
    ])
  })

  test('are paged without skip or repeat while later changes arrive, also within one moment', async () => {
    const { db } = app.ctx
    const stores = await insertStores(db, [{}, {}, {}, {}, {}, {}])
    for (const store of stores) {
      await insertStoreEvents(db, store, [
        { at: at(1) },
        { at: at(1), kind: 'opened' },
        { at: at(2) },
      ])
      await insertProductChanges(db, store, [{ at: at(1) }, { at: at(1), kind: 'added' }])
    }
    const { changes: before } = await list('size=50')
    expect(before).toHaveLength(30)
    const [first] = stores
    const arrive = async (page: number) => {
      await insertStoreEvents(db, first, [{ at: at(10 + page), kind: 'closed' }])
      // More products of a day that is listed already: its place stays.
      await insertProductChanges(db, first, [{ product_id: 50 + page, at: at(10 + page) }])
    }
    const { ids, pages } = await walk('size=4', arrive)
    expect(pages).toBe(8)
    expect(ids).toEqual(before.map(({ id }) => id))
    const price = (await list('kinds=price_down&size=50')).changes.find(
      ({ store }) => store.id === first,
    )
    expect(price).toMatchObject({ at: at(1).toISOString(), products: { total: 8 } })
    expect(price?.evidence.observedAt).toBe(at(17).toISOString())
  })

  test('leave out stores that opted out, and days whose changes are no longer kept', async () => {
    const { db } = app.ctx
    const [gone, kept] = await insertStores(db, [{ domain: 'gone.example' }, {}])
    for (const store of [gone, kept]) {
      await insertStoreEvents(db, store, [{}])
      await insertProductChanges(db, store, [{}])
    }
    await eraseDomain(app.ctx, 'gone.example')
    expect(new Set(await storesOf(''))).toEqual(new Set([kept]))
    const days = await db.selectFrom('product_change_days').select('store_id').execute()
    expect(days).toEqual([{ store_id: kept }])
    await db.deleteFrom('product_changes').execute()
    expect(await kindsOf()).toEqual(['app_added'])
  })

  test('show addresses like the list: each store counts, and beyond the limit they are hidden', async () => {
    const { db, now } = app.ctx
    const stores = await insertStores(db, [{}, {}])
    for (const store of stores)
      await insertStoreEvents(db, store, [
        { kind: 'contact_added', subject: `hello@s${store}.example` },
      ])
    const { send: ask, userId } = await app.newAccount('PRO_USER')
    const { changes } = await list('', ask)
    expect(changes.map(({ item }) => item)).toEqual(
      stores.toReversed().map((store) => `hello@s${store}.example`),
    )
    const used = () =>
      db.selectFrom('contact_usage').select('stores').where('user_id', '=', userId).execute()
    expect(await used()).toEqual([{ stores: 2 }])

    const late = await insertUser(app.ctx, { role: 'PRO_USER' })
    const usage = { user_id: late.userId, day: now().toISOString().slice(0, 10) }
    await db
      .insertInto('contact_usage')
      .values({ ...usage, stores: planRights.pro.contactsPerDay })
      .execute()
    const hidden = await list('', (await app.openSession(late.userId)).send)
    expect(hidden.contactsLimited).toBe(true)
    expect(hidden.changes.map(({ item }) => item)).toEqual([null, null])
    expect(JSON.stringify(hidden)).not.toContain('hello@')
  })

  test('are refused for invalid input', async () => {
    for (const [query, field] of [
      ['kinds=opened,moon', 'kinds'],
      ['kinds=', 'kinds'],
      ['since=yesterday', 'since'],
      ['size=0', 'size'],
      ['size=51', 'size'],
      ['cursor=e30', 'cursor'],
      [`cursor=${Buffer.from('{"a":1e300,"t":"s","i":1}').toString('base64url')}`, 'cursor'],
      ['savedSearch=1', 'savedSearch'],
      ['saved=no', 'saved'],
      ['savedSearch=3f0e3c8a-6a55-4d0e-9c43-0a4c0f1f7a11&country=DE', 'country'],
      ['saved=yes&savedSearch=3f0e3c8a-6a55-4d0e-9c43-0a4c0f1f7a11', 'saved'],
    ])
      expect([query, await refused(query ?? '')]).toEqual([query, [400, 'invalid_request', field]])
  })
})

describe('the changes of some stores', () => {
  test('are those of the account’s saved stores', async () => {
    const { db } = app.ctx
    const [mine, theirs] = await insertStores(db, [{}, {}])
    for (const store of [mine, theirs]) await insertStoreEvents(db, store, [{}])
    const other = await app.newAccount('PRO_USER')
    expect((await saveStore(send, { storeId: mine })).statusCode).toBe(200)
    expect((await saveStore(other.send, { storeId: theirs })).statusCode).toBe(200)
    expect(await storesOf('saved=yes')).toEqual([mine])
  })

  test('are those of a country or theme, among all stores and among the saved ones', async () => {
    const { db } = app.ctx
    const [saved, german, french] = await insertStores(db, [
      { country: 'DE', theme_name: 'Dawn' },
      { country: 'DE', theme_name: 'Sense', launch_status: 'established' },
      { country: 'FR', theme_name: 'Dawn' },
    ])
    for (const store of [saved, german, french]) await insertStoreEvents(db, store, [{}])
    for (const storeId of [saved, french]) await saveStore(send, { storeId })
    expect(await storesOf('country=DE')).toEqual([saved, german])
    expect(await storesOf('theme=dawn')).toEqual([saved, french])
    expect(await storesOf('country=DE&theme=dawn')).toEqual([saved])
    expect(await storesOf('country=DE&saved=yes')).toEqual([saved])
    expect(await storesOf('country=GB')).toEqual([])
  })

  test('are those of the stores that match a saved search now', async () => {
    const { db } = app.ctx
    const [german, french] = await insertStores(db, [{ country: 'DE' }, { country: 'FR' }])
    for (const store of [german, french])
      await insertStoreEvents(db, store, [{}, { kind: 'opened' }])
    const search = await saveSearch(send)
    expect(await storesOf(`savedSearch=${search}`)).toEqual([german, german])
    await changeStore(db, french, { country: 'DE' })
    expect(await kindsOf(`savedSearch=${search}&kinds=opened`)).toHaveLength(2)
  })

  test('of another account’s search are not found', async () => {
    const search = await saveSearch(send)
    const { send: ask } = await app.newAccount('PRO_USER')
    expect(await refused(`savedSearch=${search}`, ask)).toEqual([404, 'not_found', undefined])
  })

  test('of thousands of stores are picked from the latest of all, page after page to the last', async () => {
    const { db, now } = app.ctx
    await insertStores(db, Array(1_100).fill({ country: 'DE', found_at: now() }))
    const french = await insertStore(db, { country: 'FR' })
    const search = await saveSearch(send)
    await sql`insert into store_events (store_id, kind, at, strength)
      select id, 'app_added', ${at(1)}::timestamptz, 'strong' from stores where country = 'DE' order by id limit 30`.execute(
      db,
    )
    // More than one window of changes of other stores comes first.
    await sql`insert into store_events (store_id, kind, at, strength)
      select ${french}::bigint, 'app_added', ${at(2)}::timestamptz, 'strong' from generate_series(1, 2100)`.execute(
      db,
    )
    const first = await list(`savedSearch=${search}&size=20`)
    expect([first.changes.length, typeof first.nextCursor]).toEqual([0, 'string'])
    const { ids, pages } = await walk(`savedSearch=${search}&size=20`)
    expect([ids.length, new Set(ids).size, pages]).toEqual([30, 30, 3])
  })
})
