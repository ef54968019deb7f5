import { beforeAll, describe, expect, test } from 'vitest'
import { dayOf, HOUR_MS } from '#contracts/dates.ts'
import type { ClusterId, StoreId } from '#contracts/ids.ts'
import { reportInstantMatches } from '#server/workspace/saved-searches/search-matches-job.ts'
import { visitsIn } from '#testing/discovery/discovery-harness.ts'
import { insertProduct, insertStore, insertTrend } from '#testing/factories.ts'
import { insertStoreEvents } from '#testing/insert-changes.ts'
import { readMails } from '#testing/read-mails.ts'
import { exclude } from '#testing/saved-calls.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { storeVisit } from '#testing/snapshots.ts'
import { post, startTestApp, type TestAccount } from '#testing/test-app.ts'

const SHOWN = 5
const HIDDEN = 3
const app = sharedByTests(startTestApp)

let owner: TestAccount
let other: TestAccount
let ids: StoreId[]
let day: string
const get = async (account: TestAccount, url: string) => {
  const answer = await account.send(url)
  expect([url, answer.statusCode]).toEqual([url, 200])
  return answer.json()
}

/** The owner's list hides the last stores, beside thousands of lines that match none. */
beforeAll(async () => {
  const { ctx } = app
  owner = await app.newAccount('PLUS_USER')
  other = await app.newAccount('PLUS_USER')
  day = dayOf(ctx.now())
  ids = []
  for (let at = 0; at < SHOWN + HIDDEN; at++) {
    const id = await insertStore(ctx.db, {
      domain: `shop-${at}.test`,
      country: 'DE',
      email: `hi@shop-${at}.test`,
      found_day: day,
      found_at: ctx.now(),
      visible_at: ctx.now(),
    })
    await ctx.db
      .insertInto('store_keys')
      .values({ key: `host:shop-${at}.test`, store_id: id })
      .execute()
    const cluster = (4_000 + at) as ClusterId
    const product = await insertProduct(ctx.db, id, { title: `Lamp ${at}`, cluster })
    await insertTrend(ctx.db, product, day, { cluster })
    await insertStoreEvents(ctx.db, id, [
      { kind: 'theme_changed', at: ctx.now(), before: 'A', after: 'B' },
    ])
    ids.push(id)
  }
  const lines = [
    ...Array.from({ length: 3_000 }, (_, at) => `nowhere-${at}.test`),
    ...Array.from({ length: HIDDEN }, (_, at) => `www.shop-${SHOWN + at}.test`),
  ]
  const answer = await exclude(owner.send, lines.join('\n'))
  if (answer.json().hides !== HIDDEN) throw new Error(answer.body)
})

