import { expect, test } from 'vitest'
import type { ReadKey } from '#contracts/catalog/fact-table.ts'
import { extractVisit } from '#discovery/extract/extract-visit.ts'
import { shopsOf, visitOf } from './world-pages.ts'

const shops = (['en', 'de', 'fr'] as const).flatMap((language) => shopsOf(language, 30))
const snapshots = shops.map((shop) => extractVisit(visitOf(shop), shop.host).snapshot)

test.each<ReadKey>([
  'region',
  'markets',
  'rating',
  'freeShipping',
  'payLater',
  'phones',
  'registrations',
  'openingHours',
  'socials',
  'blog',
  'aboutPage',
])('some shops of the simulated world publish “%s”, and some do not', (key) => {
  const published = snapshots.filter((snapshot) => {
    const fact = snapshot[key]
    return Array.isArray(fact) ? fact.length > 0 : fact !== null
  })
  expect(published.length).toBeGreaterThan(0)
  expect(published.length).toBeLessThan(snapshots.length)
})

test('shops of the simulated world have several cities and mail providers, and languages beside their own', () => {
  const of = (read: (snapshot: (typeof snapshots)[number]) => unknown) =>
    new Set(snapshots.map(read)).size
  expect(of(({ city }) => city?.value)).toBeGreaterThan(1)
  expect(
    of(({ emails }) => emails[0]?.value.address.split('@')[1]?.endsWith('.com')),
  ).toBeGreaterThan(1)
  expect(of(({ languages }) => languages.length)).toBeGreaterThan(1)
})
