import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { estimateByShopId } from './shop-id-date.ts'

const NOW = new Date('2026-11-20T00:00:00Z')

describe('the estimate by shop id', () => {
  const known: [string, string][] = [
    ['14014759', '2016-07-15'],
    ['18156521', '2017-03-15'],
    ['10292822082', '2019-09-23'],
    ['27058733116', '2019-09-21'],
    ['31588024459', '2021-11-15'],
    ['37532696635', '2020-08-23'],
    ['53400109242', '2021-02-04'],
    ['58033176765', '2021-06-22'],
    ['63362957541', '2022-04-25'],
    ['66971566298', '2022-10-05'],
    ['75143512317', '2025-04-08'],
    ['80938893538', '2026-04-19'],
    ['82758664539', '2024-08-21'],
    ['90629833078', '2025-02-22'],
    ['96531513708', '2026-01-10'],
  ]
  for (const [shopId, day] of known) {
    test(`holds for ${shopId}, created about ${day}`, () => {
      const estimate = estimateByShopId(shopId, NOW)
      const createdMs = Date.parse(day)
      expect(estimate?.earliest.getTime()).toBeLessThanOrEqual(createdMs)
      expect(estimate?.latest.getTime()).toBeGreaterThanOrEqual(createdMs)
    })
  }

  test('a shop from 2021 is certainly old in 2026, a shop with a recent id never is', () => {
    expect(estimateByShopId('53400109242', NOW)?.latest.toISOString() ?? '').toMatch(/^2023-/)
    expect(estimateByShopId('80938893538', NOW)?.latest.getTime()).toBeGreaterThan(NOW.getTime())
  })

  test('a higher id never gets an earlier estimate, nor one after the day of observation', () => {
    const id = fc.integer({ min: 1, max: 200_000_000_000 })
    fc.assert(
      fc.property(id, id, (one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)].map((value) =>
          estimateByShopId(String(value), NOW),
        )
        expect(low?.at.getTime()).toBeLessThanOrEqual(high?.at.getTime() ?? 0)
        expect(high?.at.getTime()).toBeLessThanOrEqual(NOW.getTime())
      }),
    )
  })

  test('an invalid id has no estimate', () => {
    for (const text of ['', '0', '-5', 'abc', '1e99', '99999999999999999999'])
      expect(estimateByShopId(text, NOW)).toBeNull()
  })
})
