import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, DAY_MS, dayOf } from '#contracts/dates.ts'
import { getPulse } from '#contracts/stores/pulse.ts'
import { getStoreRisks } from '#contracts/stores/risks.ts'
import { getSurvival } from '#contracts/stores/survival.ts'
import type { Truth } from '#sim/control/truth.ts'
import { openOddWorld, type OddWorld } from './odd-world.ts'
import { countPulse, countSurvival, livesOf, mondayOf, risksOf, shopsOf } from './recount-figures.ts'
import { compareEvents, compareProducts, type Comparison, readRound, type Round } from './recount-timeline.ts'

/** Shops that their merchants change several times a day; some close, come back, set a password again, move or copy another one. */
const LIVELY = {
  seed: 30,
  stores: 36,
  days: 2,
  oldPerNew: 0,
  entriesPerHour: 4,
  launchEveryMs: 0,
  tickEveryMs: 3_600_000,
  headCachedMs: 0,
  logMishapShare: 0,
  changesPerDay: 4,
}
const DAYS_BETWEEN_ROUNDS = [2, 5, 5, 5]
/** Further rounds follow while one of the kinds is missing: which merchant does what depends on the day of the run. */
const MIN_ROUNDS = 2
const KINDS = [
  'app_added',
  'app_removed',
  'closed',
  'contact_added',
  'contact_removed',
  'opened',
  'pixel_added',
  'pixel_removed',
  'policy_added',
  'protected',
  'social_added',
  'social_removed',
  'theme_changed',
  'theme_updated',
]
const PRODUCT_KINDS = ['added', 'price_down', 'price_up', 'restocked', 'sold_out']

let lively: OddWorld
let last: Round
beforeAll(async () => {
  lively = await openOddWorld(LIVELY)
})
afterAll(() => lively?.[Symbol.asyncDispose]())

let aheadMs = 0
const nowMs = () => Date.now() + aheadMs

async function nextRound(days: number, before?: Round): Promise<Round> {
  lively.pass(days * DAY_MS)
  aheadMs += days * DAY_MS
  const startedMs = nowMs()
  await lively.settle()
  return readRound(lively, { nowMs: nowMs(), startedMs }, before)
}

const wrong = (compared: readonly Comparison[]) =>
  compared.filter(({ expected, found }) => expected.join() !== found.join())

test('every change that merchants made between two visits is an event, and nothing else is', async () => {
  await lively.start()
  last = await nextRound(0)
  const seen = new Set<string>()
  const compared = { shops: 0, catalogues: 0 }
  const isComplete = () => [...KINDS, ...PRODUCT_KINDS].every((kind) => seen.has(kind))
  for (const [round, days] of DAYS_BETWEEN_ROUNDS.entries()) {
    if (round >= MIN_ROUNDS && isComplete()) break
    const after = await nextRound(days, last)
    const shops = await compareEvents(lively, last, after)
    const catalogues = await compareProducts(lively, last, after)
    expect({ round, shops: wrong(shops), catalogues: wrong(catalogues) }).toEqual({
      round,
      shops: [],
      catalogues: [],
    })
    for (const { found } of [...shops, ...catalogues])
      for (const change of found) seen.add(change.split(' ')[0] ?? change)
    compared.shops += shops.length
    compared.catalogues += catalogues.length
    last = after
  }
  expect(compared.shops).toBeGreaterThan(30)
  expect(compared.catalogues).toBeGreaterThan(30)
  expect([...seen]).toEqual(expect.arrayContaining([...KINDS, ...PRODUCT_KINDS]))
}, 900_000)

test.each([
  ['country', (truth: Truth) => [truth.country]],
  ['apps', (truth: Truth) => truth.apps],
] as const)('the pulse by %s equals a recount of what the world is', async (by, valuesOf) => {
  const { send } = await lively.api.as('PRO_USER')
  const today = dayOf(new Date(nowMs()))
  const shops = shopsOf(last)
  const period = { from: addDays(today, -27), to: today }
  const answer = await send(`/api/pulse?from=${period.from}&to=${today}&by=${by}`)
  const { rows } = getPulse.response.parse(answer.json())
  const expected = countPulse(shops, period, valuesOf)
  expect(rows.length).toBeGreaterThan(3)
  expect(
    Object.fromEntries(rows.map(({ value, now, before, alive }) => [value, { now, before, alive }])),
  ).toEqual(Object.fromEntries(rows.map(({ value }) => [value, expected[value]])))
})

test('the cohorts of each country equal a recount of what the world is', async () => {
  const { send } = await lively.api.as('PRO_USER')
  const today = dayOf(new Date(nowMs()))
  const shops = livesOf(shopsOf(last), lively.sim.world.requests(0))
  const countries = [...new Set(shops.flatMap(({ country }) => country ?? []))]
  expect(countries.length).toBeGreaterThan(3)
  for (const country of countries) {
    const answer = await send(`/api/survival?by=country&value=${country}`)
    const { cohorts } = getSurvival.response.parse(answer.json())
    const own = shops.filter((shop) => shop.country === country)
    const weeks = Map.groupBy(own, ({ launchDay }) => mondayOf(launchDay))
    const expected = [...weeks]
      .toSorted(([one], [other]) => (one < other ? 1 : -1))
      .map(([week, launched]) => ({ week, stores: launched.length, points: countSurvival(launched, today) }))
    expect([country, cohorts]).toEqual([country, expected])
  }
})

test('the warning signs of a shop are its traits', async () => {
  const { send } = await lively.api.as('PRO_USER')
  const shops = shopsOf(last)
  const stores = await lively.ctx.db.selectFrom('stores').select(['id', 'shop']).execute()
  const compared = []
  for (const shop of shops) {
    const id = stores.find((store) => store.shop === shop.truth.shop)?.id
    const answer = await send(getStoreRisks.path.replace(':id', String(id)))
    const { flags } = getStoreRisks.response.parse(answer.json())
    compared.push({
      shop: shop.truth.shop,
      expected: risksOf(shop, shops).toSorted(),
      found: flags.map(({ kind }) => kind).toSorted(),
    })
  }
  expect(wrong(compared)).toEqual([])
})
