import { beforeAll, describe, expect, test } from 'vitest'
import { newToken } from '#server/platform/secrets/opaque-token.ts'
import { type AskedExport, createExportCalls } from '#testing/export-calls.ts'
import { changeUser, insertStores } from '#testing/factories.ts'
import { codeOf, post, statusesOf } from '#testing/test-app.ts'
import { useTestApp } from '#testing/shared-app.ts'

const DAY = '2026-02-01'

const app = useTestApp()
beforeAll(() => insertStores(app.ctx.db, Array(1_234).fill({ found_at: `${DAY}T10:00:00Z` })))

const { ask, urlOf, exported, remaining, someone } = createExportCalls(() => app)

describe('export rights', () => {
  test('each plan sees its own formats and limits', async () => {
    expect((await (await someone('PRO_USER')).send('/api/exports')).json()).toEqual({
      formats: ['csv'],
      rowsPerDay: 1_000,
      remainingToday: 1_000,
      contacts: { perDay: 2_500, remainingToday: 2_500 },
    })
    expect((await (await someone('PLUS_USER')).send('/api/exports')).json()).toEqual({
      formats: ['csv', 'xlsx', 'jsonl'],
      rowsPerDay: null,
      remainingToday: null,
      contacts: null,
    })
  })

  test.each(['xlsx', 'jsonl'] as const)('%s requires Plus', async (format) => {
    const answer = await ask((await someone('PRO_USER')).send, { format })
    expect(codeOf(answer)).toEqual([403, 'plan_required'])
  })

  test('Pro exports a thousand rows a day, and may request the remainder', async () => {
    const { send, userId } = await someone('PRO_USER')
    const query = { date: DAY }
    expect((await ask(send, { query })).json()).toMatchObject({
      code: 'export_limit_reached',
      remainingToday: 1_000,
    })
    expect(await exported(send, { query, limit: 700 })).toHaveLength(700)
    const refused = await ask(send, { query, limit: 301 }, { 'accept-language': 'tr' })
    expect([refused.statusCode, refused.json().remainingToday]).toEqual([403, 300])
    expect(refused.json().message).toContain('300')
    expect(await exported(send, { query, limit: 300 })).toHaveLength(300)
    expect((await ask(send, { query, limit: 1 })).json().remainingToday).toBe(0)
    app.ctx.clock.advance(24 * 60 * 60_000)
    expect(await remaining((await app.openSession(userId)).send)).toBe(1_000)
  })

  test('parallel downloads cannot exceed the limit, and rows count when a download starts', async () => {
    const { send } = await someone('PRO_USER')
    const asked = { query: { date: DAY }, limit: 400 }
    const urls: string[] = []
    for (let open = 0; open < 4; open += 1) urls.push(await urlOf(send, asked))
    expect(await remaining(send)).toBe(1_000)
    const answers = await Promise.all(urls.map((url) => app.anonymous(url)))
    expect(statusesOf(answers)).toEqual([200, 200, 403, 403])
    expect(await remaining(send)).toBe(200)
    const used = await app.ctx.db.selectFrom('export_usage').select('rows').execute()
    expect(used.every(({ rows }) => rows >= 0)).toBe(true)
  })

  test.each<[string, object]>([
    ['a column that the list does not have', { columns: ['name', 'notes'] }],
    ['no column', { columns: [] }],
    ['a column twice', { columns: ['name', 'name'] }],
    ['a list that there is not', { view: 'users' }],
    ['a format that there is not', { format: 'pdf' }],
    ['no rows', { limit: 0 }],
    ['a filter that means nothing', { query: { country: 'DE', price: 'cheap' } }],
    ['an order that there is not', { query: { sortBy: 'email' } }],
    [
      'a range that ends before it begins',
      { query: { dateRangeFrom: '2026-03-09', dateRangeTo: '2026-03-08' } },
    ],
  ])('an export request with %s is refused', async (_what, asked) => {
    const { send } = await app.as('PLUS_USER')
    expect((await ask(send, asked as AskedExport)).statusCode).toBe(400)
  })
})

describe('a ticket', () => {
  const refusal = async (url: string) => codeOf(await app.anonymous(url))

  test('works once, even for two parallel downloads', async () => {
    const url = await urlOf((await someone('PLUS_USER')).send)
    const answers = await Promise.all([app.anonymous(url), app.anonymous(url)])
    expect(statusesOf(answers)).toEqual([200, 404])
    expect(await refusal(url)).toEqual([404, 'not_found'])
  })

  test('is not used up by a HEAD request', async () => {
    const url = await urlOf((await someone('PLUS_USER')).send)
    expect((await app.anonymous({ method: 'HEAD', url })).statusCode).toBe(404)
    expect((await app.anonymous(url)).statusCode).toBe(200)
  })

  test.each(['x', 'A'.repeat(43), newToken('sde_'), newToken('sdf_'), '%00', 'A'.repeat(101)])(
    'with the id %s is refused',
    async (ticket) => {
      expect([400, 404]).toContain((await app.anonymous(`/api/exports/${ticket}`)).statusCode)
    },
  )

  test('expires after two minutes, with its session, and with the plan', async () => {
    const late = await urlOf((await someone('PLUS_USER')).send)
    app.ctx.clock.advance(2 * 60_000)
    expect(await refusal(late)).toEqual([404, 'not_found'])
    const leaving = await someone('PLUS_USER')
    const left = await urlOf(leaving.send)
    await post(leaving.send, '/api/auth/logout')
    expect(await refusal(left)).toEqual([404, 'not_found'])
    const { send, userId } = await someone('PLUS_USER')
    const [book, file] = [await urlOf(send, { format: 'xlsx' }), await urlOf(send)]
    const become = (role: 'PRO_USER' | 'GUEST') => changeUser(app.ctx.db, userId, { role })
    await become('PRO_USER')
    expect(await refusal(book)).toEqual([403, 'plan_required'])
    await become('GUEST')
    expect(await refusal(file)).toEqual([403, 'plan_required'])
  })

  test('is stored as a hash, is not logged, and cannot be hoarded by parallel calls', async () => {
    const { send, userId } = await someone('PLUS_USER')
    const url = await urlOf(send)
    const ticket = url.slice(url.lastIndexOf('/') + 1)
    await app.anonymous(url)
    const rows = await app.ctx.db
      .selectFrom('export_tickets')
      .selectAll()
      .where('user_id', '=', userId)
      .execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify([rows, app.ctx.testLog.entries])).not.toContain(ticket)
    for (let open = 0; open < 19; open += 1) await urlOf(send)
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask(send)))
    expect(statusesOf(answers)).toEqual([200, 429, 429, 429])
    const last = await ask(send)
    expect(codeOf(last)).toEqual([429, 'rate_limited'])
  })
})
