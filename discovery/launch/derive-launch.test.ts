import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SignalKind } from '#contracts/catalog/signals.ts'
import { daysAgo, FOUND, signalDaysAgo as signal } from '#testing/snapshots.ts'
import type { DatedSignal } from './dated-signals.ts'
import { deriveLaunch, type LaunchVerdict } from './derive-launch.ts'

/** Signal of a catalogue whose products were created so many days before the store was found. */
function catalogue(created: number[]): DatedSignal {
  const oldestFirst = created.toSorted((one, other) => other - one)
  const [oldest = 0, second, third] = oldestFirst
  return signal('oldest_product_created', oldest, {
    products: created.length,
    isWhole: 1,
    ...(second !== undefined ? { secondOldest: daysAgo(second) } : {}),
    ...(third !== undefined ? { thirdOldest: daysAgo(third) } : {}),
    median: daysAgo(oldestFirst[Math.floor((created.length - 1) / 2)] ?? 0),
  })
}

const shopId = (days: number, slackDays: number): DatedSignal =>
  signal('shop_id_order', days, {
    earliest: daysAgo(days + slackDays),
    latest: daysAgo(days - slackDays),
  })
const YOUNG_ID = shopId(300, 800)
const OLD_ID = shopId(1900, 550)
const recent = (count: number): number[] => Array.from({ length: count }, (_, at) => 9 - (at % 8))

const CASES: [string, LaunchVerdict['status'], LaunchVerdict['reason'], DatedSignal[]][] = [
  [
    'an old shop whose catalogue was wholly replaced, by its articles',
    'established',
    'old_assets',
    [catalogue(recent(12)), signal('asset_version', 5), signal('oldest_article', 500)],
  ],
  [
    'a new shop with two imported old products among four, by its recent files',
    'new',
    'recent_products',
    [catalogue([600, 300, 4, 3]), signal('asset_version', 11), YOUNG_ID],
  ],
  [
    'two old products among four without word from the files',
    'established',
    'old_products',
    [catalogue([600, 300, 4, 3])],
  ],
  [
    'two imported old products in an old shop',
    'established',
    'old_assets',
    [catalogue([600, 300, ...recent(10)]), signal('asset_version', 640)],
  ],
  [
    'three old products among twenty',
    'established',
    'old_products',
    [catalogue([600, 500, 300, ...recent(17)]), signal('asset_version', 8)],
  ],
  [
    'a shop that holds nothing but two old products',
    'established',
    'old_products',
    [catalogue([400, 390]), signal('asset_version', 8), YOUNG_ID],
  ],
  [
    'a new shop without any product',
    'new',
    'empty_and_recent',
    [signal('asset_version', 6, { products: 0 }), signal('theme_number', 0, { n: 1, products: 0 })],
  ],
  [
    'an old shop without any product',
    'established',
    'old_assets',
    [signal('asset_version', 900, { products: 0 }), YOUNG_ID],
  ],
  ['a protected new shop', 'new', 'recent_assets', [signal('asset_version', 12), YOUNG_ID]],
  [
    'a protected old shop with a fresh theme',
    'established',
    'old_shop_id',
    [signal('asset_version', 4), OLD_ID],
  ],
  ['a shop of which only a young id is known', 'new', 'recent_shop_id', [YOUNG_ID]],
  [
    'a shop of which only a middling id is known',
    'established',
    'no_evidence',
    [shopId(900, 1000)],
  ],
  ['a shop of which nothing is known', 'established', 'no_evidence', []],
  [
    'a shop of which only our own sightings are known',
    'established',
    'no_evidence',
    [signal('first_certificate', 0), signal('first_seen', 0)],
  ],
  [
    'a shop prepared for six weeks, most of it in the last ones',
    'new',
    'recent_products',
    [catalogue([45, 44, 40, 12, 11, 10, 9, 8, 7]), signal('asset_version', 50)],
  ],
  [
    'a shop whose products are six weeks old',
    'established',
    'old_products',
    [catalogue([45, 44, 43, 42, 12]), signal('asset_version', 50)],
  ],
  [
    'old publication dates without creation dates',
    'established',
    'old_products',
    [signal('oldest_product_published', 300)],
  ],
  [
    'recent publication dates without creation dates',
    'established',
    'no_evidence',
    [signal('oldest_product_published', 3)],
  ],
  [
    'products that were added after the day found',
    'new',
    'recent_products',
    [catalogue([-3, -9, -20]), signal('asset_version', 2)],
  ],
]

describe('the launch rule', () => {
  test.each(CASES)('%s: %s by %s', (_name, status, reason, signals) => {
    expect(deriveLaunch(signals, FOUND)).toMatchObject({ status, reason })
  })

  test('the window starts 30 days before the beginning of the day found', () => {
    const inside = catalogue([30.3, 30.2, 30.1])
    const outside = catalogue([30.5, 30.45, 30.43])
    expect(deriveLaunch([inside], FOUND).status).toBe('new')
    expect(deriveLaunch([outside], FOUND).status).toBe('established')
  })

  test('confidence is medium for one trace, low for an id alone', () => {
    expect(deriveLaunch([catalogue(recent(9))], FOUND).confidence).toBe('medium')
    expect(deriveLaunch([YOUNG_ID], FOUND).confidence).toBe('low')
  })
})

