import { beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { countSearchMatches } from '#server/workspace/digest/weekly-figures.ts'
import { reportInstantMatches } from '#server/workspace/saved-searches/search-matches-job.ts'
import { createExportCalls } from '#testing/export-calls.ts'
import { insertStores } from '#testing/factories.ts'
import { insertStoreEvents } from '#testing/insert-changes.ts'
import { mergeLead, moveStores } from '#testing/lead-calls.ts'
import { readMails } from '#testing/read-mails.ts'
import { saveSearch } from '#testing/saved-calls.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { post, type TestAccount } from '#testing/test-app.ts'

/** The clock starts at its noon. */
const DAY = '2026-03-10'
const app = useTestApp()
const { exported } = createExportCalls(() => app)

let owner: TestAccount
let lead: StoreId
let feeds: Record<'stores' | 'leads', string>
let searches: Record<'stores' | 'leads' | 'asked', string>

const get = async (url: string) => {
  const answer = await owner.send(url)
  expect([url, answer.statusCode]).toEqual([url, 200])
  return answer.json()
}
const moveLead = (stage: string) => moveStores(owner.send, [lead], stage)

/** Four stores, of which the owner has contacted two: one as a lead, one by a merge into it. */
beforeAll(async () => {
  owner = await app.newAccount('PLUS_USER')
  searches = {
    stores: await saveSearch(owner.send),
    leads: await saveSearch(owner.send, { view: 'leads' }),
    asked: await saveSearch(owner.send, { query: 'country=DE&contacted=yes' }),
  }
  const feed = async (savedSearch: string) =>
    new URL((await post(owner.send, '/api/feeds', { savedSearch })).json().url).pathname
  feeds = { stores: await feed(searches.stores), leads: await feed(searches.leads) }
  app.ctx.clock.advance(HOUR_MS)
  const now = app.ctx.now()
  const shop = { found_at: now, email: 'hi@shop.test' }
  const ids = await insertStores(app.ctx.db, [shop, shop, shop, shop])
  for (const id of ids)
    await insertStoreEvents(app.ctx.db, id, [
      { kind: 'theme_changed', at: now, before: 'A', after: 'B' },
    ])
  const [first, twin, saved] = ids
  lead = first
  await moveStores(owner.send, [lead, twin, saved], 'toContact')
  await moveLead('contacted')
  await mergeLead(owner.send, twin, lead)
})

const rowsOfFile = async (view: 'stores' | 'leads') =>
  (await exported(owner.send, { view, query: { date: DAY } })).length
const newMatches = async (id: string) => {
  const { searches: all } = await get('/api/saved-searches')
  const { newMatches: count, total } = all.find((search: { id: string }) => search.id === id)
  return [count, total]
}
const entriesOf = async (path: string) =>
  (await app.anonymous(path)).body.split('<entry>').length - 1

type Count = () => Promise<unknown>
const listed =
  (query: string): Count =>
  async () =>
    (await get(`/api/stores?date=${DAY}${query}`)).totalElements

const COUNTS: Record<string, [Count, contacted: unknown, reset: unknown]> = {
  'the list of stores': [listed(''), 4, 4],
  'the list as the view of leads asks for it': [listed('&email=yes&contacted=-yes'), 2, 4],
  'the list of all leads on request': [listed('&email=yes&contacted=yes,no'), 4, 4],
  'the list of contacted stores': [listed('&contacted=yes'), 2, 0],
  'the counts beside the filter': [
    async () =>
      (await get(`/api/stores/facets?date=${DAY}&groups=contacted`)).facets[0].options.map(
        ({ count }: { count: number }) => count,
      ),
    [2, 2],
    [0, 4],
  ],
  'the file of stores': [() => rowsOfFile('stores'), 4, 4],
  'the file of leads': [() => rowsOfFile('leads'), 2, 4],
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
      const { newStores, newLeads } = await get('/api/today')
      return [newStores, newLeads]
    },
    [4, 2],
    [4, 4],
  ],
}

test.each(Object.entries(COUNTS))(
  '%s: contacted leads, and stores merged into them, return when they are reset',
  async (_, [count, contacted, reset]) => {
    expect(await count()).toEqual(contacted)
    await moveLead('toContact')
    const whenReset = await count()
    await moveLead('contacted')
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
  const countContacted = listed('&contacted=yes')
  await owner.send({ method: 'PUT', url: '/api/stages', payload: { stages } })
  expect(await countContacted()).toBe(0)
  const usual = stages.map((stage) => ({ ...stage, isContacted: stage.key !== 'toContact' }))
  await owner.send({ method: 'PUT', url: '/api/stages', payload: { stages: usual } })
  expect(await countContacted()).toBe(2)
})

test('a search reports none that was contacted before the run, or before the mail is written', async () => {
  const { send } = await app.newAccount('PLUS_USER')
  const id = await saveSearch(send, { query: 'country=FI', mails: true, instant: true })
  app.ctx.clock.advance(HOUR_MS)
  const values = { country: 'FI', found_at: app.ctx.now() }
  const [early, late, fresh] = await insertStores(app.ctx.db, [
    { ...values, domain: 'early.test' },
    { ...values, domain: 'late.test' },
    { ...values, domain: 'fresh.test' },
  ])
  await moveStores(send, [early], 'won')
  app.ctx.clock.advance(60_000)
  await reportInstantMatches.run(app.ctx, {}, new AbortController().signal)
  const hits = await app.ctx.db
    .selectFrom('saved_search_hits')
    .select('store_id')
    .where('search_id', '=', id)
    .orderBy('store_id')
    .execute()
  expect(hits.map(({ store_id }) => store_id)).toEqual([late, fresh])
  await moveStores(send, [late], 'contacted')
  const text = JSON.stringify(await readMails(app.ctx))
  expect(['early', 'late', 'fresh'].map((name) => text.includes(`${name}.test`))).toEqual([
    false,
    false,
    true,
  ])
})
