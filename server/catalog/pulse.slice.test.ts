import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, type Day } from '#contracts/dates.ts'
import { getPulse, PULSE_ROWS, PulseGroup } from '#contracts/catalog/pulse.ts'
import { insertProduct, insertStore } from '#testing/factories.ts'
import { sendAs, startTestApp } from '#testing/test-app.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const TODAY: Day = '2026-03-10'
const ago = (days: number) => addDays(TODAY, -days)

/** Two weeks: this one and the one before. */
const SHOPS = [
  {
    days: 0,
    country: 'DE',
    category: 'fashion',
    apps: ['loox', 'klaviyo'],
    theme: 'Dawn',
    products: 2,
  },
  { days: 1, country: 'DE', category: 'fashion', apps: ['klaviyo'], theme: 'dawn', products: 1 },
  { days: 3, country: 'AT', category: 'beauty', theme: 'Sense', status: 'CLOSED' },
  { days: 6, country: 'DE', category: 'home', apps: ['gempages'], products: 3 },
  { days: 7, country: 'AT', category: 'fashion', apps: ['loox'], theme: 'Dawn', products: 4 },
  { days: 13, country: 'AT', category: 'home', theme: 'Dawn' },
  { days: 14, country: 'DE', category: 'home', apps: ['loox'], theme: 'Dawn' },
  { days: 2, country: 'DE', category: 'fashion', launch_status: 'established' },
] as const

const COMMON = Array.from({ length: 42 }, (_, at) => `common-${at}`)
/** Two earlier weeks in which some apps change. */
const RANKED = [
  ...Array.from({ length: 8 }, (_, at) => ({
    days: 30,
    apps: [
      ...COMMON,
      ...(at < 6 ? ['newcomer'] : []),
      ...(at < 7 ? ['riser'] : []),
      ...(at < 4 ? ['small'] : []),
    ],
  })),
  // We began on this day, so it is not compared.
  { days: 45, apps: ['began'] },
  ...Array.from({ length: 8 }, (_, at) => ({
    days: 38,
    apps: [...COMMON, ...(at < 5 ? ['gone'] : []), ...(at < 5 ? ['riser'] : [])],
  })),
]

const app = sharedByTests(startTestApp)
const send = sendAs(app, 'PRO_USER')
beforeAll(async () => {
  for (const { days, apps, theme, products, ...values } of [...SHOPS, ...RANKED].map((shop) => ({
    apps: [],
    theme: null,
    products: 0,
    ...shop,
  }))) {
    const store = await insertStore(app.ctx.db, {
      ...values,
      found_at: `${ago(days)}T08:00:00Z`,
      theme_name: theme,
      apps: JSON.stringify(apps.map((name) => ({ handle: name, name, source: 'script_tag' }))),
    })
    for (let at = 0; at < products; at++) await insertProduct(app.ctx.db, store)
  }
})

const ask = async (query: string) =>
  getPulse.response.parse((await send(`/api/pulse?${query}`)).json())

async function pulse(query: string) {
  const answer = await ask(`from=${ago(6)}&to=${TODAY}${query}`)
  expect(answer.period).toEqual({ from: ago(6), to: TODAY })
  return answer
}

const totalOf = async (path: string): Promise<number> => (await send(path)).json().totalElements

const within = ({ from, to }: { from: Day; to: Day }) => `dateRangeFrom=${from}&dateRangeTo=${to}`

