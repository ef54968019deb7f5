import { expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all-endpoints.ts'
import { DAY_MS } from '#contracts/dates.ts'
import { startEveryCall } from '#testing/ask-every-call.ts'
import { insertStore } from '#testing/factories.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const NOWHERE = 'http://127.0.0.1:9/away'

const at = sharedByTests(() => startEveryCall({ SEARCH_URL: NOWHERE }))

const SEARCHES = [
  'listStores',
  'listFacets',
  'listStoreDays',
  'listTrendingProducts',
  'getToday',
  'getPulse',
  'getNiche',
  'getPublicStats',
  'listPublicDays',
  'getSample',
  'getSampleGlance',
  'createExport',
]

test('while ClickHouse is away, every call works except those that search', () => {
  const refused = allEndpoints.map(({ name }) => name).filter((name) => !at.every.answers.has(name))
  expect(refused.toSorted()).toEqual(SEARCHES.toSorted())
})

test('the landing page has its figures from the database', async () => {
  const { ctx, anonymous } = at.app
  const highlights = async () => (await anonymous('/api/public/highlights')).json()
  ctx.clock.advance(5_001)
  const before = await highlights()
  await insertStore(ctx.db, { found_at: ctx.now(), email: 'hello@a.example' })
  await insertStore(ctx.db, { found_at: new Date(ctx.now().getTime() - 3 * DAY_MS) })
  ctx.clock.advance(5_001)
  expect(await highlights()).toMatchObject({
    launched: before.launched + 2,
    last24h: before.last24h + 1,
    today: { stores: before.today.stores + 1, leads: before.today.leads + 1 },
  })
})

test('a list says when to ask again, and its refusal is not logged as an error', async () => {
  const { send } = await at.app.as('PLUS_USER')
  const answer = await send('/api/stores')
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({ code: 'search_unavailable', retryAfterSeconds: 10 })
  expect(answer.headers['retry-after']).toBe('10')
})

test('a search is saved once and listed, without the number of its stores', async () => {
  const { send } = await at.app.as('PLUS_USER')
  const payload = { name: 'Germany', view: 'stores', query: 'country=DE', mails: false }
  const saved = await send({ method: 'POST', url: '/api/saved-searches', payload })
  expect([saved.statusCode, saved.json().total]).toEqual([200, null])
  const { searches } = (await send('/api/saved-searches')).json()
  expect(searches).toMatchObject([{ name: 'Germany', total: null, newMatches: 0 }])
})

test('a store is saved, found by its address and listed among the saved ones', async () => {
  const { send } = await at.app.as('PLUS_USER')
  const storeId = await insertStore(at.app.ctx.db)
  expect(
    (await send({ method: 'POST', url: '/api/saved-stores', payload: { storeId } })).statusCode,
  ).toBe(200)
  expect((await send(`/api/stores/details/${storeId}`)).statusCode).toBe(200)
  expect((await send('/api/saved-stores')).json().content).toMatchObject([{ storeId }])
})
