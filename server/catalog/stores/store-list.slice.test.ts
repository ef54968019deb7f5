import { beforeEach, describe, expect, test } from 'vitest'
import { filterKeys } from '#contracts/catalog/store-filters.ts'
import { StoreSort, type StoreSummary } from '#contracts/catalog/stores.ts'
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

const list = async (query: Record<string, string | number> = {}): Promise<Page> => {
  const answer = await send(
    `/api/stores?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`,
  )
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}

async function walk(
  query: Record<string, string | number>,
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

describe('a page of stores', () => {
  test('shows newly launched stores, latest first, with the contact that they publish', async () => {
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
    })
    expect(page.content[0]).toMatchObject({
      email: 'hello@shop.example',
      phone: '+491234',
      isSaved: false,
    })
    expect((await list({ launchStatus: 'established' })).totalElements).toBe(1)
  })

  test('pages by number cover every row once', async () => {
    const ids = await insertStores(
      app.ctx.db,
      Array.from({ length: 25 }, () => ({})),
    )
    const pages = await Promise.all([0, 1, 2, 3].map((page) => list({ page, size: 10 })))
    expect(pages.map(({ content }) => content.length)).toEqual([10, 10, 5, 0])
    expect(pages.map(({ totalPages }) => totalPages)).toEqual([3, 3, 3, 3])
    expect(new Set(pages.flatMap(({ content }) => idsOf(content)))).toEqual(new Set(ids))
  })

  test('names sort the same on every engine, and missing values come last', async () => {
    const names = ['b', 'A', 'c', 'B', 'ä', 'Zz', '10']
    await insertStores(
      app.ctx.db,
      names.map((name, at) => ({ name, product_count: at % 3 === 0 ? null : at })),
    )
    const byName = await list({ sortBy: 'name', sortDirection: 'ASC' })
    expect(byName.content.map(({ name }) => name)).toEqual(['10', 'A', 'ä', 'b', 'B', 'c', 'Zz'])
    for (const sortDirection of ['ASC', 'desc']) {
      const counts = (await list({ sortBy: 'productCount', sortDirection })).content.map(
        ({ productCount }) => productCount,
      )
      expect(counts.slice(-3)).toEqual([null, null, null])
      expect(counts.slice(0, 4)).toEqual(sortDirection === 'ASC' ? [1, 2, 4, 5] : [5, 4, 2, 1])
    }
  })
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
      country: [null, 'DE', 'TR', 'de'][at % 4] ?? null,
      product_count: at % 5 === 0 ? null : at % 3,
      launch_day: at % 3 === 0 ? null : `2026-03-0${1 + (at % 5)}`,
      currency: at % 2 ? 'EUR' : null,
      price_median_minor: at % 7 === 0 ? null : (at % 4) * 1000,
      apps: JSON.stringify(
        Array.from({ length: at % 3 }, (_, app) => ({ handle: `a${app}`, name: 'A', source: 'x' })),
      ),
      found_at: `2026-03-0${1 + (at % 7)}T10:00:00.000${String(at % 4).padStart(3, '0')}Z`,
      visible_at: `2026-03-09T10:00:00.123${String(at % 10)}56Z`,
    }))

  test.each(
    StoreSort.options.flatMap((sortBy) =>
      ['ASC', 'DESC'].map((sortDirection) => ({ sortBy, sortDirection })),
    ),
  )(
    'by $sortBy $sortDirection meets every row once, in the order of one big page',
    async (order) => {
      const ids = await insertStores(app.ctx.db, many(90))
      const walked = await walk({ ...order, size: 7 })
      expect(new Set(idsOf(walked))).toEqual(new Set(ids))
      expect(walked).toHaveLength(ids.length)
      expect(idsOf(walked)).toEqual(idsOf((await list({ ...order, size: 100 })).content))
    },
  )

  test(
    'skips and repeats no row while a thousand are inserted',
    { tags: ['check-89'] },
    async () => {
      const ids = await insertStores(app.ctx.db, many(500))
      let round = 0
      const walked = await walk({ size: 10 }, async () => {
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
    ['of another order', cursorOf({ s: 'name', d: 'desc', k: [1, 2, 3, 4], i: 1 })],
    ['of another direction', cursorOf({ s: 'foundAt', d: 'asc', k: [1], i: 1 })],
    ['with a text', cursorOf({ s: 'foundAt', d: 'desc', k: ["'; drop table stores; --"], i: 1 })],
    ['without a value', cursorOf({ s: 'foundAt', d: 'desc', k: [], i: 1 })],
    ['with more values than its order has', cursorOf({ s: 'foundAt', d: 'desc', k: [1, 2], i: 1 })],
    [
      'with a figure that is none',
      Buffer.from('{"s":"foundAt","d":"desc","k":[1e999],"i":1}').toString('base64url'),
    ],
    ['with a negative id', cursorOf({ s: 'foundAt', d: 'desc', k: [1], i: -1 })],
    ['with more than it should hold', cursorOf({ s: 'foundAt', d: 'desc', k: [1], i: 1, x: 1 })],
    ['too long', 'a'.repeat(301)],
  ])('a cursor %s is refused', async (_what, cursor) => {
    const answer = await send(`/api/stores?cursor=${encodeURIComponent(cursor)}`)
    expect([answer.statusCode, answer.json().field]).toEqual([400, 'cursor'])
  })

  function cursorOf(value: object): string {
    return Buffer.from(JSON.stringify(value)).toString('base64url')
  }
})

describe('dates', () => {
  test(
    'a store belongs to one UTC day, whatever the time zone of the process',
    { tags: ['check-87'] },
    async () => {
      const moments = [
        '2026-03-28T23:59:59.999Z',
        '2026-03-29T00:00:00.000Z',
        '2026-03-29T01:30:00.000Z',
        '2025-12-31T23:59:59.999Z',
        '2024-02-29T12:00:00.000Z',
      ]
      await insertStores(
        app.ctx.db,
        moments.map((found_at) => ({ found_at })),
      )
      const zone = process.env['TZ']
      try {
        for (const timeZone of [
          'Pacific/Kiritimati',
          'America/Sao_Paulo',
          'Europe/Berlin',
          'UTC',
        ]) {
          process.env['TZ'] = timeZone
          const totals = await Promise.all(
            [
              '2026-03-28',
              '2026-03-29',
              '2025-12-31',
              '2024-02-29',
              '2026-01-01',
              '2024-03-01',
            ].map(async (date) => (await list({ date })).totalElements),
          )
          expect([timeZone, ...totals]).toEqual([timeZone, 1, 2, 1, 1, 0, 0])
          const [latest] = (await list({ date: '2026-03-29' })).content
          expect(latest).toMatchObject({
            foundDay: '2026-03-29',
            foundAt: '2026-03-29T01:30:00.000Z',
            launchDate: '2026-03-29',
          })
        }
      } finally {
        if (zone === undefined) delete process.env['TZ']
        else process.env['TZ'] = zone
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
    for (const path of ['/api/stores', '/api/public/stats']) {
      expect(
        (await send(`${path}?dateRangeFrom=2024-01-01&dateRangeTo=2024-12-31`)).statusCode,
      ).toBe(200)
      expect(
        (await send(`${path}?dateRangeFrom=2024-01-01&dateRangeTo=2025-01-01`)).statusCode,
      ).toBe(400)
    }
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
