import { expect, test } from 'vitest'
import { PRICE_WEEKS } from '#contracts/catalog/product-clusters.ts'
import { type PriceChange, type PricedListing, replayPrices } from './price-course.ts'

/** A Wednesday. */
const NOW = new Date('2026-11-25T12:00:00Z')

const listing = (values: Partial<PricedListing> = {}): PricedListing => ({
  store: 1,
  product: 1,
  listed: '2026-11-03',
  removedAt: null,
  minor: 2000,
  currency: 'EUR',
  ...values,
})
const change = (
  at: string,
  before: number | null,
  after: number | null,
  more: Partial<PriceChange> = {},
) => ({
  store: 1,
  product: 1,
  at: new Date(at),
  before,
  after,
  currency: 'EUR',
  ...more,
})

const weeksOf = (listings: PricedListing[], changes: PriceChange[] = []) =>
  replayPrices(listings, changes, NOW)?.weeks.map(({ week, min, median, max, stores }) =>
    [week.slice(5), min, median, max, stores].join(' '),
  )

test('a price that never changed is the same in each week since the first listing', () => {
  expect(weeksOf([listing()])).toEqual([
    '11-02 20.00 20.00 20.00 1',
    '11-09 20.00 20.00 20.00 1',
    '11-16 20.00 20.00 20.00 1',
    '11-23 20.00 20.00 20.00 1',
  ])
})

test('a week has the price at its end: before the first change the old one, after the last one the new one', () => {
  const changes = [
    change('2026-11-11T09:00:00Z', 1000, 1500),
    change('2026-11-15T23:59:59Z', 1500, 1800),
    change('2026-11-16T00:00:00Z', 1800, 2000),
  ]
  expect(weeksOf([listing()], changes)?.map((week) => week.split(' ')[1])).toEqual([
    '10.00',
    '18.00',
    '20.00',
    '20.00',
  ])
})

test('each store counts once, with its lowest price, while it lists the product', () => {
  const listings = [
    listing(),
    listing({ product: 2, minor: 1000 }),
    listing({ store: 2, minor: 3000, listed: '2026-11-09' }),
    listing({ store: 3, minor: 9000, removedAt: new Date('2026-11-12T00:00:00Z') }),
    listing({ store: 4, minor: null }),
  ]
  expect(weeksOf(listings)).toEqual([
    '11-02 10.00 50.00 90.00 2',
    '11-09 10.00 20.00 30.00 2',
    '11-16 10.00 20.00 30.00 2',
    '11-23 10.00 20.00 30.00 2',
  ])
})

test('prices in several currencies are in dollars, including one that a store has given up', () => {
  const changes = [change('2026-11-10T00:00:00Z', 1540, 2000, { currency: 'JPY' })]
  const course = replayPrices([listing({ currency: 'USD', listed: '2026-11-10' })], changes, NOW)
  expect(course).toEqual({
    currency: 'JPY',
    isConverted: false,
    weeks: expect.arrayContaining([
      { week: '2026-11-09', min: '2000', median: '2000', max: '2000', stores: 1 },
    ]),
  })
  const listings = [
    listing({ currency: 'JPY', minor: 1540, listed: '2026-11-24' }),
    listing({ store: 2, currency: 'USD', minor: 2000, listed: '2026-11-24' }),
    listing({ store: 3, currency: 'XXX', minor: 2000, listed: '2026-11-24' }),
  ]
  expect(replayPrices(listings, [], NOW)).toEqual({
    currency: 'USD',
    isConverted: true,
    weeks: [{ week: '2026-11-23', min: '10.00', median: '15.00', max: '20.00', stores: 2 }],
  })
})

test('the course reaches back as far as changes are kept', () => {
  const weeks = weeksOf([listing({ listed: '2025-01-01' })])
  expect(weeks).toHaveLength(PRICE_WEEKS)
  expect(weeks?.at(-1)).toMatch(/^11-23/)
})

test.each([
  ['no listing', []],
  ['no price', [listing({ minor: null })]],
  ['no currency', [listing({ currency: null })]],
  ['a figure that is no price', [listing({ minor: 1e12 })]],
])('%s: no course', (_what, listings) => {
  expect(replayPrices(listings, [], NOW)).toBeNull()
})
