import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { UserId } from '#contracts/ids.ts'
import { listSavedSearches } from '#contracts/workspace/saved-searches.ts'
import type { StoreQuery } from '#server/catalog/api.ts'
import { searchUnavailable } from '#server/platform/errors.ts'
import {
  changeUser,
  emptyTables,
  insertStore,
  insertUser,
  insertWebhook,
} from '#testing/factories.ts'
import { inMarch } from '#testing/fake-clock.ts'
import { readMails } from '#testing/read-mails.ts'
import { saveSearch } from '#testing/saved-calls.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { post, type TestApp } from '#testing/test-app.ts'
import { reportDueSearches } from './search-matches-job.ts'

let ctx: TestApp['ctx']
let userId: UserId
const app = useTestApp()
beforeAll(async () => {
  ctx = app.ctx
  userId = (await insertUser(ctx, { role: 'PLUS_USER' })).userId
})
beforeEach(async () => {
  await emptyTables(
    ctx,
    'outgoing_mails',
    'webhook_deliveries',
    'webhooks',
    'saved_searches',
    'stores',
  )
  setClock('10T12:00')
  await change({ role: 'PLUS_USER', plan_until: null, locked_at: null })
})

const change = (columns: object) => changeUser(ctx.db, userId, columns)
// The clock jumps further than the lifetime of a session.
const send: TestApp['anonymous'] = async (request) => (await app.openSession(userId)).send(request)

const values = {
  name: 'Lamps',
  view: 'stores',
  query: 'country=DE',
  mails: true,
  instant: true,
  webhooks: false,
}
const newSearch = (changes: object = {}) => saveSearch(send, { ...values, ...changes })
/** A webhook, a search that reports to it, and a first match of that search. */
async function startWithWebhook(changes: object = {}): Promise<string> {
  await insertWebhook(ctx, userId)
  const id = await newSearch({ webhooks: true, ...changes })
  await store('first', '10T12:01')
  return id
}
const update = (id: string, changes: object) =>
  send({ method: 'PUT', url: `/api/saved-searches/${id}`, payload: { ...values, ...changes } })
const store = (name: string, visibleAt: string) =>
  insertStore(ctx.db, { name, visible_at: inMarch(visibleAt) })
const setClock = (time: string) => ctx.clock.set(inMarch(time))

async function mailedAt(time: string, pace: 'daily' | 'instant' = 'instant'): Promise<string[][]> {
  setClock(time)
  await reportDueSearches(ctx, pace)
  return (await readMails(ctx)).map(({ text }) =>
    [...text.matchAll(/^- (.+)$/gm)].map(([, name = '']) => name),
  )
}
async function foundAt(time: string): Promise<string[]> {
  setClock(time)
  await reportDueSearches(ctx, 'instant')
  const rows = await ctx.db
    .selectFrom('saved_search_hits as hit')
    .innerJoin('stores', 'stores.id', 'hit.store_id')
    .select('stores.name')
    .where('hit.at', '=', ctx.now())
    .orderBy('stores.visible_at')
    .execute()
  return rows.map(({ name }) => name)
}
async function queriesAt(time: string): Promise<StoreQuery[]> {
  setClock(time)
  const queries: StoreQuery[] = []
  const find = async (query: StoreQuery) => {
    queries.push(query)
    return ctx.storeSearch.find(query)
  }
  await reportDueSearches({ ...ctx, storeSearch: { ...ctx.storeSearch, find } }, 'instant')
  return queries
}
const setChecked = (id: string, time: string) =>
  ctx.db
    .updateTable('saved_searches')
    .set({ checked_at: inMarch(time) })
    .where('id', '=', id)
    .execute()
async function queued(): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('saved_search_hits as hit', (join) =>
      join
        .onRef('hit.search_id', '=', 'delivery.search_id')
        .onRef('hit.at', '>=', 'delivery.found_at')
        .onRef('hit.at', '<=', 'delivery.found_until'),
    )
    .innerJoin('stores', 'stores.id', 'hit.store_id')
    .select('stores.name')
    .orderBy('stores.name')
    .execute()
  return rows.map(({ name }) => name)
}

test('the first match of an instant search is mailed in the next five minutes, once', async () => {
  await newSearch()
  await newSearch({ name: 'Daily', instant: false })
  await store('first', '10T12:01')
  expect(await mailedAt('10T12:04:59')).toEqual([])
  expect(await mailedAt('10T12:05')).toEqual([['first']])
  expect(await mailedAt('10T12:10')).toEqual([])
  expect(await mailedAt('11T07:00', 'daily')).toEqual([['first']])
  expect(await mailedAt('11T07:05')).toEqual([])
})

