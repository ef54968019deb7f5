import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_PROFILE, type ScoreProfile } from '#contracts/catalog/score-profile.ts'
import type { StoreId } from '#contracts/ids.ts'
import { scoreIndexed } from '#server/catalog/search/store-scores.ts'
import type { IndexedStore } from '#server/catalog/search/store-rows.ts'
import { indexedStore } from '#testing/indexed-store.ts'
import { profilesOf } from '#testing/make-profiles.ts'
import { createRandom, pick, whole } from '#testing/random.ts'
import { rowsOf } from './row-set.ts'
import { createStoreTable } from './store-table.ts'

const TODAY = '2026-03-09'
const scoring = { profile: DEFAULT_PROFILE, today: TODAY }
const random = createRandom(43)

const APPS = ['reviews', 'upsell', 'loyalty']
const words = {
  apps: ['reviews', 'upsell', 'missing'],
  themes: ['dawn', 'impulse'],
  countries: ['DE', 'US', 'FR'],
}

const madeStore = (id: number): IndexedStore =>
  indexedStore({
    id: id as StoreId,
    status: pick(random, ['OPEN', 'OPEN', 'PASSWORD_PROTECTED', 'CLOSED']),
    launch_day: pick(random, [null, 20_450, 20_510 + whole(random, 20)]),
    has_email: random() < 0.5,
    email_kind: pick(random, [null, 'role', 'personal']),
    email_state: pick(random, [null, 'unknown', 'has_mx', 'no_mx']),
    email_is_own_domain: pick(random, [null, true, false]),
    has_phone: random() < 0.3,
    has_contact_form: random() < 0.5,
    apps_handle: APPS.filter(() => random() < 0.3),
    product_count: pick(random, [null, whole(random, 300), 5_000_000]),
    price_median_minor: pick(random, [null, whole(random, 40_000)]),
    currency: pick(random, [null, 'USD', 'EUR']),
    category: pick(random, [null, 'beauty', 'pets']),
    country: pick(random, [null, 'DE', 'US']),
    theme_name: pick(random, [null, 'Dawn', 'Impulse 2.0', 'Own']),
    new_products_7d: pick(random, [null, whole(random, 9)]),
    new_products_30d: pick(random, [null, whole(random, 9)]),
    risks: pick(random, [null, [], ['no_policies'], ['no_policies', 'placeholder_text']]),
  })

test('each row has the points and the known weights of its store, by any profile', () => {
  const table = createStoreTable()
  const stores = Array.from({ length: 300 }, (_, at) => madeStore(at + 1))
  for (const store of stores) table.put(store, 1)
  fc.assert(
    fc.property(profilesOf(words), (profile: ScoreProfile) => {
      const { pointsAt, knownAt } = table.scores.of({ profile, today: TODAY })
      for (const [row, store] of stores.entries()) {
        const { points, known } = scoreIndexed({ profile, today: TODAY }, store)
        expect([store.id, pointsAt(row), knownAt(row)]).toEqual([store.id, points, known])
      }
    }),
    { numRuns: 60 },
  )
})

test('a changed store has other points in its new row, however much the table grew since', async () => {
  const table = createStoreTable(1)
  const id = 1 as StoreId
  const old = { ...madeStore(1), launch_day: 20_000 }
  table.put(old, 1)
  const before = table.scores.of(scoring)
  await before.include(rowsOf(Uint32Array.of(0)))
  for (let other = 2; other < 3_000; other++) table.put(madeStore(other), 2)
  const young = { ...old, launch_day: 20_521 }
  table.put(young, 2)
  const row = table.rowOf(id) ?? -1
  const points = [old, young].map((store) => scoreIndexed(scoring, store).points)
  expect(points[1]).toBe((points[0] ?? 0) + 25)
  const { pointsAt } = table.scores.of(scoring)
  expect([pointsAt(0), pointsAt(row)]).toEqual(points)
  const { numbers } = table.scores.of(scoring)
  expect([0, row].map((at) => numbers.at(at) - 1)).toEqual(points)
})

test('a launch is a day older the next day', () => {
  const table = createStoreTable()
  table.put({ ...madeStore(1), launch_day: 20_514 }, 1)
  const pointsOn = (today: string) =>
    table.scores
      .of({ profile: { factors: [{ kind: 'launchAge', weight: 100, fullDays: 7 }] }, today })
      .pointsAt(0)
  // The launch was on March 2.
  expect(['2026-03-09', '2026-03-10', '2026-03-18', '2026-03-19'].map(pointsOn)).toEqual([
    100, 90, 10, 0,
  ])
})