describe('the pulse of the niches', () => {
  test('compares a period with the equally long one before it', async () => {
    const { period, previous, total, days, previousDays } = await pulse('')
    expect([period, previous]).toEqual([
      { from: ago(6), to: TODAY },
      { from: ago(13), to: ago(7) },
    ])
    expect(total).toEqual({ now: 4, before: 2, compared: { now: 3, before: 2 }, alive: 3 })
    expect(days.map(({ stores }) => stores)).toEqual([1, null, null, 1, null, 1, 1])
    const gap = Array(5).fill(null)
    expect(previousDays.map(({ stores }) => stores)).toEqual([1, ...gap, 1])
  })

  test('sorts by frequency and shows each value’s count in the previous period', async () => {
    const { rows } = await pulse('&by=country')
    expect(rows.map(({ value, now, before, alive }) => [value, now, before, alive])).toEqual([
      ['DE', 3, 0, 3],
      ['AT', 1, 2, 0],
    ])
  })

  test.each(PulseGroup.options)('every figure by %s is the total of a list', async (by) => {
    const { rows, period, previous, total } = await pulse(`&by=${by}`)
    expect(rows.length).toBeGreaterThan(0)
    const stores = (span: typeof period, filters: string) =>
      totalOf(`/api/stores?${within(span)}${filters}`)
    expect(total.now).toBe(await stores(period, ''))
    expect(total.before).toBe(await stores(previous, ''))
    expect(total.alive).toBe(await stores(period, '&alive=yes'))
    for (const { value, now, before, alive, products } of rows) {
      const filter = `&${by}=${encodeURIComponent(value)}`
      expect([value, now]).toEqual([value, await stores(period, filter)])
      expect([value, before]).toEqual([value, await stores(previous, filter)])
      expect([value, alive]).toEqual([value, await stores(period, `${filter}&alive=yes`)])
      if (!products) continue
      const listed = (span: typeof period) =>
        totalOf(`/api/trending/products?scope=all&${within(span)}${filter}`)
      expect([value, products]).toEqual([
        value,
        { now: await listed(period), before: await listed(previous) },
      ])
    }
  })

  test('products are counted by category only', async () => {
    expect((await pulse('&by=category')).rows[0]).toMatchObject({
      value: 'fashion',
      products: { now: 3, before: 4 },
    })
    expect((await pulse('&by=country')).rows[0]?.products).toBeNull()
  })

  const up = [
    ['newcomer', 6, 0],
    ['riser', 7, 5],
  ]
  test.each([
    ['rising', up],
    ['growth', up],
    ['falling', [['gone', 0, 5]]],
  ])('%s apps are found beyond the most frequent ones', async (rank, expected) => {
    const weeks = `from=${ago(34)}&to=${ago(28)}&by=apps`
    const { rows, period, previous } = await ask(`${weeks}&rank=${rank}`)
    expect(rows.map(({ value, now, before }) => [value, now, before])).toEqual(expected)
    for (const { value, now, before, alive } of rows) {
      const stores = (span: typeof period, more = '') =>
        totalOf(`/api/stores?${within(span)}&apps=${value}${more}`)
      expect([now, before]).toEqual([await stores(period), await stores(previous)])
      expect(alive).toBe(await stores(period, '&alive=yes'))
    }
    const frequent = await ask(weeks)
    expect(frequent.rows).toHaveLength(PULSE_ROWS)
    expect(frequent.rows.map((row) => row.value)).not.toContain('newcomer')
  })

  test('the days can count the stores of one value', async () => {
    const { days, total } = await pulse('&by=apps&value=klaviyo')
    expect(days.map(({ stores }) => stores)).toEqual([0, null, null, 0, null, 1, 1])
    expect(total.now).toBe(4)
  })

  test.each([
    ['no dates', ''],
    ['days in the wrong order', '?from=2026-03-09&to=2026-03-08'],
    ['more than 366 days', '?from=2024-03-09&to=2026-03-08'],
    ['a day that does not exist', '?from=2026-02-30&to=2026-03-08'],
    ['an unknown group', '?from=2026-03-01&to=2026-03-08&by=moon'],
    ['an unknown rank', '?from=2026-03-01&to=2026-03-08&rank=up'],
  ])('%s: refused', async (_which, query) => {
    expect((await send(`/api/pulse${query}`)).statusCode).toBe(400)
  })
})
