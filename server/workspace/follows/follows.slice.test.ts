import { beforeAll, describe, expect, test } from 'vitest'
import { planRights } from '#contracts/billing/plan-rights.ts'
import { addDays, dayOf, DAY_MS, HOUR_MS } from '#contracts/dates.ts'
import { type ClusterId, type StoreId, toClusterId } from '#contracts/ids.ts'
import { type Change, listChanges } from '#contracts/workspace/changes.ts'
import { Follow, type FollowTarget, listFollows } from '#contracts/workspace/follows.ts'
import { eraseDomain } from '#server/opt-out/api.ts'
import { createPictureAddresses } from '#server/catalog/api.ts'
import { insertProduct, insertStore, insertStores } from '#testing/factories.ts'
import { insertProductChanges, insertStoreEvents } from '#testing/insert-changes.ts'
import { exclude } from '#testing/saved-calls.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { codeOf, statusesOf, type TestAccount, type TestApp } from '#testing/test-app.ts'
import { readFollowedNews } from './follows.ts'

const app = useTestApp()
type Send = TestApp['anonymous']

const post = (send: Send, target: object) =>
  send({ method: 'POST', url: '/api/follows', payload: { target } })
const follow = async (send: Send, target: FollowTarget): Promise<Follow> =>
  Follow.parse((await post(send, target)).json())
const unfollow = (send: Send, id: string) => send({ method: 'DELETE', url: `/api/follows/${id}` })
const list = async (send: Send) => listFollows.response.parse((await send('/api/follows')).json())

const niche = (country: string) => ({ kind: 'niche', category: 'garden_diy', country }) as const
const store = (storeId: StoreId) => ({ kind: 'store', storeId }) as const
const cluster = (clusterId: ClusterId) => ({ kind: 'cluster', clusterId }) as const

let clusters = 700
const newCluster = () => toClusterId(++clusters)

/** A store that lists a product of the cluster; the product has the number 1. */
async function newSeller(clusterId: ClusterId, values: Parameters<typeof insertStore>[1] = {}) {
  const id = await insertStore(app.ctx.db, values)
  await insertProduct(app.ctx.db, id, { product_id: 1, title: 'Moon lamp', cluster: clusterId })
  return id
}

