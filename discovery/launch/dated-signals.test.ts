import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SignalKind } from '#contracts/catalog/signals.ts'
import { daysAgo, FOUND, signalDaysAgo as signal } from '#testing/snapshots.ts'
import { mergeSignals } from './dated-signals.ts'
import { deriveLaunch } from './derive-launch.ts'

describe('signals from several visits', () => {
  test('the earliest sighting wins in either order', () => {
    const early = signal('first_certificate', 9)
    const late = signal('first_certificate', 2)
    expect(mergeSignals([early], [late])).toEqual([early])
    expect(mergeSignals([late], [early])).toEqual([early])
  })

  test('every distinct reading of files and products is kept, with the detail of its first occurrence', () => {
    const before = [
      signal('asset_version', 400),
      signal('oldest_product_created', 300, { products: 9 }),
    ]
    const after = [
      signal('asset_version', 3),
      signal('oldest_product_created', 300, { products: 2 }),
      signal('oldest_product_created', 4, { products: 2 }),
    ]
    expect(mergeSignals(before, after)).toEqual([...before, after[0], after[2]])
  })

  test('theme numbers are keyed by number, not by the time of the visit', () => {
    const first = signal('theme_number', 3, { n: 4 })
    const again = signal('theme_number', 1, { n: 4 })
    expect(mergeSignals([first], [again])).toEqual([first])
  })

  test('a new estimate of the shop number replaces the old one only if it is no wider', () => {
    const estimate = (latest: number) => signal('shop_id_order', 700, { latest: daysAgo(latest) })
    expect(mergeSignals([estimate(200)], [estimate(300)])).toEqual([estimate(300)])
    expect(mergeSignals([estimate(300)], [estimate(200)])).toEqual([estimate(300)])
  })
})

const kinds: SignalKind[] = [
  'first_certificate',
  'first_seen',
  'opened',
  'oldest_product_created',
  'asset_version',
  'oldest_article',
]
// Between 30 and 90 days a file is that of a shop being prepared, until recent products outweigh
// it.
const clearAge = fc.oneof(fc.integer({ min: -60, max: 29 }), fc.integer({ min: 92, max: 900 }))
const anySignals = fc.array(
  fc.tuple(fc.constantFrom(...kinds), clearAge).map(([kind, days]) => signal(kind, days)),
  { maxLength: 8 },
)

test('no later visit turns a store new again after clearly old traces proved it established', () => {
  fc.assert(
    fc.property(anySignals, anySignals, (first, later) => {
      const before = deriveLaunch(mergeSignals([], first), FOUND)
      const after = deriveLaunch(mergeSignals(mergeSignals([], first), later), FOUND)
      if (before.reason.startsWith('old_')) expect(after.status).toBe('established')
    }),
    { numRuns: 2000 },
  )
})

test('merging one visit twice changes nothing', () => {
  fc.assert(
    fc.property(anySignals, anySignals, (first, later) => {
      const once = mergeSignals(mergeSignals([], first), later)
      expect(mergeSignals(once, later)).toEqual(once)
    }),
  )
})
