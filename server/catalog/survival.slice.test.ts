import { beforeAll, expect, test } from 'vitest'
import { addDays } from '#contracts/dates.ts'
import { getSurvival } from '#contracts/catalog/pulse.ts'
import { insertStores } from '#testing/factories.ts'
import { sendAs, startTestApp } from '#testing/test-app.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

/** A Monday, five weeks before the current one. */
const LAUNCH = '2026-02-02'
const app = sharedByTests(startTestApp)
const send = sendAs(app, 'PRO_USER')
beforeAll(async () => {
  const alive = (days: number) => ({ launch_day: LAUNCH, alive_on: addDays(LAUNCH, days) })
  const closed = (days: number) => ({ ...alive(days), status: 'CLOSED' as const })
  await insertStores(app.ctx.db, [
    { ...alive(30), country: 'DE', theme_name: 'Dawn' },
    { ...alive(14), country: 'DE', theme_name: 'dawn' },
    { ...closed(2), country: 'AT', theme_name: 'Sense' },
    { ...closed(7), country: 'AT', theme_name: 'Sense' },
    // Not visited since its launch, an old store, and one without a launch day.
    { ...alive(0), country: 'FR' },
    { ...alive(30), launch_status: 'established' },
    { launch_day: null, alive_on: null },
  ])
})

async function survival(query = '') {
  const response = await send(`/api/survival${query}`)
  expect(response.statusCode).toBe(200)
  return getSurvival.response.parse(response.json())
}

test('a cohort tells on each day how many of the stores that are known then survived', async () => {
  const { cohorts, choices } = await survival()
  expect(choices).toEqual([])
  expect(cohorts.map(({ week, stores }) => [week, stores])).toEqual([[LAUNCH, 5]])
  const points = cohorts[0]?.points.map(
    ({ day, survived, known }) => `${day}: ${survived} of ${known}`,
  )
  expect(points).toEqual([
    '1: 4 of 4',
    '3: 3 of 4',
    '7: 3 of 4',
    '14: 2 of 4',
    '30: 1 of 3',
    // No store is old enough yet.
    '60: 0 of 0',
    '90: 0 of 0',
    '180: 0 of 0',
  ])
})

test.each(['country=DE', 'country=AT', 'theme=dawn', 'theme=sense'])(
  'each figure of the cohorts with %s is the total of a list',
  async (filter) => {
    const [by, value] = filter.split('=')
    const { cohorts } = await survival(`?by=${by}&value=${value}`)
    const totalOf = async (more: string) => {
      const url = `/api/stores?launched=${LAUNCH}..${addDays(LAUNCH, 6)}&${filter}${more}`
      return (await send(url)).json<{ totalElements: number }>().totalElements
    }
    expect(cohorts[0]?.stores).toBe(await totalOf(''))
    for (const { day, survived } of cohorts[0]?.points ?? [])
      expect([day, survived]).toEqual([day, await totalOf(`&survived=${day}..`)])
  },
)

test('the choices are the most frequent values, spelled as the filters spell them', async () => {
  const { choices } = await survival('?by=theme')
  expect(choices.map(({ value, stores }) => [value, stores])).toEqual([
    ['dawn', 3],
    ['sense', 2],
  ])
  const [first] = (await survival('?by=country')).choices
  expect(first).toEqual({ value: 'AT', label: 'AT', stores: 2 })
})

test('a value without its filter is refused', async () => {
  expect((await send('/api/survival?value=DE')).statusCode).toBe(400)
  expect((await send('/api/survival?by=moon')).statusCode).toBe(400)
})
