import { afterAll, beforeAll, expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all-endpoints.ts'
import { askEveryCall, type EveryCall } from '#testing/ask-every-call.ts'
import { insertStore } from '#testing/factories.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { startTestIssuer, type TestIssuer } from '#testing/test-issuer.ts'
import { startTestPaymentPage, type TestPaymentPage } from '#testing/test-payment-page.ts'

const NOWHERE = 'http://127.0.0.1:9/away'

let app: TestApp
let issuer: TestIssuer
let page: TestPaymentPage
let every: EveryCall
beforeAll(async () => {
  let proof = ''
  issuer = await startTestIssuer({ now: () => app.ctx.now() })
  page = await startTestPaymentPage({ now: () => app.ctx.now() })
  app = await startTestApp({
    config: { ...issuer.config, ...page.config, SEARCH_URL: NOWHERE },
    readProofs: async () => ({ kind: 'read', texts: [proof] }),
  })
  every = await askEveryCall({ app, issuer, page, publish: (text) => (proof = text) })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await issuer[Symbol.asyncDispose]()
  await page[Symbol.asyncDispose]()
})

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
  const refused = allEndpoints.map(({ name }) => name).filter((name) => !every.answers.has(name))
  expect(refused.toSorted()).toEqual(SEARCHES.toSorted())
})

test('a list says when to ask again, and its refusal is not logged as an error', async () => {
  const { send } = await app.as('PLUS_USER')
  const answer = await send('/api/stores')
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({ code: 'search_unavailable', retryAfterSeconds: 10 })
  expect(answer.headers['retry-after']).toBe('10')
})

test('a search is saved once and listed, without the number of its stores', async () => {
  const { send } = await app.as('PLUS_USER')
  const payload = { name: 'Germany', view: 'stores', query: 'country=DE', mails: false }
  const saved = await send({ method: 'POST', url: '/api/saved-searches', payload })
  expect([saved.statusCode, saved.json().total]).toEqual([200, null])
  const { searches } = (await send('/api/saved-searches')).json()
  expect(searches).toMatchObject([{ name: 'Germany', total: null, newMatches: 0 }])
})

test('a store is saved, found by its address and listed among the saved ones', async () => {
  const { send } = await app.as('PLUS_USER')
  const storeId = await insertStore(app.ctx.db)
  expect(
    (await send({ method: 'POST', url: '/api/saved-stores', payload: { storeId } })).statusCode,
  ).toBe(200)
  expect((await send(`/api/stores/details/${storeId}`)).statusCode).toBe(200)
  expect((await send('/api/saved-stores')).json().content).toMatchObject([{ storeId }])
})
