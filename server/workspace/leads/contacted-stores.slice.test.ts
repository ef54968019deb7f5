import { beforeAll, expect, test } from 'vitest'
import { dayOf, HOUR_MS } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { countSearchMatches } from '#server/workspace/digest/weekly-figures.ts'
import { reportInstantMatches } from '#server/workspace/saved-searches/search-matches-job.ts'
import { insertStore } from '#testing/factories.ts'
import { insertStoreEvents } from '#testing/insert-changes.ts'
import { readMails } from '#testing/read-mails.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { startTestApp, type TestAccount } from '#testing/test-app.ts'

const app = sharedByTests(startTestApp)

let owner: TestAccount
let ids: StoreId[]
let day: string
let feeds: Record<'stores' | 'leads', string>
let searches: Record<'stores' | 'leads' | 'asked', string>

const get = async (account: TestAccount, url: string) => {
  const answer = await account.send(url)
  expect([url, answer.statusCode]).toEqual([url, 200])
  return answer.json()
}
const post = async (account: TestAccount, url: string, payload: object) =>
  (await account.send({ method: 'POST', url, payload })).json()
const move = (account: TestAccount, storeIds: StoreId[], stage: string | null) =>
  post(account, '/api/stores/bulk', { target: { storeIds }, action: { kind: 'stage', stage } })

async function newShop(at: number): Promise<StoreId> {
  const { ctx } = app
  const values = { domain: `shop-${at}.test`, country: 'DE', email: `hi@shop-${at}.test` }
  const now = ctx.now()
  const times = { found_day: dayOf(now), found_at: now, visible_at: now }
  const id = await insertStore(ctx.db, { ...values, ...times })
  await insertStoreEvents(ctx.db, id, [{ kind: 'theme_changed', at: now, before: 'A', after: 'B' }])
  return id
}

/** Four stores, of which the owner has contacted two: one as a lead, one by a merge into it. */
beforeAll(async () => {
  owner = await app.newAccount('PLUS_USER')
  const search = async (view: string, query: string) =>
    (await post(owner, '/api/saved-searches', { name: view, view, query, mails: false })).id
  searches = {
    stores: await search('stores', 'country=DE'),
    leads: await search('leads', 'country=DE'),
    asked: await search('stores', 'country=DE&contacted=yes'),
  }
  const feed = async (savedSearch: string) =>
    new URL((await post(owner, '/api/feeds', { savedSearch })).url).pathname
  feeds = { stores: await feed(searches.stores), leads: await feed(searches.leads) }
  app.ctx.clock.advance(HOUR_MS)
  day = dayOf(app.ctx.now())
  ids = await Promise.all([0, 1, 2, 3].map(newShop))
  const [lead, twin, saved] = ids
  if (!lead || !twin || !saved) throw new Error('no stores')
  await move(owner, [lead, twin], 'toContact')
  await move(owner, [saved], 'toContact')
  await move(owner, [lead], 'contacted')
  await post(owner, `/api/leads/${twin}/merge`, { into: lead })
})

const exported = async (view: string) => {
  const payload = { view, format: 'jsonl', columns: ['name'], query: { date: day } }
  const { url } = await post(owner, '/api/exports', payload)
  return (await app.anonymous(url)).body.split('\n').filter(Boolean).length
}
const newMatches = async (id: string) => {
  const { searches: all } = await get(owner, '/api/saved-searches')
  const { newMatches: count, total } = all.find((search: { id: string }) => search.id === id)
  return [count, total]
}
const entriesOf = async (path: string) =>
  (await app.anonymous(path)).body.split('<entry>').length - 1

