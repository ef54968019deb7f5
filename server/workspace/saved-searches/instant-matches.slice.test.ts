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
import { readMails } from '#testing/read-mails.ts'
import { post, startTestApp, type TestApp } from '#testing/test-app.ts'
import { reportDueSearches } from './search-matches-job.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

let ctx: TestApp['ctx']
let userId: UserId
const app = sharedByTests(startTestApp)
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
    'saved_search_hits',
    'saved_searches',
    'stores',
  )
  ctx.clock.set('2026-03-10T12:00:00.000Z')
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
const newSearch = async (changes: object = {}): Promise<string> =>
  (await post(send, '/api/saved-searches', { ...values, ...changes })).json().id
const update = (id: string, changes: object) =>
  send({ method: 'PUT', url: `/api/saved-searches/${id}`, payload: { ...values, ...changes } })
const store = (name: string, visibleAt: string, columns: object = {}) =>
  insertStore(ctx.db, { name, visible_at: visibleAt, ...columns })

async function mailedAt(time: string, pace: 'daily' | 'instant' = 'instant'): Promise<string[][]> {
  ctx.clock.set(time)
  await reportDueSearches(ctx, pace)
  return (await readMails(ctx)).map(({ text }) =>
    [...text.matchAll(/^- (.+)$/gm)].map(([, name = '']) => name),
  )
}
async function foundAt(time: string): Promise<string[]> {
  ctx.clock.set(time)
  await reportDueSearches(ctx, 'instant')
  const rows = await ctx.db
    .selectFrom('saved_search_hits as hit')
    .innerJoin('stores', 'stores.id', 'hit.store_id')
    .select('stores.name')
    .where('hit.at', '=', new Date(time))
    .orderBy('stores.visible_at')
    .execute()
  return rows.map(({ name }) => name)
}
async function queriesAt(time: string): Promise<StoreQuery[]> {
  ctx.clock.set(time)
  const queries: StoreQuery[] = []
  const find = async (query: StoreQuery) => {
    queries.push(query)
    return ctx.storeSearch.find(query)
  }
  await reportDueSearches({ ...ctx, storeSearch: { ...ctx.storeSearch, find } }, 'instant')
  return queries
}
const setChecked = (id: string, time: string) =>
  ctx.db.updateTable('saved_searches').set({ checked_at: time }).where('id', '=', id).execute()
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
  await store('first', '2026-03-10T12:01:00Z')
  expect(await mailedAt('2026-03-10T12:04:59Z')).toEqual([])
  expect(await mailedAt('2026-03-10T12:05:00Z')).toEqual([['first']])
  expect(await mailedAt('2026-03-10T12:10:00Z')).toEqual([])
  expect(await mailedAt('2026-03-11T07:00:00Z', 'daily')).toEqual([['first']])
  expect(await mailedAt('2026-03-11T07:05:00Z')).toEqual([])
})

test('an instant search mails at most once an hour: later matches wait for the next mail, and go to webhooks at once', async () => {
  await insertWebhook(ctx, userId)
  await newSearch({ webhooks: true })
  await store('first', '2026-03-10T12:01:00Z')
  expect(await mailedAt('2026-03-10T12:05:00Z')).toEqual([['first']])
  await store('second', '2026-03-10T12:06:00Z')
  expect(await mailedAt('2026-03-10T12:10:00Z')).toEqual([])
  expect(await queued()).toEqual(['first', 'second'])
  await store('third', '2026-03-10T12:31:00Z')
  expect(await mailedAt('2026-03-10T12:35:00Z')).toEqual([])
  expect(await mailedAt('2026-03-10T13:04:59Z')).toEqual([])
  expect(await mailedAt('2026-03-10T13:05:00Z')).toEqual([['third', 'second']])
  expect(await mailedAt('2026-03-10T14:10:00Z')).toEqual([])
  await store('fourth', '2026-03-10T14:11:00Z')
  expect(await mailedAt('2026-03-10T14:15:00Z')).toEqual([['fourth']])
})

