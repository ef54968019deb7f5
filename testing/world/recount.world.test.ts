import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, DAY_MS, type Day, dayOf, daysBetween } from '#contracts/dates.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { getPulse } from '#contracts/catalog/pulse.ts'
import type { getSurvival } from '#contracts/catalog/survival.ts'
import { SURVIVAL_DAYS } from '#contracts/catalog/timeline.ts'
import { createApp } from '#server/app.ts'
import { createSessions } from '#server/platform/session/sessions.ts'
import type { Truth } from '#sim/control/truth.ts'
import { insertUser } from '#testing/factories.ts'
import { bareHost } from './compare-stores.ts'
import { openOddWorld, type OddWorld } from './odd-world.ts'

/** New shops of three weeks that their merchants change every day, and some of which close. */
const LIVELY = {
  seed: 31,
  stores: 60,
  days: 20,
  oldPerNew: 0.3,
  entriesPerHour: 4,
  launchEveryMs: 0,
  tickEveryMs: 3_600_000,
  headCachedMs: 0,
  logMishapShare: 0,
  changesPerDay: 1,
}
/** One day at a time: the ladder visits young stores on single days. */
const DAYS = 24

let lively: OddWorld
let app: FastifyInstance
let headers: Record<string, string>
/**
 * Which shops are new, and since when, is our verdict: the test of accuracy compares it with the
 * world's.
 */
let shops: { truth: Truth; launchDay: Day; checkedAt: Date }[]
beforeAll(async () => {
  lively = await openOddWorld(LIVELY, { areClocksEqual: true })
  await lively.start()
  await lively.settle()
  for (let day = 0; day < DAYS; day++) {
    lively.pass(DAY_MS)
    await lively.settle()
  }
  const { ctx, sim } = lively
  const stores = await ctx.db
    .selectFrom('stores')
    .select(['domain', 'launch_day', 'last_checked_at'])
    .where('launch_status', '=', 'new')
    .execute()
  shops = stores.flatMap(({ domain, launch_day: launchDay, last_checked_at: checkedAt }) => {
    const truth = sim.world.truth(bareHost(domain), checkedAt.getTime())
    if (!truth) throw new Error(`${domain} does not exist`)
    return launchDay === null ? [] : [{ truth, launchDay, checkedAt }]
  })
  app = await createApp(ctx, { maxEventLoopDelayMs: 0 })
  const { userId } = await insertUser(ctx, { role: 'PRO_USER' })
  const session = { userId, rememberMe: true, userAgent: null, network: null }
  headers = { authorization: `Bearer ${(await createSessions(ctx).open(ctx.db, session)).token}` }
}, 600_000)
afterAll(async () => {
  await app?.close()
  await lively?.[Symbol.asyncDispose]()
})

const read = async <Body>(url: string): Promise<Body> => {
  const answer = await app.inject({ url, headers })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

const readPulse = (by: string) => {
  const today = dayOf(lively.ctx.now())
  return read<ResponseOf<typeof getPulse>>(
    `/api/pulse?by=${by}&from=${addDays(today, -89)}&to=${today}`,
  )
}

const countBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string) =>
  Object.fromEntries([...Map.groupBy(items, keyOf)].map(([key, { length }]) => [key, length]))

const alive = () => shops.filter(({ truth }) => truth.kind !== 'closed')
/** Older pages print only the merchant's label. */
const themeOf = ({ truth }: { truth: Truth }) =>
  (truth.themeVersion === null ? truth.themeLabel : truth.theme).toLowerCase()

test('the niche pulse counts the new shops of each day and country, and those still alive', async () => {
  const { total, rows, days } = await readPulse('country')
  expect(total).toMatchObject({ now: shops.length, alive: alive().length })
  expect(shops.length).toBeGreaterThan(100)
  expect(alive().length).toBeLessThan(shops.length)
  const found = countBy(shops, ({ truth }) => truth.loggedAt.slice(0, 10))
  expect(
    Object.fromEntries(days.flatMap(({ day, stores }) => (stores ? [[day, stores]] : []))),
  ).toEqual(found)
  const byCountry = (of: typeof shops) => countBy(of, ({ truth }) => truth.country)
  expect(Object.fromEntries(rows.map(({ value, now }) => [value, now]))).toEqual(byCountry(shops))
  expect(
    Object.fromEntries(rows.flatMap((row) => (row.alive ? [[row.value, row.alive]] : []))),
  ).toEqual(byCountry(alive()))
})

test('the niche pulse counts the shops alive with each theme, as each shop was at our last visit', async () => {
  const { rows } = await readPulse('theme')
  const expected = countBy(alive(), themeOf)
  for (const { value, alive } of rows) expect([value, alive]).toEqual([value, expected[value] ?? 0])
})

test('a cohort’s survival is that of its shops', async () => {
  const { cohorts } = await read<ResponseOf<typeof getSurvival>>('/api/survival')
  const expected = [...Map.groupBy(shops, ({ launchDay }) => mondayOf(launchDay))].map(
    ([week, members]) => ({
      week,
      stores: members.length,
      points: SURVIVAL_DAYS.map((day) => {
        const [survived, closed] = [
          members.filter((shop) => outlived(shop, day)),
          members.filter((shop) => closedBefore(shop, day)),
        ]
        return { day, survived: survived.length, known: survived.length + closed.length }
      }),
    }),
  )
  expect(cohorts).toEqual(expected.toSorted((a, b) => (a.week < b.week ? 1 : -1)))
})

const mondayOf = (day: Day) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))
const closedAtOf = ({ truth }: (typeof shops)[number]) =>
  truth.kind === 'closed' ? truth.changes.findLast(({ kind }) => kind === 'closed')?.at : undefined

/** Was open or behind its password on that day of its life or later. */
function outlived(shop: (typeof shops)[number], day: number): boolean {
  const last = closedAtOf(shop) ?? shop.checkedAt.toISOString()
  return daysBetween(shop.launchDay, last.slice(0, 10)) > day
}
const closedBefore = (shop: (typeof shops)[number], day: number): boolean =>
  closedAtOf(shop) !== undefined &&
  !outlived(shop, day) &&
  addDays(shop.launchDay, day) <= dayOf(lively.ctx.now())
