import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TREND_FORMULA } from '#contracts/catalog/trending.ts'
import { placeValue, scoreTrend, type TrendCounts } from './score-trend.ts'

const NONE: TrendCounts = {
  stores: 0,
  storesBefore: 0,
  listingStores: 0,
  bestSellerStores: 0,
  homeStores: 0,
  placeSum: 0,
  soldOutStores: 0,
  restockedStores: 0,
  priceUpStores: 0,
  priceDownStores: 0,
  sellingStores: 0,
  ageDays: 0,
}

const count = fc.nat({ max: 500 })
const anyCounts: fc.Arbitrary<TrendCounts> = fc.record({
  stores: count,
  storesBefore: count,
  listingStores: count,
  bestSellerStores: count,
  homeStores: count,
  placeSum: fc.double({ min: 0, max: 500, noNaN: true }),
  soldOutStores: count,
  restockedStores: count,
  priceUpStores: count,
  priceDownStores: count,
  sellingStores: count,
  ageDays: fc.integer({ min: -3, max: 1000 }),
})

describe('the score of a trend', () => {
  test('is the sum of its points, an integer between 0 and 100', () => {
    fc.assert(
      fc.property(anyCounts, (counts) => {
        const { score, components } = scoreTrend(counts)
        expect(score).toBe(components.reduce((sum, { points }) => sum + points, 0))
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true)
        for (const { value, points, weight } of components) {
          expect(value >= 0 && value <= 1).toBe(true)
          expect(points).toBe(Math.round(weight * value))
        }
      }),
    )
  })

  test('has weights that add up to 100, each once', () => {
    expect(Object.values(TREND_FORMULA.weights).reduce((sum, weight) => sum + weight, 0)).toBe(100)
    expect(scoreTrend(NONE).components.map(({ name }) => name)).toEqual(
      Object.keys(TREND_FORMULA.weights),
    )
  })

  const RAISES: [keyof TrendCounts, number][] = [
    ['stores', 1],
    ['placeSum', 0.5],
    ['soldOutStores', 1],
    ['restockedStores', 1],
    ['priceUpStores', 1],
    ['priceDownStores', 1],
    ['storesBefore', -1],
    ['ageDays', -1],
  ]
  for (const [name, step] of RAISES) {
    test(`never falls when ${name} ${step > 0 ? 'grows' : 'shrinks'}`, () => {
      fc.assert(
        fc.property(anyCounts, fc.integer({ min: 1, max: 50 }), (counts, times) => {
          const better = {
            ...counts,
            [name]: Math.max(name === 'ageDays' ? -9999 : 0, counts[name] + step * times),
          }
          const [before, after] = [scoreTrend(counts), scoreTrend(better)]
          for (const [at, component] of after.components.entries())
            expect(component.value).toBeGreaterThanOrEqual(before.components[at]?.value ?? 2)
          expect(after.score).toBeGreaterThanOrEqual(before.score)
        }),
      )
    })
  }

  test('reaches 100 for a product that is new, everywhere, first in all lists and sold out', () => {
    const best = { ...NONE, stores: 5000, listingStores: 5000, placeSum: 5000, soldOutStores: 5000 }
    expect(scoreTrend({ ...best, priceUpStores: 5000 })).toMatchObject({
      score: 100,
      isTrending: true,
    })
  })
})

describe('a product is trending', () => {
  const three = { ...NONE, stores: 3, listingStores: 3 }
  test('with three or more different new stores in a week', () => {
    expect(scoreTrend(three).isTrending).toBe(true)
    expect(scoreTrend({ ...three, stores: 2 }).isTrending).toBe(false)
  })

  test('no longer when it is old and ever fewer stores start selling it', () => {
    expect(
      scoreTrend({ ...three, storesBefore: 9, listingStores: 30, ageDays: 60 }).isTrending,
    ).toBe(false)
  })
})

describe('the badge', () => {
  test.each([
    ['testing', { stores: 3 }],
    ['testing', { stores: 9, storesBefore: 7 }],
    ['heating', { stores: 5 }],
    ['heating', { stores: 9, storesBefore: 6 }],
    ['testing', { stores: 4, storesBefore: 0 }],
    ['proven', { listingStores: 10, ageDays: 7, sellingStores: 3 }],
    ['proven', { stores: 9, listingStores: 10, ageDays: 7, sellingStores: 3 }],
    ['testing', { listingStores: 10, ageDays: 6, sellingStores: 3 }],
    ['testing', { listingStores: 9, ageDays: 7, sellingStores: 3 }],
    ['testing', { listingStores: 10, ageDays: 7, sellingStores: 2 }],
  ])('is %s for %j', (badge, counts) =>
    expect(scoreTrend({ ...NONE, ...counts }).badge).toBe(badge),
  )
})

test('a lower place counts less, and the home page counts less than the best sellers', () => {
  expect(placeValue('best_sellers', 1)).toBe(1)
  expect(placeValue('home', 1)).toBe(TREND_FORMULA.constants.homeShare)
  expect(placeValue('best_sellers', 25)).toBe(0)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), (place) => {
      expect(placeValue('best_sellers', place)).toBeGreaterThanOrEqual(
        placeValue('best_sellers', place + 1),
      )
      expect(placeValue('home', place)).toBeLessThanOrEqual(placeValue('best_sellers', place))
    }),
  )
})