type Count = (account: TestAccount) => Promise<number>
const exported = async (account: TestAccount, view: string) => {
  const payload = {
    view,
    format: 'jsonl',
    columns: [view === 'products' ? 'title' : 'name'],
    query: { date: day },
  }
  const ticket = await post(account.send, '/api/exports', payload)
  return (await app.anonymous(ticket.json().url)).body.split('\n').filter(Boolean).length
}
const COUNTS: Record<string, Count> = {
  list: async (account) => (await get(account, `/api/stores?date=${day}`)).totalElements,
  'rows of the list': async (account) =>
    (await get(account, `/api/stores?date=${day}`)).content.length,
  'counts of a facet': async (account) =>
    (await get(account, `/api/stores/facets?date=${day}&groups=country`)).facets[0].options[0]
      .count,
  'total of the facets': async (account) =>
    (await get(account, `/api/stores/facets?date=${day}&groups=country`)).total,
  calendar: async (account) =>
    (await get(account, `/api/stores/calendar?date=${day}`)).days[0].stores,
  leads: async (account) => (await get(account, `/api/stores?date=${day}&email=yes`)).totalElements,
  products: async (account) =>
    (await get(account, `/api/trending/products?date=${day}&scope=all`)).totalElements,
  'rising products': async (account) =>
    (await get(account, `/api/trending/products?date=${day}`)).totalElements,
  'quick search': async (account) =>
    (await get(account, `/api/stores?q=shop&launchStatus=all`)).totalElements,
  'stores of today': async (account) => (await get(account, '/api/today')).figures.stores.at(-1),
  'leads of today': async (account) => (await get(account, '/api/today')).figures.leads.at(-1),
  'newest stores of today': async (account) => (await get(account, '/api/today')).newest.length,
  'changes of today': async (account) => (await get(account, '/api/today')).changes.length,
  'rising products of today': async (account) => (await get(account, '/api/today')).rising.length,
  'newest stores of a niche': async (account) =>
    (await get(account, `/api/pulse/niche?country=DE&from=${day}&to=${day}`)).newest.length,
  'rising products of a niche': async (account) =>
    (await get(account, `/api/pulse/niche?country=DE&from=${day}&to=${day}`)).rising.length,
  changes: async (account) =>
    (await get(account, '/api/changes?kinds=theme_changed')).changes.length,
  'file of stores': (account) => exported(account, 'stores'),
  'file of leads': (account) => exported(account, 'leads'),
  'file of products': (account) => exported(account, 'products'),
}

/** What an answer shows at most. */
const MOST: Record<string, number> = {
  'rising products of today': 6,
  'rising products of a niche': 6,
}

test.each(Object.entries(COUNTS))(
  '%s: hidden stores are missing for their account alone',
  async (name, count) => {
    expect([await count(owner), await count(other)]).toEqual([SHOWN, MOST[name] ?? SHOWN + HIDDEN])
  },
)

test('the answer says how many are hidden, and shows them with the line that hides them', async () => {
  const { facets } = await get(owner, `/api/stores/facets?date=${day}&groups=hidden`)
  expect(facets[0].options).toEqual([
    expect.objectContaining({ value: 'yes', count: HIDDEN }),
    expect.objectContaining({ value: 'no', count: SHOWN }),
  ])
  const all = await get(owner, `/api/stores?date=${day}&hidden=yes,no`)
  const lines = all.content.map(
    ({ domain, hiddenBy }: { domain: string; hiddenBy: string | null }) => [domain, hiddenBy],
  )
  expect(Object.fromEntries(lines)).toMatchObject({
    'shop-0.test': null,
    'shop-6.test': 'shop-6.test',
  })
  expect((await get(owner, `/api/stores?date=${day}&hidden=yes`)).totalElements).toBe(HIDDEN)
})

describe('a saved search', () => {
  test('never reports a store that a line already matched when it was found', async () => {
    const { send, userId } = await app.newAccount('PLUS_USER')
    const search = {
      name: 'All',
      view: 'stores',
      query: 'launchStatus=all',
      mails: true,
      instant: true,
    }
    await post(send, '/api/saved-searches', search)
    await exclude(send, 'customer.test')
    app.ctx.clock.advance(HOUR_MS)
    const { visit } = visitsIn(app.ctx)
    await visit('customer.test', storeVisit({ shopId: '70200000001', host: 'customer.test' }))
    await visit('stranger.test', storeVisit({ shopId: '70200000002', host: 'stranger.test' }))
    app.ctx.clock.advance(60_000)
    await reportInstantMatches.run(app.ctx, {}, new AbortController().signal)
    const hits = await app.ctx.db
      .selectFrom('saved_search_hits')
      .innerJoin('stores', 'stores.id', 'store_id')
      .innerJoin('saved_searches', 'saved_searches.id', 'search_id')
      .select('domain')
      .where('saved_searches.user_id', '=', userId)
      .execute()
    expect(hits).toEqual([{ domain: 'stranger.test' }])
    expect(JSON.stringify(await readMails(app.ctx))).not.toContain('customer.test')
  })
})
