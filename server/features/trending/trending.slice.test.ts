import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TREND_FORMULA } from '#contracts/trend-formula.ts'
import { TrendFormula } from '#contracts/trending.ts'
import { insertProduct, insertStore, insertTrend } from '#testing/factories.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

let world: TestApp
let send: Awaited<ReturnType<TestApp['as']>>['send']
beforeAll(async () => {
  world = await startTestApp()
  send = (await world.as('PRO_USER')).send
})
afterAll(() => world[Symbol.asyncDispose]())

describe('the trend formula', () => {
  test('is printed for anybody from the constants that compute it', async () => {
    const answer = await world.anonymous('/api/public/trend-formula')
    expect(answer.statusCode).toBe(200)
    const formula = TrendFormula.parse(answer.json())
    expect(formula).toMatchObject({ windowDays: TREND_FORMULA.windowDays, gate: TREND_FORMULA.gate })
    expect(Object.fromEntries(formula.components.map(({ name, weight }) => [name, weight]))).toEqual(
      TREND_FORMULA.weights,
    )
    expect(formula.badges.map(({ name }) => name)).toEqual(['testing', 'heating', 'proven'])
    expect(JSON.stringify(formula)).not.toContain('sort_by')
  })
})

describe('trending products', () => {
  const list = (query = '') => send(`/api/trending/products${query}`)

  test('are listed by score, each once with its latest trend, as many as the counter says', async () => {
    const { db } = world.ctx
    const store = await insertStore(db, { name: 'One', domain: 'one.example' })
    const [weak, strong, both] = [
      await insertProduct(db, store, { title: 'weak' }),
      await insertProduct(db, store, { title: 'strong' }),
      await insertProduct(db, store, { title: 'both' }),
    ]
    await insertTrend(db, weak, '2026-03-08', { score: 30 })
    await insertTrend(db, strong, '2026-03-08', { score: 80 })
    await insertTrend(db, both, '2026-03-08', { score: 99 })
    await insertTrend(db, both, '2026-03-09', { score: 50 })
    const range = '?dateRangeFrom=2026-03-08&dateRangeTo=2026-03-09'
    for (const [query, titles] of [
      ['?date=2026-03-08', ['both', 'strong', 'weak']],
      ['?date=2026-03-09', ['both']],
      ['?date=2026-03-10', []],
      [range, ['strong', 'both', 'weak']],
      ['', ['strong', 'both', 'weak']],
    ] as const) {
      const page = (await list(query)).json()
      expect([query, page.content.map(({ title }: { title: string }) => title)]).toEqual([query, titles])
      const stats = (await world.anonymous(`/api/public/stats${query}`)).json()
      expect(page.totalElements).toBe(stats.totalProducts)
    }
    const second = (await list(`${range}&size=2&page=1`)).json()
    expect(second).toMatchObject({
      content: [{ title: 'weak', trend: { score: 30 }, store: { id: store, name: 'One' } }],
      totalPages: 2,
    })
  })

  test('are for paying accounts', async () => {
    expect((await world.anonymous('/api/trending/products')).statusCode).toBe(401)
    expect((await (await world.as('GUEST')).send('/api/trending/products')).statusCode).toBe(403)
    expect((await list('?dateRangeFrom=2026-03-09&dateRangeTo=2026-03-08')).statusCode).toBe(400)
  })
})
