import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planRights } from '#contracts/billing/plan-rights.ts'
import { defaultPriceList } from '#contracts/billing/price-list.ts'
import { annualSaving, linesOf, priceOf, tiers, yearlyPerMonth } from './tiers.ts'

test.each([
  ['pro', { monthlyPrice: 39, annualPrice: 29, annualTotal: 349 }],
  ['plus', { monthlyPrice: 79, annualPrice: 46, annualTotal: 549 }],
] as const)(
  '%s costs what section 9 of the specification says, in every currency',
  { tags: ['const.pro-prices', 'const.plus-prices', 'tier.fields'] },
  (plan, price) => {
    for (const currency of ['USD', 'EUR', 'TRY'] as const)
      expect(priceOf(defaultPriceList, currency, plan)).toEqual({ currency, ...price })
  },
)

test(
  'the monthly figure of a yearly price is the total divided by twelve, in whole units',
  { tags: ['const.annual-month-equivalent'] },
  () => {
    expect([yearlyPerMonth(34900), yearlyPerMonth(54900)]).toEqual([29, 46])
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 100_000_000 }), (yearlyMinor) => {
        const month = yearlyPerMonth(yearlyMinor)
        expect(Number.isInteger(month)).toBe(true)
        expect(Math.abs(month * 1200 - yearlyMinor)).toBeLessThanOrEqual(600)
      }),
    )
  },
)

test(
  'the tiers are pro, plus (the popular one) and custom',
  { tags: ['product.tiers', 'pricing.three-cards', 'tier.all'] },
  () => {
    expect(tiers.map(({ name, isPopular }) => [name, isPopular])).toEqual([
      ['pro', false],
      ['plus', true],
      ['custom', false],
    ])
    for (const key of ['emoji', 'colour'] as const)
      expect(new Set(tiers.map((tier) => tier[key]).filter(Boolean)).size).toBe(3)
  },
)

test('a plan card takes its lines from the rights table that the server enforces', () => {
  expect(linesOf(planRights.pro)).toEqual([
    { text: 'research' },
    { text: 'saved' },
    { text: 'contacts', stores: planRights.pro.contactsPerDay },
    { text: 'exportLimited', formats: ['csv'], rows: planRights.pro.exportRowsPerDay },
    { text: 'searches', count: planRights.pro.savedSearches },
  ])
  expect(linesOf(planRights.guest)).toEqual([])
  expect(linesOf({ ...planRights.plus, exportFormats: ['csv'], contactsPerDay: 7 })).toEqual([
    { text: 'research' },
    { text: 'saved' },
    { text: 'contacts', stores: 7 },
    { text: 'exportUnlimited', formats: ['csv'] },
    { text: 'searchesUnlimited' },
    { text: 'instantAlerts' },
    { text: 'webhooks' },
    { text: 'apiKeys' },
  ])
})

test('a yearly price no lower than twelve monthly ones saves nothing', () => {
  expect(
    annualSaving({ currency: 'EUR', monthlyPrice: 10, annualPrice: 11, annualTotal: 132 }),
  ).toBe(0)
  expect(annualSaving(priceOf(defaultPriceList, 'EUR', 'plus'))).toBe(399)
})
