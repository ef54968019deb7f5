import { beforeEach, describe, expect, test, vi } from 'vitest'
import { filterKeys } from '#contracts/catalog/store-filters.ts'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import { emptyTables, insertStore, insertStores } from '#testing/factories.ts'
import { refusal, sendAs, startTestApp } from '#testing/test-app.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const app = sharedByTests(startTestApp)
const send = sendAs(app, 'PRO_USER')
beforeEach(async () => {
  await emptyTables(app.ctx, 'stores')
})

type Page = {
  content: StoreSummary[]
  page: number
  size: number
  totalElements: number
  totalPages: number
  nextCursor: string | null
}

const list = async (query: Record<string, string> = {}): Promise<Page> => {
  const answer = await send({ url: '/api/stores', query })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}

async function walk(
  query: Record<string, string>,
  betweenPages: () => Promise<unknown> = async () => undefined,
): Promise<StoreSummary[]> {
  const rows: StoreSummary[] = []
  let cursor: string | null = null
  do {
    const page: Page = await list({ ...query, ...(cursor !== null && { cursor }) })
    rows.push(...page.content)
    cursor = page.nextCursor
    await betweenPages()
  } while (cursor !== null)
  return rows
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

test('counts may be asked for all filters at once, and refuse a filter that there is not', async () => {
  const facets = (groups: string) => send(`/api/stores/facets?${new URLSearchParams({ groups })}`)
  const answer = await facets(filterKeys.join(','))
  expect(answer.statusCode).toBe(200)
  expect(answer.json().facets).toHaveLength(filterKeys.length)
  expect((await facets('country,colour')).statusCode).toBe(400)
})

test('a page shows new stores, latest first, with the contact that they publish', async () => {
  const older = await insertStore(app.ctx.db, { found_at: '2026-03-08T10:00:00Z' })
  const newer = await insertStore(app.ctx.db, {
    found_at: '2026-03-09T10:00:00Z',
    email: 'hello@shop.example',
    phone: '+491234',
  })
  await insertStore(app.ctx.db, { launch_status: 'established' })
  const page = await list()
  expect(page).toMatchObject({
    page: 0,
    size: 20,
    totalElements: 2,
    totalPages: 1,
    nextCursor: null,
  })
  expect(idsOf(page.content)).toEqual([newer, older])
  expect(page.content[0]).toMatchObject({
    hasEmail: true,
    hasPhone: true,
    foundDay: '2026-03-09',
    launchStatus: 'new',
    email: 'hello@shop.example',
    phone: '+491234',
    isSaved: false,
  })
  expect((await list({ launchStatus: 'established' })).totalElements).toBe(1)
})

describe('a walk by cursor', () => {
  const names = [
    'Ada',
    'ada',
    'ADA',
    '“quoted” \\ "name"',
    '日本の店',
    'x'.repeat(300),
    '\u{1f600}'.repeat(40),
    '',
  ]
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      // Many rows share each value, so that only the id tells them apart; microseconds differ below
      // a millisecond.
      name: names[at % names.length] ?? '',
      found_at: `2026-03-0${1 + (at % 7)}T10:00:00.000${String(at % 4).padStart(3, '0')}Z`,
      visible_at: `2026-03-09T10:00:00.123${String(at % 10)}56Z`,
    }))

  test.each(
    ['name', 'visibleAt'].flatMap((sortBy) =>
      ['ASC', 'DESC'].map((sortDirection) => ({ sortBy, sortDirection })),
    ),
  )(
    'by $sortBy $sortDirection meets every row once, in the order of one big page',
    async (order) => {
      const ids = await insertStores(app.ctx.db, many(90))
      const walked = await walk({ ...order, size: '7' })
      expect(new Set(idsOf(walked))).toEqual(new Set(ids))
      expect(walked).toHaveLength(ids.length)
      expect(idsOf(walked)).toEqual(idsOf((await list({ ...order, size: '100' })).content))
    },
  )

  test(
    'skips and repeats no row while a thousand are inserted',
    { tags: ['check-89'] },
    async () => {
      const ids = await insertStores(app.ctx.db, many(500))
      let round = 0
      const walked = await walk({ size: '10' }, async () => {
        round += 1
        if (round <= 50) await insertStores(app.ctx.db, many(20))
      })
      const seen = idsOf(walked)
      expect(new Set(seen).size).toBe(seen.length)
      expect(ids.filter((id) => !seen.includes(id))).toEqual([])
    },
  )

  test.each([
    ['not base64', 'ä'],
    ['not JSON', Buffer.from('{').toString('base64url')],
    ['of another order', cursorOf({ s: 'name', k: [1, 2, 3, 4] })],
    ['of another direction', cursorOf({ d: 'asc' })],
    ['with a text', cursorOf({ k: ["'; drop table stores; --"] })],
    ['without a value', cursorOf({ k: [] })],
    ['with more values than its order has', cursorOf({ k: [1, 2] })],
    [
      'with a figure that is none',
      Buffer.from('{"s":"foundAt","d":"desc","k":[1e999],"i":1}').toString('base64url'),
    ],
    ['with a negative id', cursorOf({ i: -1 })],
    ['with more than it should hold', cursorOf({ x: 1 })],
    ['too long', 'a'.repeat(301)],
  ])('a cursor %s is refused', async (_what, cursor) => {
    const answer = await send(`/api/stores?cursor=${encodeURIComponent(cursor)}`)
    expect([answer.statusCode, answer.json().field]).toEqual([400, 'cursor'])
  })

  function cursorOf(values: object): string {
    const cursor = { s: 'foundAt', d: 'desc', k: [1], i: 1, ...values }
    return Buffer.from(JSON.stringify(cursor)).toString('base64url')
  }
})