describe('what an account follows', () => {
  test('is a store, a product or a niche, the latest first; following twice changes nothing', async () => {
    const { send } = await app.newAccount('PRO_USER')
    const shop = await insertStore(app.ctx.db, { name: 'Lamps', domain: 'lamps.example' })
    const product = newCluster()
    await newSeller(product)
    const first = await follow(send, store(shop))
    expect(first).toMatchObject({ name: 'Lamps', domain: 'lamps.example' })
    app.ctx.clock.advance(1_000)
    await follow(send, cluster(product))
    app.ctx.clock.advance(1_000)
    await follow(send, niche('DE'))
    expect(await follow(send, store(shop))).toEqual(first)
    const { follows, limit } = await list(send)
    expect(limit).toBe(20)
    expect(follows.map(({ target, name }) => [target, name])).toEqual([
      [niche('DE'), null],
      [cluster(product), 'Moon lamp'],
      [store(shop), 'Lamps'],
    ])
    expect((await unfollow(send, first.id)).statusCode).toBe(200)
    expect((await list(send)).follows).toHaveLength(2)
  })

  test.each([
    ['PRO_USER', planRights.pro.follows, 20],
    ['PLUS_USER', planRights.plus.follows, 500],
  ] as const)('ends for a %s at %i', async (role, limit, number) => {
    expect(limit).toBe(number)
    const { send, userId } = await app.newAccount(role)
    const ids = await insertStores(app.ctx.db, Array(limit + 1).fill({}))
    const [last, beyond] = ids.slice(-2)
    const row = { user_id: userId, cluster: null, category: null, country: null }
    await app.ctx.db
      .insertInto('follows')
      .values(
        ids.slice(0, -2).map((store_id, at) => ({
          ...row,
          store_id,
          created_at: app.ctx.now(),
          id: `00000000-0000-4000-8000-${role === 'PRO_USER' ? '1' : '2'}${String(at).padStart(11, '0')}`,
        })),
      )
      .execute()
    const answers = await Promise.all(
      [last, beyond].map((id) => post(send, { kind: 'store', storeId: id })),
    )
    expect(statusesOf(answers)).toEqual([200, 403])
    expect(answers.map((answer) => codeOf(answer)[1])).toContain('follow_limit')
    const { follows } = await list(send)
    expect(follows).toHaveLength(limit)
    const [followed] = follows
    // What is followed already is no further follow, and an end makes room.
    expect((await post(send, followed?.target ?? {})).statusCode).toBe(200)
    await unfollow(send, followed?.id ?? '')
    expect((await post(send, followed?.target ?? {})).statusCode).toBe(200)
  })

  test('is out of reach for another account', async () => {
    const [owner, other] = [await app.newAccount('PRO_USER'), await app.newAccount('PRO_USER')]
    const shop = await insertStore(app.ctx.db)
    await insertStoreEvents(app.ctx.db, shop, [{}])
    const { id } = await follow(owner.send, store(shop))
    expect((await list(other.send)).follows).toEqual([])
    expect((await other.send('/api/changes?followed=yes')).json().changes).toEqual([])
    expect(codeOf(await unfollow(other.send, id))).toEqual([404, 'not_found'])
    expect((await list(owner.send)).follows).toHaveLength(1)
  })

  test('must exist: an unknown store, product or category is refused', async () => {
    const { send } = await app.newAccount('PRO_USER')
    for (const [target, ...refused] of [
      [{ kind: 'store', storeId: 999_999_999 }, 404, 'not_found'],
      [{ kind: 'cluster', clusterId: 999_999 }, 404, 'not_found'],
      [{ kind: 'niche', category: 'moons', country: 'DE' }, 400, 'invalid_request'],
      [{ kind: 'niche', category: 'garden_diy', country: 'de' }, 400, 'invalid_request'],
      [{ kind: 'niche', category: 'garden_diy' }, 400, 'invalid_request'],
    ] as const)
      expect(codeOf(await post(send, target))).toEqual(refused)
    expect((await list(send)).follows).toEqual([])
  })

  test('loses a store with its erasure, and goes with the account', async () => {
    const { send, userId } = await app.newAccount('PRO_USER')
    const gone = await insertStore(app.ctx.db, { domain: 'leaves-follows.example' })
    await follow(send, store(gone))
    await follow(send, niche('FR'))
    await eraseDomain(app.ctx, 'leaves-follows.example')
    expect((await list(send)).follows.map(({ target }) => target)).toEqual([niche('FR')])
    const rows = () =>
      app.ctx.db.selectFrom('follows').select('id').where('user_id', '=', userId).execute()
    expect(await rows()).toHaveLength(1)
    await app.ctx.db.deleteFrom('users').where('id', '=', userId).execute()
    expect(await rows()).toEqual([])
  })

  test('follows a merged product once, by its new number, and keeps a vanished one without a name', async () => {
    const { send } = await app.newAccount('PRO_USER')
    const { db } = app.ctx
    const [ended, into, gone] = [newCluster(), newCluster(), newCluster()]
    for (const id of [ended, into, gone]) {
      await db.insertInto('product_clusters').values({ id, leader: '{}' }).execute()
      await newSeller(id)
      await follow(send, cluster(id))
      app.ctx.clock.advance(1_000)
    }
    const setClusters = (from: ClusterId, to: ClusterId | null) =>
      db.updateTable('products').set({ cluster: to }).where('cluster', '=', from).execute()
    await db
      .updateTable('product_clusters')
      .set({ merged_into: into })
      .where('id', '=', ended)
      .execute()
    await setClusters(ended, into)
    await db.deleteFrom('product_clusters').where('id', '=', ended).execute()
    await setClusters(gone, null)
    const { follows } = await list(send)
    expect(follows.map(({ target, name }) => [target, name])).toEqual([
      [cluster(gone), null],
      [cluster(into), 'Moon lamp'],
    ])
    expect(await follow(send, cluster(ended))).toEqual(follows[1])
    await unfollow(send, follows[1]?.id ?? '')
    expect((await list(send)).follows.map(({ target }) => target)).toEqual([cluster(gone)])
  })
})