const anySignal = fc.oneof(
  fc.array(fc.integer({ min: -10, max: 1500 }), { minLength: 1, maxLength: 30 }).map(catalogue),
  fc.integer({ min: 0, max: 1500 }).map((days) => signal('asset_version', days)),
  fc.integer({ min: 0, max: 1500 }).map((days) => signal('oldest_article', days)),
  fc.integer({ min: 1, max: 300 }).map((n) => signal('theme_number', 0, { n })),
  fc.integer({ min: 0, max: 3000 }).map((days) => shopId(days, 700)),
  fc.integer({ min: 0, max: 60 }).map((days) => signal('first_certificate', days)),
  fc.integer({ min: -80, max: 60 }).map((days) => signal('opened', days)),
  fc.integer({ min: -80, max: 60 }).map((days) => signal('first_seen', days)),
  fc.integer({ min: 0, max: 6000 }).map((days) => signal('domain_registered', days)),
  fc.integer({ min: 0, max: 1500 }).map((days) => signal('oldest_product_published', days)),
)

const olderSignal = fc.oneof(
  fc.array(fc.integer({ min: 40, max: 3000 }), { minLength: 1, maxLength: 30 }).map(catalogue),
  fc
    .constantFrom<SignalKind>(
      'asset_version',
      'oldest_article',
      'first_certificate',
      'oldest_product_published',
    )
    .chain((kind) => fc.integer({ min: 40, max: 3000 }).map((days) => signal(kind, days))),
  fc.integer({ min: 800, max: 3000 }).map((days) => shopId(days, 700)),
  fc.integer({ min: 5, max: 300 }).map((n) => signal('theme_number', 0, { n })),
)

/**
 * A product or file from the 90 days before a counted opening is not an old trace: the shop was
 * being prepared.
 */
const isPreparation = (signals: DatedSignal[], { kind, at }: DatedSignal): boolean =>
  kind === 'oldest_product_created' &&
  at > daysAgo(91) &&
  signals.some((each) => each.kind === 'opened' && each.at > daysAgo(31))

test('a creation date overrides an older publication date', () => {
  const signals = [signal('opened', 0), signal('oldest_product_published', 91)]
  expect(deriveLaunch(signals, FOUND).status).toBe('established')
  expect(deriveLaunch([...signals, catalogue([40])], FOUND).status).toBe('new')
})

test('products from the weeks before an opening count as preparation of the shop', () => {
  const signals = [signal('opened', 0), shopId(600, 700)]
  expect(deriveLaunch(signals, FOUND)).toMatchObject({
    status: 'established',
    reason: 'no_evidence',
  })
  expect(deriveLaunch([...signals, catalogue([40])], FOUND).status).toBe('new')
})

test('adding an older trace never makes an established store new', () => {
  fc.assert(
    fc.property(fc.array(anySignal, { maxLength: 7 }), olderSignal, (signals, older) => {
      fc.pre(!isPreparation(signals, older))
      const before = deriveLaunch(signals, FOUND)
      const after = deriveLaunch([...signals, older], FOUND)
      if (before.status === 'established') expect(after.status).toBe('established')
    }),
    { numRuns: 3000 },
  )
})

test('the order of the signals does not matter', () => {
  fc.assert(
    fc.property(fc.array(anySignal, { maxLength: 9 }), (signals) => {
      const { roles, ...verdict } = deriveLaunch(signals, FOUND)
      expect(deriveLaunch(signals.toReversed(), FOUND)).toEqual({
        ...verdict,
        roles: roles.toReversed(),
      })
    }),
    { numRuns: 3000 },
  )
})

test('a new store launches within the 30 days before its discovery or on the day of a later opening', () => {
  fc.assert(
    fc.property(fc.array(anySignal, { maxLength: 9 }), (signals) => {
      const { status, launchDay } = deriveLaunch(signals, FOUND)
      if (status !== 'new') return
      const openings = signals
        .filter(({ kind }) => kind === 'opened')
        .map(({ at }) => at.slice(0, 10))
      const last = ['2026-11-20', ...openings].toSorted().at(-1) ?? ''
      expect(launchDay).not.toBeNull()
      expect(launchDay && launchDay >= '2026-10-21' && launchDay <= last).toBe(true)
    }),
    { numRuns: 3000 },
  )
})

test('every signal has a role, and the deciding signals support the verdict', () => {
  fc.assert(
    fc.property(fc.array(anySignal, { maxLength: 9 }), (signals) => {
      const { roles, reason } = deriveLaunch(signals, FOUND)
      expect(roles).toHaveLength(signals.length)
      if (reason !== 'no_evidence') expect(roles).toContain('supports')
    }),
    { numRuns: 3000 },
  )
})
