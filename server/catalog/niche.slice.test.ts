import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, type Day } from '#contracts/dates.ts'
import type { ClusterId } from '#contracts/ids.ts'
import { getNiche, type Niche } from '#contracts/catalog/niche.ts'
import { insertProduct, insertStore, insertTrend } from '#testing/factories.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { sendAs, startTestApp } from '#testing/test-app.ts'

const TODAY: Day = '2026-03-10'
const ago = (days: number) => addDays(TODAY, -days)

const SHOPS = [
  {
    days: 0,
    category: 'home_living',
    country: 'US',
    apps: ['loox'],
    cents: 1000,
    email: 'a@a.example',
  },
  { days: 1, category: 'home_living', country: 'US', apps: ['loox', 'vitals'], cents: 3000 },
  { days: 2, category: 'home_living', country: 'US', cents: 5000, status: 'CLOSED' },
  { days: 3, category: 'home_living', country: 'DE', apps: ['vitals'], cents: 9000 },
  { days: 3, category: 'fashion', country: 'US', apps: ['vitals'] },
  { days: 8, category: 'home_living', country: 'US', cents: 7000 },
  { days: 14, category: 'home_living', country: 'US' },
  { days: 1, category: 'home_living', country: 'US', launch_status: 'established' },
] as const

const app = sharedByTests(startTestApp)
const send = sendAs(app, 'PRO_USER')
beforeAll(async () => {
  for (const [at, { days, apps, cents, ...values }] of SHOPS.map((shop) => ({
    apps: [],
    cents: null,
    ...shop,
  })).entries()) {
    const store = await insertStore(app.ctx.db, {
      ...values,
      name: `Shop ${at}`,
      found_at: `${ago(days)}T08:00:00Z`,
      currency: 'USD',
      theme_name: 'Dawn',
      price_median_minor: cents,
      apps: JSON.stringify(apps.map((name) => ({ handle: name, name, source: 'script_tag' }))),
    })
    const cluster = (700 + at) as ClusterId
    const product = await insertProduct(app.ctx.db, store, { title: `Lamp ${at}`, cluster })
    await insertTrend(app.ctx.db, product, TODAY, { cluster, score: 20 + at })
  }
})

async function niche(query: string): Promise<Niche> {
  const answer = await send(`/api/pulse/niche?from=${ago(6)}&to=${TODAY}${query}`)
  expect(answer.statusCode).toBe(200)
  return getNiche.response.parse(answer.json())
}
const HOME = '&category=home_living&country=US'
const totalOf = async (path: string): Promise<number> => (await send(path)).json().totalElements
const optionsOf = ({ facets }: Niche, key: string) =>
  facets
    .find((facet) => facet.key === key)
    ?.options.map(({ value, count, all }) => [value, count, all])

describe('a niche', () => {
  test('counts the new stores of its category in its country as the list does', async () => {
    const { total, all, leads, days } = await niche(HOME)
    expect(total).toMatchObject({ now: 3, before: 1, alive: 2 })
    expect([all, leads]).toEqual([5, 1])
    expect(days.map(({ stores }) => stores)).toEqual([null, null, null, 0, 1, 1, 1])
    const list = `/api/stores?dateRangeFrom=${ago(6)}&dateRangeTo=${TODAY}${HOME}`
    expect(await totalOf(list)).toBe(3)
    expect(await totalOf(`${list}&alive=yes`)).toBe(2)
  })

  test('compares only days that the data covers and that are over', async () => {
    const { total, comparedDays, coveredSince } = await niche(HOME)
    expect(coveredSince).toBe(ago(13))
    // Today is left out, and so are days without any store.
    expect(comparedDays).toEqual({ now: 3, before: 1 })
    expect(total.compared).toEqual({ now: 2, before: 1 })
  })

  test('shows apps and themes beside all new stores, and its neighbours by category and country', async () => {
    const answer = await niche(HOME)
    expect(optionsOf(answer, 'apps')).toEqual([
      ['loox', 2, 2],
      ['vitals', 1, 3],
    ])
    expect(optionsOf(answer, 'theme')).toEqual([['dawn', 3, 5]])
    expect(optionsOf(answer, 'category')).toEqual([
      ['home_living', 3, 4],
      ['fashion', 1, 1],
    ])
    expect(optionsOf(answer, 'country')).toEqual([
      ['US', 3, 4],
      ['DE', 1, 1],
    ])
  })

  test('gives the quartiles of its stores’ median prices, none without prices', async () => {
    expect((await niche(HOME)).prices).toEqual({
      stores: 3,
      lower: '20.00',
      median: '30.00',
      upper: '40.00',
    })
    expect((await niche('&category=fashion&country=US')).prices).toBeNull()
  })

  test('lists its newest stores without contacts, and the rising products of its stores', async () => {
    const { newest, rising } = await niche(HOME)
    expect(newest.map(({ name }) => name)).toEqual(['Shop 0', 'Shop 1', 'Shop 2'])
    expect(JSON.stringify(newest)).not.toContain('a@a.example')
    expect(rising.map(({ title, score }) => [title, score])).toEqual([
      ['Lamp 7', 27],
      ['Lamp 6', 26],
      ['Lamp 5', 25],
      ['Lamp 2', 22],
      ['Lamp 1', 21],
      ['Lamp 0', 20],
    ])
  })

  test('may be open on one side, or be that of a theme or an app', async () => {
    expect((await niche('&category=home_living')).total.now).toBe(4)
    expect((await niche('&country=US')).total.now).toBe(4)
    expect((await niche('&apps=vitals')).total.now).toBe(3)
    expect((await niche('&theme=dawn&country=DE')).total.now).toBe(1)
  })

  test('that no store belongs to is empty', async () => {
    const answer = await niche('&category=home_living&country=FR')
    expect(answer).toMatchObject({ prices: null, newest: [], rising: [], leads: 0, all: 5 })
    expect(answer.total).toMatchObject({ now: 0, before: 0 })
  })

  test.each(['', '?from=2026-03-09&to=2026-03-08', '?from=2026-03-01&to=2026-03-08&category='])(
    'is refused without a valid period and valid values: %s',
    async (query) => {
      expect((await send(`/api/pulse/niche${query}`)).statusCode).toBe(400)
    },
  )
})
