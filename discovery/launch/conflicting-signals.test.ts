import { expect, test } from 'vitest'
import type { MovedReason, SignalKind, SignalRole } from '#contracts/catalog/signals.ts'
import { daysAgo, FOUND, signalDaysAgo } from '#testing/snapshots.ts'
import type { DatedSignal } from './dated-signals.ts'
import { deriveLaunch, type LaunchVerdict } from './derive-launch.ts'

/** A signal by its days before the day found (negative: after it), and its expected reading. */
type Line = [kind: SignalKind, days: number, role: SignalRole, detail?: DatedSignal['detail']]

type Verdict = [
  status: LaunchVerdict['status'],
  confidence: LaunchVerdict['confidence'],
  reason: LaunchVerdict['reason'],
  day: number | null,
]

/** Catalogue detail: all of the products about as old as the oldest one. */
const alike = (products: number, days: number): DatedSignal['detail'] => ({
  products,
  isWhole: 1,
  secondOldest: daysAgo(days),
  thirdOldest: daysAgo(days),
  median: daysAgo(days),
})
const idWithin = (earliest: number, latest: number): DatedSignal['detail'] => ({
  earliest: daysAgo(earliest),
  latest: daysAgo(latest),
})

// Written by hand: the verdict of a careful person on each of these shops.
const CONFLICTS: [string, Line[], Verdict, MovedReason?][] = [
  [
    'a renewal: fresh certificate, old catalogue, old files',
    [
      ['first_certificate', 0, 'neutral'],
      ['first_seen', 0, 'neutral'],
      ['oldest_product_created', 900, 'supports', alike(40, 880)],
      ['newest_product_created', 3, 'neutral'],
      ['asset_version', 870, 'supports'],
      ['shop_id_order', 920, 'neutral', idWithin(1300, 0)],
    ],
    ['established', 'high', 'old_products', 900],
  ],
  [
    'a republished catalogue: published last week, made years ago',
    [
      ['first_certificate', 0, 'neutral'],
      ['oldest_product_created', 700, 'supports', alike(25, 690)],
      [
        'oldest_product_published',
        6,
        'neutral',
        { products: 25, publishedBefore: 0, republished: 25 },
      ],
      ['asset_version', 5, 'contradicts'],
    ],
    ['established', 'medium', 'old_products', 700],
  ],
  [
    'an imported catalogue: made here last week, published elsewhere years ago',
    [
      ['first_certificate', 2, 'neutral'],
      ['oldest_product_created', 9, 'contradicts', alike(60, 9)],
      ['oldest_product_published', 1500, 'supports', { products: 60, publishedBefore: 58 }],
      ['asset_version', 10, 'contradicts'],
      ['domain_registered', 2900, 'supports'],
    ],
    ['established', 'medium', 'imported_catalogue', 1500],
    'imported_catalogue',
  ],
  [
    'two copies with an old date of publication among recent products prove nothing',
    [
      ['first_certificate', 1, 'supports'],
      ['oldest_product_created', 9, 'supports', alike(12, 9)],
      ['oldest_product_published', 600, 'neutral', { products: 12, publishedBefore: 2 }],
      ['asset_version', 10, 'supports'],
    ],
    ['new', 'high', 'recent_products', 1],
  ],
  [
    'two products with old dates of creation among recent ones, recent files',
    [
      ['first_certificate', 0, 'supports'],
      ['oldest_product_created', 600, 'supports', { ...alike(14, 8), secondOldest: daysAgo(300) }],
      ['asset_version', 9, 'supports'],
    ],
    ['new', 'low', 'recent_products', 0],
  ],
  [
    'an old shop number under an all new shop',
    [
      ['first_certificate', 1, 'neutral'],
      ['oldest_product_created', 9, 'contradicts', alike(12, 9)],
      ['asset_version', 8, 'contradicts'],
      ['shop_id_order', 1900, 'supports', idWithin(2300, 1400)],
    ],
    ['established', 'medium', 'old_shop_id', 9],
    'older_shop',
  ],
  [
    'an old shop on a domain that was registered last month',
    [
      ['first_certificate', 12, 'neutral'],
      ['domain_registered', 14, 'neutral'],
      ['oldest_product_created', 500, 'supports', alike(80, 480)],
      ['asset_version', 510, 'supports'],
    ],
    ['established', 'high', 'old_products', 510],
    'younger_domain',
  ],
  [
    'a new shop on a domain that was kept for years: no proof of age, but a doubt',
    [
      ['first_certificate', 1, 'supports'],
      ['domain_registered', 2200, 'contradicts'],
      ['oldest_product_created', 6, 'supports', alike(10, 6)],
      ['asset_version', 7, 'supports'],
    ],
    ['new', 'medium', 'recent_products', 1],
  ],
  [
    'a new shop with copies of old products on a new domain did not move',
    [
      ['first_certificate', 1, 'supports'],
      ['domain_registered', 20, 'supports'],
      ['oldest_product_created', 600, 'supports', { ...alike(14, 8), secondOldest: daysAgo(300) }],
      ['asset_version', 9, 'supports'],
    ],
    ['new', 'low', 'recent_products', 1],
  ],
  [
    'a domain date alone dates nothing',
    [['domain_registered', 3, 'neutral']],
    ['established', 'low', 'no_evidence', null],
  ],
  [
    'a certificate from long before, all else recent',
    [
      ['first_certificate', 200, 'supports'],
      ['oldest_product_created', 6, 'contradicts', alike(10, 6)],
      ['asset_version', 7, 'contradicts'],
    ],
    ['established', 'medium', 'old_certificate', 200],
    'older_certificate',
  ],
  [
    'a password page that opened five weeks after it was found',
    [
      ['first_certificate', 0, 'supports'],
      ['first_seen_protected', 0, 'neutral'],
      ['shop_id_order', 400, 'supports', idWithin(900, -300)],
      ['opened', -35, 'supports'],
      ['oldest_product_created', -20, 'supports', alike(9, -22)],
      ['asset_version', 3, 'supports'],
    ],
    ['new', 'high', 'seen_opening', -35],
  ],
  [
    'a password page with files of two months ago: hardly new, and worth another look',
    [
      ['first_seen_protected', 0, 'neutral'],
      ['asset_version', 60, 'supports'],
      ['shop_id_order', 400, 'neutral', idWithin(900, -300)],
    ],
    ['established', 'low', 'old_assets', 60],
  ],
  [
    'the same shop when it opens: it was being prepared',
    [
      ['first_seen_protected', 0, 'neutral'],
      ['asset_version', 60, 'neutral'],
      ['shop_id_order', 400, 'supports', idWithin(900, -300)],
      ['opened', -5, 'supports'],
      ['oldest_product_created', 50, 'supports', alike(9, 45)],
    ],
    ['new', 'medium', 'seen_opening', -5],
  ],
  [
    'a new shop that we saw open, then behind a password page, then open again',
    [
      ['first_seen', 0, 'neutral'],
      ['first_seen_protected', -7, 'neutral'],
      ['opened', -14, 'neutral'],
      ['first_certificate', 0, 'supports'],
      ['oldest_product_created', 3, 'supports', alike(9, 2)],
    ],
    ['new', 'high', 'recent_products', 0],
  ],
  [
    'a shop with files of two months ago that we saw open before: its return from a password page is no launch',
    [
      ['first_seen', 0, 'neutral'],
      ['asset_version', 60, 'supports'],
      ['opened', -14, 'neutral'],
    ],
    ['established', 'low', 'old_assets', 60],
  ],
  [
    'an old shop that took its password off',
    [
      ['first_seen_protected', 4, 'neutral'],
      ['opened', 1, 'contradicts'],
      ['oldest_product_created', 1100, 'supports', alike(30, 1000)],
    ],
    ['established', 'medium', 'old_products', 1100],
  ],
  [
    'an opening beside a middling shop number and nothing else',
    [
      ['opened', 1, 'contradicts'],
      ['shop_id_order', 900, 'neutral', idWithin(1300, 0)],
    ],
    ['established', 'low', 'no_evidence', 900],
  ],
  [
    'a redesign of an old shop: later files never outweigh the first ones',
    [
      ['asset_version', 800, 'supports'],
      ['asset_version', -20, 'contradicts'],
      ['oldest_product_created', -25, 'contradicts', alike(10, -25)],
    ],
    ['established', 'medium', 'old_assets', 800],
  ],
  [
    'a new shop that has changed its domain since',
    [
      ['first_certificate', 4, 'supports'],
      ['seen_elsewhere', 4, 'neutral'],
      ['oldest_product_created', 9, 'supports', alike(10, 9)],
      ['asset_version', 8, 'supports'],
    ],
    ['new', 'high', 'recent_products', 4],
    'other_domain',
  ],
  [
    'many themes under a recent catalogue',
    [
      ['oldest_product_created', 9, 'contradicts', alike(10, 9)],
      ['theme_number', 0, 'supports', { n: 55 }],
    ],
    ['established', 'medium', 'old_assets', 9],
  ],
  [
    'several themes under a recent catalogue: new, but not surely',
    [
      ['first_certificate', 1, 'supports'],
      ['oldest_product_created', 9, 'supports', alike(10, 9)],
      ['theme_number', 0, 'contradicts', { n: 15 }],
    ],
    ['new', 'low', 'recent_products', 1],
  ],
]

test.each(CONFLICTS)('%s', (_name, lines, [status, confidence, reason, day], moved) => {
  const signals = lines.map(([kind, days, , detail]) => signalDaysAgo(kind, days, detail))
  const launchDay = day === null ? null : daysAgo(day).slice(0, 10)
  const domainRegisteredDay =
    signals.find(({ kind }) => kind === 'domain_registered')?.at.slice(0, 10) ?? null
  expect(deriveLaunch(signals, FOUND)).toEqual({
    status,
    confidence,
    reason,
    launchDay,
    moved: moved ?? null,
    domainRegisteredDay,
    roles: lines.map(([, , role]) => role),
  })
})
