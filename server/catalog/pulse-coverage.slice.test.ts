import { beforeAll, expect, test } from 'vitest'
import { addDays, type Day, dayOf } from '#contracts/dates.ts'
import { getPulse } from '#contracts/catalog/pulse.ts'
import { insertStore } from '#testing/factories.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { sendAs, startTestApp } from '#testing/test-app.ts'

let today: Day
const ago = (days: number) => addDays(today, -days)

/** Days ago and stores of the day: we began twelve days ago, and four days ago we did not read. */
const FOUND = [
  [12, 9],
  ...[11, 10, 9, 8, 7, 6, 5, 3, 2, 1].map((days) => [days, 2] as const),
  [0, 5],
] as const

const app = sharedByTests(startTestApp)
const send = sendAs(app, 'PRO_USER')
beforeAll(async () => {
  app.ctx.clock.set(`${addDays(dayOf(app.ctx.now()), 1)}T12:00:00Z`)
  today = dayOf(app.ctx.now())
  for (const [days, stores] of FOUND)
    for (let at = 0; at < stores; at++)
      await insertStore(app.ctx.db, { found_at: `${ago(days)}T08:00:00Z`, country: 'DE' })
})

const ask = async (from: Day, to: Day, rank = 'frequent') =>
  getPulse.response.parse(
    (await send(`/api/pulse?by=country&from=${from}&to=${to}&rank=${rank}`)).json(),
  )

test('the pulse compares whole days with data alone: not today, not our first day, no gap', async () => {
  const { total, rows, comparedDays, coveredSince } = await ask(ago(6), today)
  expect([comparedDays, coveredSince]).toEqual([{ now: 5, before: 5 }, ago(11)])
  const counts = { now: 15, before: 19, compared: { now: 10, before: 10 } }
  expect(total).toMatchObject(counts)
  expect(rows).toMatchObject([{ value: 'DE', ...counts }])
})

test('the pulse draws a day without data as unknown, and today as it is so far', async () => {
  const { days, previousDays } = await ask(ago(6), today)
  expect(days.map(({ stores }) => stores)).toEqual([2, 2, null, 2, 2, 2, 5])
  expect(previousDays.map(({ stores }) => stores)).toEqual([null, null, 2, 2, 2, 2, 2])
})

test.each(['rising', 'falling', 'growth'])(
  'missing days and a day that is not over make no value %s',
  async (rank) => {
    expect((await ask(ago(6), today, rank)).rows).toEqual([])
  },
)

test('without any day before, nothing is compared and nothing rises', async () => {
  const { comparedDays, total, rows } = await ask(ago(11), ago(1), 'rising')
  expect(comparedDays).toEqual({ now: 10, before: 0 })
  expect(total).toMatchObject({ now: 20, before: 9, compared: { now: 20, before: 0 } })
  expect(rows).toEqual([])
})
