import { beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#contracts/dates.ts'
import type { ClusterId } from '#contracts/ids.ts'
import { reportInstantMatches } from '#server/workspace/saved-searches/search-matches-job.ts'
import { visitsIn } from '#testing/discovery/discovery-harness.ts'
import { createExportCalls } from '#testing/export-calls.ts'
import { insertProduct, insertStore, insertTrend } from '#testing/factories.ts'
import { insertStoreEvents } from '#testing/insert-changes.ts'
import { readMails } from '#testing/read-mails.ts'
import { exclude, saveSearch } from '#testing/saved-calls.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { storeVisit } from '#testing/snapshots.ts'
import type { TestAccount } from '#testing/test-app.ts'

const SHOWN = 5
const HIDDEN = 3
/** The clock starts at its noon. */
const DAY = '2026-03-10'
const app = useTestApp()
const { exported } = createExportCalls(() => app)

let owner: TestAccount
let other: TestAccount
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
  for (let at = 0; at < SHOWN + HIDDEN; at++) {
    const id = await insertStore(ctx.db, {
      domain: `shop-${at}.test`,
      email: `hi@shop-${at}.test`,
      found_at: ctx.now(),
    })
    await ctx.db
      .insertInto('store_keys')
      .values({ key: `host:shop-${at}.test`, store_id: id })
      .execute()
    const cluster = (4_000 + at) as ClusterId
    const product = await insertProduct(ctx.db, id, { title: `Lamp ${at}`, cluster })
    await insertTrend(ctx.db, product, DAY, { cluster })
    await insertStoreEvents(ctx.db, id, [
      { kind: 'theme_changed', at: ctx.now(), before: 'A', after: 'B' },
    ])
  }
  const lines = [
    ...Array.from({ length: 3_000 }, (_, at) => `nowhere-${at}.test`),
    ...Array.from({ length: HIDDEN }, (_, at) => `www.shop-${SHOWN + at}.test`),
  ]
  const answer = await exclude(owner.send, lines.join('\n'))
  if (answer.json().hides !== HIDDEN) throw new Error(answer.body)
})

type Count = (account: TestAccount) => Promise<number>
const fileOf =
  (view: 'stores' | 'leads' | 'products', column = 'name'): Count =>
  async ({ send }) =>
    (await exported(send, { view, columns: [column], query: { date: DAY } })).length
const counted =
  (url: string, countOf: (answer: Awaited<ReturnType<typeof get>>) => number): Count =>
  async (account) =>
    countOf(await get(account, url))

const ALL = `/api/stores?date=${DAY}`
const FACETS = `/api/stores/facets?date=${DAY}&groups=country`
const NICHE = `/api/pulse/niche?country=DE&from=${DAY}&to=${DAY}`
const PRODUCTS = `/api/trending/products?date=${DAY}`
const COUNTS: Record<string, Count> = {
  list: counted(ALL, (page) => page.totalElements),
  'rows of the list': counted(ALL, ({ content }) => content.length),
  'counts of a facet': counted(FACETS, ({ facets }) => facets[0].options[0].count),
  'total of the facets': counted(FACETS, ({ total }) => total),
  calendar: counted(`/api/stores/calendar?date=${DAY}`, ({ days }) => days[0].stores),
  leads: counted(`${ALL}&email=yes`, (page) => page.totalElements),
  products: counted(`${PRODUCTS}&scope=all`, (page) => page.totalElements),
  'rising products': counted(PRODUCTS, (page) => page.totalElements),
  'quick search': counted('/api/stores?q=shop&launchStatus=all', (page) => page.totalElements),
  'stores of today': counted('/api/today', ({ figures }) => figures.stores.at(-1)),
  'leads of today': counted('/api/today', ({ figures }) => figures.leads.at(-1)),
  'newest stores of today': counted('/api/today', ({ newest }) => newest.length),
  'changes of today': counted('/api/today', ({ changes }) => changes.length),
  'rising products of today': counted('/api/today', ({ rising }) => rising.length),
  'newest stores of a niche': counted(NICHE, ({ newest }) => newest.length),
  'rising products of a niche': counted(NICHE, ({ rising }) => rising.length),
  changes: counted('/api/changes?kinds=theme_changed', ({ changes }) => changes.length),
  'file of stores': fileOf('stores'),
  'file of leads': fileOf('leads'),
  'file of products': fileOf('products', 'title'),
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
  const { facets } = await get(owner, `/api/stores/facets?date=${DAY}&groups=hidden`)
  expect(facets[0].options).toEqual([
    expect.objectContaining({ value: 'yes', count: HIDDEN }),
    expect.objectContaining({ value: 'no', count: SHOWN }),
  ])
  const all = await get(owner, `${ALL}&hidden=yes,no`)
  const lines = all.content.map(
    ({ domain, hiddenBy }: { domain: string; hiddenBy: string | null }) => [domain, hiddenBy],
  )
  expect(Object.fromEntries(lines)).toMatchObject({
    'shop-0.test': null,
    'shop-6.test': 'shop-6.test',
  })
  expect((await get(owner, `${ALL}&hidden=yes`)).totalElements).toBe(HIDDEN)
})

test('a saved search never reports a store that a line already matched when it was found', async () => {
  const { send, userId } = await app.newAccount('PLUS_USER')
  await saveSearch(send, { query: 'launchStatus=all', mails: true, instant: true })
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