type Count = () => Promise<unknown>
const COUNTS: Record<string, [Count, contacted: unknown, reset: unknown]> = {
  'the list of stores': [
    async () => (await get(owner, `/api/stores?date=${day}`)).totalElements,
    4,
    4,
  ],
  'the list as the view of leads asks for it': [
    async () =>
      (await get(owner, `/api/stores?date=${day}&email=yes&contacted=-yes`)).totalElements,
    2,
    4,
  ],
  'the list of all leads on request': [
    async () =>
      (await get(owner, `/api/stores?date=${day}&email=yes&contacted=yes,no`)).totalElements,
    4,
    4,
  ],
  'the list of contacted stores': [
    async () => (await get(owner, `/api/stores?date=${day}&contacted=yes`)).totalElements,
    2,
    0,
  ],
  'the counts beside the filter': [
    async () =>
      (await get(owner, `/api/stores/facets?date=${day}&groups=contacted`)).facets[0].options.map(
        ({ count }: { count: number }) => count,
      ),
    [2, 2],
    [0, 4],
  ],
  'the file of stores': [() => exported('stores'), 4, 4],
  'the file of leads': [() => exported('leads'), 2, 4],
  'new matches and all of a search for stores': [() => newMatches(searches.stores), [2, 4], [4, 4]],
  'new matches and all of a search for leads': [() => newMatches(searches.leads), [2, 2], [4, 4]],
  'new matches of a search that asks for contacted ones': [
    () => newMatches(searches.asked),
    [2, 2],
    [0, 0],
  ],
  'the feed of a search for stores': [() => entriesOf(feeds.stores), 2, 4],
  'the feed of a search for leads': [() => entriesOf(feeds.leads), 2, 4],
  'the digest': [
    async () => {
      const week = { userId: owner.userId, role: 'PLUS_USER', week: '2026-03-09' } as const
      const counts = await countSearchMatches(app.ctx, week)
      return Object.values(searches).map((id) => counts.find((each) => each.id === id)?.count)
    },
    [2, 2, 2],
    [4, 4, 0],
  ],
  'new stores and new leads of Today': [
    async () => {
      const { newStores, newLeads } = await get(owner, '/api/today')
      return [newStores, newLeads]
    },
    [4, 2],
    [4, 4],
  ],
}

test.each(Object.entries(COUNTS))(
  '%s: contacted leads, and stores merged into them, return when they are reset',
  async (_, [count, contacted, reset]) => {
    const [lead] = ids
    if (!lead) throw new Error('no lead')
    expect(await count()).toEqual(contacted)
    await move(owner, [lead], 'toContact')
    const whenReset = await count()
    await move(owner, [lead], 'contacted')
    expect(whenReset).toEqual(reset)
    expect(await count()).toEqual(contacted)
  },
)

test('each account chooses which stages mean contacted', async () => {
  const stages = ['toContact', 'contacted', 'replied', 'won', 'lost'].map((key) => ({
    key,
    name: null,
    isContacted: key === 'won',
  }))
  const [list] = [`/api/stores?date=${day}&contacted=yes`]
  await owner.send({ method: 'PUT', url: '/api/stages', payload: { stages } })
  expect((await get(owner, list)).totalElements).toBe(0)
  const usual = stages.map((stage) => ({ ...stage, isContacted: stage.key !== 'toContact' }))
  await owner.send({ method: 'PUT', url: '/api/stages', payload: { stages: usual } })
  expect((await get(owner, list)).totalElements).toBe(2)
})

test('a search reports none that was contacted before the run, or before the mail is written', async () => {
  const account = await app.newAccount('PLUS_USER')
  const search = { name: 'All', view: 'stores', query: 'country=FI', mails: true, instant: true }
  const { id } = await post(account, '/api/saved-searches', search)
  app.ctx.clock.advance(HOUR_MS)
  const now = app.ctx.now()
  const values = { country: 'FI', found_at: now, visible_at: now }
  const [early, late, fresh] = await Promise.all(
    ['early', 'late', 'fresh'].map((name) =>
      insertStore(app.ctx.db, { ...values, name, domain: `${name}.test` }),
    ),
  )
  if (!early || !late || !fresh) throw new Error('no stores')
  await move(account, [early], 'won')
  app.ctx.clock.advance(60_000)
  await reportInstantMatches.run(app.ctx, {}, new AbortController().signal)
  const hits = await app.ctx.db
    .selectFrom('saved_search_hits')
    .select('store_id')
    .where('search_id', '=', id)
    .orderBy('store_id')
    .execute()
  expect(hits.map(({ store_id }) => store_id)).toEqual([late, fresh].toSorted((a, b) => a - b))
  await move(account, [late], 'contacted')
  const text = JSON.stringify(await readMails(app.ctx))
  expect(['early', 'late', 'fresh'].map((name) => text.includes(`${name}.test`))).toEqual([
    false,
    false,
    true,
  ])
})
