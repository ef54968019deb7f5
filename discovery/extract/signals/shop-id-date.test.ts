import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signal } from '#testing/snapshots.ts'
import { estimateByShopId, firstTraceOf, narrowByPod, podOf } from './shop-id-date.ts'

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

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`)
const iso = (ms: number): string => new Date(ms).toISOString()

const WIDE = {
  ...signal('shop_id_order', '2024-08-01T00:00:00.000Z', {
    earliest: '2023-04-01T00:00:00.000Z',
    latest: '2027-01-01T00:00:00.000Z',
  }),
  evidence: {
    url: 'https://shop.test/',
    path: 'meta.json#id',
    observedAt: '2026-11-20T10:00:00.000Z',
  },
}

describe('the pod of a shop number', () => {
  test.each([
    ['10292822082', 66],
    ['96531513708', 364],
    ['80938893538', 226],
    ['14014759', -1],
    ['0', null],
    ['-4', null],
    ['4.5', null],
    ['no id', null],
    ['99999999999999999999', null],
  ])('of %s is %s', (id, pod) => expect(podOf(id)).toBe(pod))
})

describe('an estimate within a pod', () => {
  test('two shops with higher numbers and old traces prove that a shop is old', () => {
    const narrow = narrowByPod(WIDE, 5, {
      above: [day('2024-11-10'), day('2024-11-02')],
      below: [],
    })
    expect(narrow.detail).toMatchObject({
      latest: '2024-12-10T00:00:00.000Z',
      pod: 5,
      neighbours: 2,
    })
    expect(narrow.at).toBe(WIDE.at)
  })

  test('a single such shop may have a wrong date and proves nothing', () => {
    expect(narrowByPod(WIDE, 5, { above: [day('2019-01-01')], below: [] })).toBe(WIDE)
    const one = narrowByPod(WIDE, 5, { above: [day('2019-01-01'), day('2026-11-01')], below: [] })
    expect(one.detail?.['latest']).toBe('2026-12-01T00:00:00.000Z')
  })

  test('three recent shops with the next lower numbers make the shop recent', () => {
    const below = [day('2026-11-01'), day('2026-10-20'), day('2026-10-25')]
    const narrow = narrowByPod(WIDE, 5, { above: [], below })
    expect(narrow.detail?.['earliest']).toBe(iso(day('2026-10-20') - 90 * 24 * 60 * 60 * 1000))
    expect(narrow.at).toBe(narrow.detail?.['earliest'])
  })

  test('an estimate without bounds stays unchanged', () => {
    const bare = signal('shop_id_order', '2024-08-01T00:00:00.000Z')
    expect(narrowByPod(bare, 5, { above: [1, 2], below: [] })).toBe(bare)
  })

  test('never widens, never leaves its bounds and never falls after the day of observation', () => {
    const times = fc.array(fc.integer({ min: day('2018-01-01'), max: day('2026-11-20') }), {
      maxLength: 3,
    })
    fc.assert(
      fc.property(times, times, (above, below) => {
        const { at, detail, evidence } = narrowByPod(WIDE, 5, { above, below })
        const [earliest, latest] = [String(detail?.['earliest']), String(detail?.['latest'])]
        expect(latest <= String(WIDE.detail?.['latest'])).toBe(true)
        expect(earliest <= latest && at <= latest && at <= evidence.observedAt).toBe(true)
      }),
    )
  })
})

describe('the trace that a shop leaves for its neighbours', () => {
  test('is its oldest file or else the median date of its products, which old dates on copies do not move', () => {
    const products = signal('oldest_product_created', '2019-01-01T00:00:00.000Z', {
      median: '2026-11-01T00:00:00.000Z',
    })
    const file = signal('asset_version', '2026-10-30T00:00:00.000Z')
    expect(firstTraceOf([products, file])?.toISOString()).toBe('2026-10-30T00:00:00.000Z')
    expect(firstTraceOf([products])?.toISOString()).toBe('2026-11-01T00:00:00.000Z')
    expect(firstTraceOf([signal('first_certificate', '2026-11-01T00:00:00.000Z')])).toBeNull()
  })
})