describe('dates', () => {
  test(
    'a store belongs to one UTC day, whatever the time zone of the process',
    { tags: ['check-87'] },
    async () => {
      await insertStores(app.ctx.db, [
        { found_at: '2026-03-28T23:59:59.999Z' },
        { found_at: '2026-03-29T00:00:00.000Z' },
        { found_at: '2026-03-29T01:30:00.000Z' },
        { found_at: '2025-12-31T23:59:59.999Z' },
        { found_at: '2024-02-29T12:00:00.000Z' },
      ])
      for (const timeZone of ['Pacific/Kiritimati', 'America/Sao_Paulo', 'Europe/Berlin', 'UTC']) {
        vi.stubEnv('TZ', timeZone)
        const totals = await Promise.all(
          ['2026-03-28', '2026-03-29', '2025-12-31', '2024-02-29', '2026-01-01', '2024-03-01'].map(
            async (date) => (await list({ date })).totalElements,
          ),
        )
        expect([timeZone, ...totals]).toEqual([timeZone, 1, 2, 1, 1, 0, 0])
        const [latest] = (await list({ date: '2026-03-29' })).content
        expect(latest).toMatchObject({
          foundDay: '2026-03-29',
          foundAt: '2026-03-29T01:30:00.000Z',
          launchDate: '2026-03-29',
        })
      }
    },
  )

  const refused = [
    ['date=2026-02-30', 'invalid_date', 'date'],
    ['date=9999-12-31', 'invalid_date', 'date'],
    ['date=', 'invalid_date', 'date'],
    ['date=2026-3-1', 'invalid_date', 'date'],
    ['dateRangeFrom=2026-03-01&dateRangeTo=soon', 'invalid_date', 'dateRangeTo'],
    ['dateRangeFrom=2026-03-02&dateRangeTo=2026-03-01', 'invalid_range', 'dateRangeTo'],
    ['dateRangeFrom=2025-01-01&dateRangeTo=2026-01-02', 'invalid_range', 'dateRangeTo'],
    ['dateRangeFrom=2026-03-01', 'invalid_range', 'dateRangeTo'],
    ['dateRangeTo=2026-03-01', 'invalid_range', 'dateRangeTo'],
    ['date=2026-03-01&dateRangeTo=2026-03-01', 'invalid_range', 'dateRangeTo'],
    ['date=2026-03-01&date=2026-03-02', 'invalid_request', 'date'],
  ]
  test.each(refused)(
    '%s is refused by counters and list alike',
    { tags: ['check-88'] },
    async (query, code, field) => {
      for (const path of ['/api/stores', '/api/public/stats']) {
        const answer = await send(`${path}?${query}`)
        expect(refusal(answer)).toEqual([400, code, field])
      }
    },
  )

  test('366 days are accepted, 367 are not', { tags: ['check-88'] }, async () => {
    const until = async (path: string, day: string) =>
      (await send(`${path}?dateRangeFrom=2024-01-01&dateRangeTo=${day}`)).statusCode
    for (const path of ['/api/stores', '/api/public/stats'])
      expect([await until(path, '2024-12-31'), await until(path, '2025-01-01')]).toEqual([200, 400])
  })
})

describe('hostile queries', () => {
  const injections = [
    "name'; drop table stores; --",
    'name,(select 1)',
    'id) union select 1',
    "' or '1'='1",
    'foundAt desc',
    '../../etc/passwd',
    '%00',
    '\0',
  ]
  const fields = ['sortBy', 'sortDirection', 'launchStatus', 'page', 'size', 'cursor', 'date']
  test.each(fields)('%s accepts only valid values', async (field) => {
    for (const text of injections) {
      const answer = await send(`/api/stores?${field}=${encodeURIComponent(text)}`)
      expect([text, answer.statusCode, answer.json().field]).toEqual([text, 400, field])
    }
  })

  test.each(['1e9', '-1', 'NaN', '101', '0', '', '1.5', '0x10', '99999999999999999999'])(
    'size=%s is refused',
    async (size) => {
      expect((await send(`/api/stores?size=${size}`)).json()).toMatchObject({
        code: 'invalid_request',
        field: 'size',
      })
    },
  )

  test('unknown parameters are ignored', async () => {
    expect((await send('/api/stores?utm_source=x&__proto__=y&constructor=z')).statusCode).toBe(200)
  })
})