describe('the changes of what an account follows', () => {
  let owner: TestAccount
  let followed: StoreId
  let one: StoreId
  let two: StoreId
  const product = newCluster()
  const at = (minute: number) => new Date(app.ctx.now().getTime() - DAY_MS + minute * 60_000)
  const changes = async (query = ''): Promise<Change[]> =>
    listChanges.response.parse((await owner.send(`/api/changes?followed=yes${query}`)).json())
      .changes

  beforeAll(async () => {
    const { db } = app.ctx
    owner = await app.newAccount('PLUS_USER')
    followed = await insertStore(db, { name: 'Followed' })
    one = await newSeller(product)
    two = await newSeller(product)
    await insertProduct(db, one, { product_id: 2, title: 'Other thing' })
    await follow(owner.send, store(followed))
    await follow(owner.send, cluster(product))
    await insertStoreEvents(db, followed, [
      { kind: 'theme_changed', at: at(0), before: 'Dawn', after: 'Sense' },
    ])
    for (const [seller, minute] of [
      [one, 4],
      [two, 8],
    ] as const)
      await insertProductChanges(db, seller, [
        { product_id: 1, kind: 'added', at: at(minute) },
        { product_id: 2, kind: 'added', at: at(minute - 1) },
        { product_id: 1, kind: 'price_down', at: at(minute - 2) },
      ])
    await insertStoreEvents(db, one, [{ kind: 'app_added', at: at(10) }])
    const stranger = await insertStore(db)
    await insertStoreEvents(db, stranger, [{ at: at(11) }])
  })

  test('are all of a store, and of a product where another store added or removed it, with its evidence', async () => {
    const found = await changes()
    expect(found.map(({ kind, store }) => [kind, store.id])).toEqual([
      ['product_added', two],
      ['product_added', one],
      ['theme_changed', followed],
    ])
    expect(found[1]?.products).toMatchObject({ total: 1, named: [{ title: 'Moon lamp' }] })
    expect(found[2]?.evidence.sourceUrl).toBe('https://lamp.example/')
    expect((await changes('&kinds=theme_changed')).map(({ kind }) => kind)).toEqual([
      'theme_changed',
    ])
    expect(await changes('&kinds=price_down')).toEqual([])
    expect(await changes(`&since=${at(5).toISOString()}`)).toHaveLength(1)
  })

  test('are paged, and a store that is both followed and a seller comes once with everything', async () => {
    const { id } = await follow(owner.send, store(one))
    const all = await changes()
    expect(all.map(({ kind, store }) => [kind, store.id])).toEqual([
      ['app_added', one],
      ['product_added', two],
      ['product_added', one],
      ['price_down', one],
      ['theme_changed', followed],
    ])
    expect(all[2]?.products).toMatchObject({ total: 2 })
    const ids: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const url: string = `/api/changes?followed=yes&size=1${cursor && `&cursor=${cursor}`}`
      const page = listChanges.response.parse((await owner.send(url)).json())
      ids.push(...page.changes.map((change) => change.id))
      cursor = page.nextCursor
    }
    expect(ids).toEqual(all.map((change) => change.id))
    await unfollow(owner.send, id)
  })

  test('leave out sellers that the account hides, and take no other choice of stores', async () => {
    const { db } = app.ctx
    const domain = `hidden-seller-${product}.example`
    const hidden = await newSeller(product, { domain })
    await db
      .insertInto('store_keys')
      .values({ key: `host:${domain}`, store_id: hidden })
      .execute()
    await insertProductChanges(db, hidden, [{ product_id: 1, kind: 'added', at: at(12) }])
    expect((await changes()).map(({ store }) => store.id)).toContain(hidden)
    await exclude(owner.send, domain)
    expect((await changes()).map(({ store }) => store.id)).not.toContain(hidden)
    for (const other of ['saved=yes', 'country=DE', 'theme=dawn']) {
      const answer = await owner.send(`/api/changes?followed=yes&${other}`)
      expect([other, ...codeOf(answer)]).toEqual([other, 400, 'invalid_request'])
    }
  })
})

describe('news for the brief', () => {
  test('are changes of the span without contacts, sellers gained and lost, and whole days of niches', async () => {
    const { db, now } = app.ctx
    const account = await app.newAccount('PLUS_USER')
    const [until, after] = [now(), new Date(now().getTime() - 12 * HOUR_MS)]
    const inside = new Date(until.getTime() - HOUR_MS)
    const shop = await insertStore(db)
    await insertStoreEvents(db, shop, [
      { kind: 'contact_added', at: inside, subject: 'hello@secret.example' },
      { kind: 'opened', at: after },
      { kind: 'found', at: inside },
    ])
    const [grown, still, first] = [newCluster(), newCluster(), newCluster()]
    const seen = (time: Date, more = {}) => ({ first_seen_at: time, ...more })
    for (const [id, times] of [
      [
        grown,
        [seen(new Date(0)), seen(inside), seen(inside), seen(new Date(0), { removed_at: inside })],
      ],
      [still, [seen(new Date(0))]],
      [first, [seen(inside), seen(inside)]],
    ] as const)
      for (const values of times)
        await insertProduct(db, await insertStore(db), {
          title: 'Cat ball',
          cluster: id,
          ...values,
        })
    // A gap in what we read: weeks with it are not compared.
    const today = dayOf(now())
    for (let ago = 0; ago <= 20; ago++)
      await insertStores(
        db,
        ['PT', 'AT'].map((country) => ({
          country,
          category: 'garden_diy',
          found_at: `${addDays(today, -ago)}T01:00:00Z`,
        })),
      )
    for (const target of [store(shop), cluster(grown), cluster(still), cluster(first), niche('PT')])
      await follow(account.send, target)
    const ctx = {
      ...app.ctx,
      language: 'en' as const,
      pictureAddresses: createPictureAddresses(app.ctx),
    }
    const news = await readFollowedNews(ctx, account.userId, { after, until })
    expect(news.changes.map(({ kind, item }) => [kind, item])).toEqual([['contact_added', null]])
    expect(JSON.stringify(news)).not.toContain('secret')
    expect(news.clusters).toMatchObject([
      { cluster: { id: first, title: 'Cat ball' }, storesNow: 2, storesBefore: null },
      { cluster: { id: grown, title: 'Cat ball' }, storesNow: 3, storesBefore: 2 },
    ])
    const { category, country } = niche('PT')
    expect(news.niches).toEqual([{ category, country, days: Array(14).fill(1), now: 7, before: 7 }])
    const none = await readFollowedNews(ctx, (await app.newAccount('PLUS_USER')).userId, {
      after,
      until,
    })
    expect(none).toEqual({ changes: [], clusters: [], niches: [] })
  })
})