test('waiting matches are mailed at seven after a downgrade, and never once mails are off', async () => {
  const [id, other] = [await newSearch(), await newSearch({ name: 'Off' })]
  await store('first', '2026-03-10T12:01:00Z')
  expect(await mailedAt('2026-03-10T12:05:00Z')).toEqual([['first'], ['first']])
  await store('second', '2026-03-10T12:06:00Z')
  expect(await mailedAt('2026-03-10T12:10:00Z')).toEqual([])
  await change({ role: 'PRO_USER' })
  await update(other, { mails: false })
  expect(await mailedAt('2026-03-10T13:10:00Z')).toEqual([])
  expect(await mailedAt('2026-03-11T07:00:00Z', 'daily')).toEqual([['second']])
  const { mailed_at: mailedTime } = await ctx.db
    .selectFrom('saved_searches')
    .select('mailed_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(mailedTime).toEqual(ctx.now())
})

test('a match is found an hour late by each run, a day late once an hour, a week late after seven', async () => {
  await newSearch()
  await foundAt('2026-03-14T12:05:00Z')
  await store('hour', '2026-03-14T11:06:00Z')
  await store('day', '2026-03-13T12:30:00Z')
  await store('week', '2026-03-11T12:00:00Z')
  expect(await foundAt('2026-03-14T12:10:00Z')).toEqual(['hour'])
  expect(await foundAt('2026-03-14T12:55:00Z')).toEqual([])
  expect(await foundAt('2026-03-14T13:00:00Z')).toEqual([])
  await store('day again', '2026-03-13T14:00:00Z')
  expect(await foundAt('2026-03-14T13:05:00Z')).toEqual([])
  expect(await foundAt('2026-03-14T14:00:00Z')).toEqual(['day again'])
  expect(await foundAt('2026-03-15T06:55:00Z')).toEqual([])
  expect(await foundAt('2026-03-15T07:00:00Z')).toEqual(['week', 'day'])
})

test('all searches of a run use the same time, and the one that has waited longest goes first', async () => {
  const [later, first] = [await newSearch(), await newSearch({ query: 'country=FR' })]
  await mailedAt('2026-03-10T14:00:00Z')
  await setChecked(later, '2026-03-10T14:04:50Z')
  await setChecked(first, '2026-03-10T14:00:10Z')
  const queries = await queriesAt('2026-03-10T14:05:00Z')
  expect(queries.map(({ choices }) => choices.country?.include)).toEqual([['FR'], ['DE']])
  const since = new Date('2026-03-10T13:00:00Z')
  expect(queries.map(({ visibleAfter }) => visibleAfter)).toEqual([since, since])
})

test('an instant search is a daily one while the plan allows no instant alerts', async () => {
  await newSearch()
  await store('instant', '2026-03-10T12:01:00Z')
  expect(await mailedAt('2026-03-10T12:05:00Z')).toEqual([['instant']])
  await change({ role: 'PRO_USER' })
  await store('daily', '2026-03-10T12:06:00Z')
  expect(await mailedAt('2026-03-10T12:10:00Z')).toEqual([])
  expect(await mailedAt('2026-03-11T07:00:00Z', 'daily')).toEqual([['daily']])
  await change({ role: 'PLUS_USER' })
  await store('instant again', '2026-03-11T07:01:00Z')
  expect(await mailedAt('2026-03-11T08:00:00Z', 'daily')).toEqual([])
  expect(await mailedAt('2026-03-11T08:05:00Z')).toEqual([['instant again']])
})

test.each([
  ['locked', { locked_at: '2026-03-10T12:00:00Z' }],
  ['over', { plan_until: '2026-03-10T12:03:00Z' }],
])('nothing is reported while the account or its plan is %s, nor later', async (_, columns) => {
  await insertWebhook(ctx, userId)
  await newSearch({ webhooks: true })
  await change(columns)
  await store('missed', '2026-03-10T12:01:00Z')
  expect(await mailedAt('2026-03-10T12:05:00Z')).toEqual([])
  expect(await mailedAt('2026-03-11T07:00:00Z', 'daily')).toEqual([])
  await change({ locked_at: null, plan_until: null })
  expect(await mailedAt('2026-03-11T07:05:00Z')).toEqual([])
  expect(await queued()).toEqual([])
})

test('a hit goes once by mail and once to each webhook that is not paused', async () => {
  const { id } = await insertWebhook(ctx, userId)
  const { id: other } = await insertWebhook(ctx, userId)
  await insertWebhook(ctx, userId, { paused_at: ctx.now() })
  const { userId: stranger } = await insertUser(ctx, { role: 'PLUS_USER' })
  await insertWebhook(ctx, stranger)
  const search = await newSearch({ webhooks: true })
  await store('first', '2026-03-10T12:01:00Z')
  expect(await mailedAt('2026-03-10T12:05:00Z')).toEqual([['first']])
  expect(await mailedAt('2026-03-10T12:10:00Z')).toEqual([])
  const deliveries = await ctx.db
    .selectFrom('webhook_deliveries')
    .select(['webhook_id', 'search_id', 'found_at', 'tries'])
    .execute()
  const found = { search_id: search, found_at: new Date('2026-03-10T12:05:00Z'), tries: 0 }
  expect(deliveries).toHaveLength(2)
  for (const webhook_id of [id, other]) expect(deliveries).toContainEqual({ webhook_id, ...found })
})

test('while the search engine is away a run ends without a failure, and a later one reports everything', async () => {
  await newSearch()
  await newSearch({ name: 'More lamps' })
  await store('Moon', '2026-03-10T12:01:00.000Z')
  let asked = 0
  const find = async () => {
    asked += 1
    throw searchUnavailable()
  }
  ctx.clock.set('2026-03-10T12:05:00.000Z')
  await reportDueSearches({ ...ctx, storeSearch: { ...ctx.storeSearch, find } }, 'instant')
  expect([asked, await readMails(ctx)]).toEqual([1, []])
  expect(await mailedAt('2026-03-10T12:10:00.000Z')).toEqual([['Moon'], ['Moon']])
})

test('a search that fails in an instant run fails no job, stays due, and the next run reports everything once', async () => {
  await insertWebhook(ctx, userId)
  await newSearch({ webhooks: true })
  await store('first', '2026-03-10T12:01:00Z')
  ctx.clock.set('2026-03-10T12:05:00Z')
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
  await insertWebhook(ctx, userId)
  const id = await newSearch({ mails: false, webhooks: true })
  await store('first', '2026-03-10T12:01:00Z')
  expect(await mailedAt('2026-03-10T12:05:00Z')).toEqual([])
  expect(await queued()).toEqual(['first'])
  expect((await update(id, { mails: false, webhooks: true })).json().mailedAt).toBeNull()

  await store('second', '2026-03-10T12:06:00Z')
  ctx.clock.set('2026-03-10T12:07:00Z')
  await update(id, { mails: true, webhooks: true })
  expect(await mailedAt('2026-03-10T12:10:00Z')).toEqual([['second']])
  expect(await queued()).toEqual(['first', 'second'])

  await update(id, { mails: false, webhooks: false })
  await store('third', '2026-03-10T12:11:00Z')
  ctx.clock.set('2026-03-10T12:12:00Z')
  await update(id, { mails: false, webhooks: true })
  expect(await mailedAt('2026-03-10T12:15:00Z')).toEqual([])
  expect(await queued()).toEqual([])
})

test('a daily search reaches webhooks at seven; without the plan none', async () => {
  await insertWebhook(ctx, userId)
  await newSearch({ mails: false, webhooks: true, instant: false })
  await store('first', '2026-03-10T12:01:00Z')
  await mailedAt('2026-03-10T12:05:00Z')
  expect(await queued()).toEqual([])
  await mailedAt('2026-03-11T07:00:00Z', 'daily')
  expect(await queued()).toEqual(['first'])
  await change({ role: 'PRO_USER' })
  await store('second', '2026-03-11T08:00:00Z')
  await mailedAt('2026-03-12T07:00:00Z', 'daily')
  expect(await queued()).toEqual(['first'])
})

test('a deleted search takes its waiting deliveries with it', async () => {
  await insertWebhook(ctx, userId)
  const id = await newSearch({ webhooks: true })
  await store('first', '2026-03-10T12:01:00Z')
  await mailedAt('2026-03-10T12:05:00Z')
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
  await store('before', '2026-03-10T13:00:00Z')
  ctx.clock.set('2026-03-10T14:00:00Z')
  await update(id, { mails: true, webhooks: true })
  await store('after', '2026-03-10T15:00:00Z')
  expect(await mailedAt('2026-03-11T07:00:00Z', 'daily')).toEqual([['after']])
})