test('an instant search mails at most once an hour: later matches wait for the next mail, and go to webhooks at once', async () => {
  await startWithWebhook()
  expect(await mailedAt('10T12:05')).toEqual([['first']])
  await store('second', '10T12:06')
  expect(await mailedAt('10T12:10')).toEqual([])
  expect(await queued()).toEqual(['first', 'second'])
  await store('third', '10T12:31')
  expect(await mailedAt('10T12:35')).toEqual([])
  expect(await mailedAt('10T13:04:59')).toEqual([])
  expect(await mailedAt('10T13:05')).toEqual([['third', 'second']])
  expect(await mailedAt('10T14:10')).toEqual([])
  await store('fourth', '10T14:11')
  expect(await mailedAt('10T14:15')).toEqual([['fourth']])
})

test('waiting matches are mailed at seven after a downgrade, and never once mails are off', async () => {
  const [id, other] = [await newSearch(), await newSearch({ name: 'Off' })]
  await store('first', '10T12:01')
  expect(await mailedAt('10T12:05')).toEqual([['first'], ['first']])
  await store('second', '10T12:06')
  expect(await mailedAt('10T12:10')).toEqual([])
  await change({ role: 'PRO_USER' })
  await update(other, { mails: false })
  expect(await mailedAt('10T13:10')).toEqual([])
  expect(await mailedAt('11T07:00', 'daily')).toEqual([['second']])
  const { mailed_at: mailedTime } = await ctx.db
    .selectFrom('saved_searches')
    .select('mailed_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(mailedTime).toEqual(ctx.now())
})

test('a match is found an hour late by each run, a day late once an hour, a week late after seven', async () => {
  await newSearch()
  await foundAt('14T12:05')
  await store('hour', '14T11:06')
  await store('day', '13T12:30')
  await store('week', '11T12:00')
  expect(await foundAt('14T12:10')).toEqual(['hour'])
  expect(await foundAt('14T12:55')).toEqual([])
  expect(await foundAt('14T13:00')).toEqual([])
  await store('day again', '13T14:00')
  expect(await foundAt('14T13:05')).toEqual([])
  expect(await foundAt('14T14:00')).toEqual(['day again'])
  expect(await foundAt('15T06:55')).toEqual([])
  expect(await foundAt('15T07:00')).toEqual(['week', 'day'])
})

test('all searches of a run use the same time, and the one that has waited longest goes first', async () => {
  const [later, first] = [await newSearch(), await newSearch({ query: 'country=FR' })]
  await mailedAt('10T14:00')
  await setChecked(later, '10T14:04:50')
  await setChecked(first, '10T14:00:10')
  const queries = await queriesAt('10T14:05')
  expect(queries.map(({ choices }) => choices.country?.include)).toEqual([['FR'], ['DE']])
  const since = inMarch('10T13:00')
  expect(queries.map(({ visibleAfter }) => visibleAfter)).toEqual([since, since])
})

test('an instant search is a daily one while the plan allows no instant alerts', async () => {
  await newSearch()
  await store('instant', '10T12:01')
  expect(await mailedAt('10T12:05')).toEqual([['instant']])
  await change({ role: 'PRO_USER' })
  await store('daily', '10T12:06')
  expect(await mailedAt('10T12:10')).toEqual([])
  expect(await mailedAt('11T07:00', 'daily')).toEqual([['daily']])
  await change({ role: 'PLUS_USER' })
  await store('instant again', '11T07:01')
  expect(await mailedAt('11T08:00', 'daily')).toEqual([])
  expect(await mailedAt('11T08:05')).toEqual([['instant again']])
})

test.each([
  ['locked', { locked_at: '2026-03-10T12:00:00Z' }],
  ['over', { plan_until: '2026-03-10T12:03:00Z' }],
])('nothing is reported while the account or its plan is %s, nor later', async (_, columns) => {
  await insertWebhook(ctx, userId)
  await newSearch({ webhooks: true })
  await change(columns)
  await store('missed', '10T12:01')
  expect(await mailedAt('10T12:05')).toEqual([])
  expect(await mailedAt('11T07:00', 'daily')).toEqual([])
  await change({ locked_at: null, plan_until: null })
  expect(await mailedAt('11T07:05')).toEqual([])
  expect(await queued()).toEqual([])
})

test('a hit goes once by mail and once to each webhook that is not paused', async () => {
  const { id } = await insertWebhook(ctx, userId)
  const { id: other } = await insertWebhook(ctx, userId)
  await insertWebhook(ctx, userId, { paused_at: ctx.now() })
  const { userId: stranger } = await insertUser(ctx, { role: 'PLUS_USER' })
  await insertWebhook(ctx, stranger)
  const search = await newSearch({ webhooks: true })
  await store('first', '10T12:01')
  expect(await mailedAt('10T12:05')).toEqual([['first']])
  expect(await mailedAt('10T12:10')).toEqual([])
  const deliveries = await ctx.db
    .selectFrom('webhook_deliveries')
    .select(['webhook_id', 'search_id', 'found_at', 'tries'])
    .execute()
  const found = { search_id: search, found_at: inMarch('10T12:05'), tries: 0 }
  expect(deliveries).toHaveLength(2)
  for (const webhook_id of [id, other]) expect(deliveries).toContainEqual({ webhook_id, ...found })
})

test('while the search engine is away a run ends without a failure, and a later one reports everything', async () => {
  await newSearch()
  await newSearch({ name: 'More lamps' })
  await store('Moon', '10T12:01')
  let asked = 0
  const find = async () => {
    asked += 1
    throw searchUnavailable()
  }
  setClock('10T12:05')
  await reportDueSearches({ ...ctx, storeSearch: { ...ctx.storeSearch, find } }, 'instant')
  expect([asked, await readMails(ctx)]).toEqual([1, []])
  expect(await mailedAt('10T12:10')).toEqual([['Moon'], ['Moon']])
})

test('a search that fails in an instant run fails no job, stays due, and the next run reports everything once', async () => {
  await startWithWebhook()
  setClock('10T12:05')
  const dying = {
    ...ctx,
    jobs: { ...ctx.jobs, enqueue: () => Promise.reject(new Error('the process ends here')) },
  }
  await reportDueSearches(dying, 'instant')
  expect([await readMails(ctx), await queued()]).toEqual([[], []])
  await Promise.all([reportDueSearches(ctx, 'instant'), reportDueSearches(ctx, 'instant')])
  expect([(await readMails(ctx)).length, await queued()]).toEqual([1, ['first']])
})

test('a search with webhooks alone sends no mail; a second channel does not start it over, the first one does', async () => {
  const id = await startWithWebhook({ mails: false })
  expect(await mailedAt('10T12:05')).toEqual([])
  expect(await queued()).toEqual(['first'])
  expect((await update(id, { mails: false, webhooks: true })).json().mailedAt).toBeNull()

  await store('second', '10T12:06')
  setClock('10T12:07')
  await update(id, { mails: true, webhooks: true })
  expect(await mailedAt('10T12:10')).toEqual([['second']])
  expect(await queued()).toEqual(['first', 'second'])

  await update(id, { mails: false, webhooks: false })
  await store('third', '10T12:11')
  setClock('10T12:12')
  await update(id, { mails: false, webhooks: true })
  expect(await mailedAt('10T12:15')).toEqual([])
  expect(await queued()).toEqual([])
})

test('a daily search reaches webhooks at seven; without the plan none', async () => {
  await startWithWebhook({ mails: false, instant: false })
  await mailedAt('10T12:05')
  expect(await queued()).toEqual([])
  await mailedAt('11T07:00', 'daily')
  expect(await queued()).toEqual(['first'])
  await change({ role: 'PRO_USER' })
  await store('second', '11T08:00')
  await mailedAt('12T07:00', 'daily')
  expect(await queued()).toEqual(['first'])
})

test('a deleted search takes its waiting deliveries with it', async () => {
  const id = await startWithWebhook()
  await mailedAt('10T12:05')
  expect(await queued()).toEqual(['first'])
  await send({ method: 'DELETE', url: `/api/saved-searches/${id}` })
  expect(await ctx.db.selectFrom('webhook_deliveries').selectAll().execute()).toEqual([])
})

test.each([
  ['PLUS_USER', true],
  ['PRO_USER', false],
] as const)('the list says what the plan of a %s allows: %s', async (role, isAllowed) => {
  await newSearch({ webhooks: true })
  await change({ role })
  const answer = listSavedSearches.response.parse((await send('/api/saved-searches')).json())
  expect(answer).toMatchObject({
    searches: [{ instant: true, webhooks: true }],
    hasInstantAlerts: isAllowed,
    hasWebhooks: isAllowed,
  })
})

test('a search that is saved without these switches is a daily one without webhooks', async () => {
  const { instant: _, webhooks: __, ...known } = values
  const answer = await post(send, '/api/saved-searches', known)
  expect(answer.json()).toMatchObject({ instant: false, webhooks: false })
})

test('without the plan for webhooks, a search that turns its mails on reports only later stores', async () => {
  const id = await newSearch({ mails: false, webhooks: true })
  await change({ role: 'PRO_USER' })
  await store('before', '10T13:00')
  setClock('10T14:00')
  await update(id, { mails: true, webhooks: true })
  await store('after', '10T15:00')
  expect(await mailedAt('11T07:00', 'daily')).toEqual([['after']])
})
