import { expect, test } from 'vitest'
import type { MovedReason, SignalKind, SignalRole } from '#contracts/catalog/signals.ts'
import type { DatedSignal } from './dated-signals.ts'
import { deriveLaunch, type LaunchVerdict } from './derive-launch.ts'

const FOUND = new Date('2026-11-20T10:00:00Z')
const DAY_MS = 24 * 60 * 60 * 1000
const daysAgo = (days: number): string => new Date(FOUND.getTime() - days * DAY_MS).toISOString()

/** A signal by its days before the day found (negative: after it), and its expected reading. */
type Line = [kind: SignalKind, days: number, role: SignalRole, detail?: DatedSignal['detail']]

type Conflict = {
  name: string
  lines: Line[]
  verdict: Pick<LaunchVerdict, 'status' | 'confidence' | 'reason'> & { day: number | null }
  moved?: MovedReason
}

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
const CONFLICTS: Conflict[] = [
  {
    name: 'a renewal: fresh certificate, old catalogue, old files',
    lines: [
      ['first_certificate', 0, 'neutral'],
      ['first_seen', 0, 'neutral'],
      ['oldest_product_created', 900, 'supports', alike(40, 880)],
      ['newest_product_created', 3, 'neutral'],
      ['asset_version', 870, 'supports'],
      ['shop_id_order', 920, 'neutral', idWithin(1300, 0)],
    ],
    verdict: { status: 'established', confidence: 'high', reason: 'old_products', day: 900 },
  },
  {
    name: 'a republished catalogue: published last week, made years ago',
    lines: [
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
    verdict: { status: 'established', confidence: 'medium', reason: 'old_products', day: 700 },
  },
  {
    name: 'an imported catalogue: made here last week, published elsewhere years ago',
    lines: [
      ['first_certificate', 2, 'neutral'],
      ['oldest_product_created', 9, 'contradicts', alike(60, 9)],
      ['oldest_product_published', 1500, 'supports', { products: 60, publishedBefore: 58 }],
      ['asset_version', 10, 'contradicts'],
      ['domain_registered', 2900, 'supports'],
    ],
    verdict: {
      status: 'established',
      confidence: 'medium',
      reason: 'imported_catalogue',
      day: 1500,
    },
    moved: 'imported_catalogue',
  },
  {
    name: 'two copies with an old date of publication among recent products prove nothing',
    lines: [
      ['first_certificate', 1, 'supports'],
      ['oldest_product_created', 9, 'supports', alike(12, 9)],
      ['oldest_product_published', 600, 'neutral', { products: 12, publishedBefore: 2 }],
      ['asset_version', 10, 'supports'],
    ],
    verdict: { status: 'new', confidence: 'high', reason: 'recent_products', day: 1 },
  },
  {
    name: 'two products with old dates of creation among recent ones, recent files',
    lines: [
      ['first_certificate', 0, 'supports'],
      ['oldest_product_created', 600, 'supports', { ...alike(14, 8), secondOldest: daysAgo(300) }],
      ['asset_version', 9, 'supports'],
    ],
    verdict: { status: 'new', confidence: 'low', reason: 'recent_products', day: 0 },
  },
  {
    name: 'an old shop number under an all new shop',
    lines: [
      ['first_certificate', 1, 'neutral'],
      ['oldest_product_created', 9, 'contradicts', alike(12, 9)],
      ['asset_version', 8, 'contradicts'],
      ['shop_id_order', 1900, 'supports', idWithin(2300, 1400)],
    ],
    verdict: { status: 'established', confidence: 'medium', reason: 'old_shop_id', day: 9 },
    moved: 'older_shop',
  },
  {
    name: 'an old shop on a domain that was registered last month',
    lines: [
      ['first_certificate', 12, 'neutral'],
      ['domain_registered', 14, 'neutral'],
      ['oldest_product_created', 500, 'supports', alike(80, 480)],
      ['asset_version', 510, 'supports'],
    ],
    verdict: { status: 'established', confidence: 'high', reason: 'old_products', day: 510 },
    moved: 'younger_domain',
  },
  {
    name: 'a new shop on a domain that was kept for years: no proof of age, but a doubt',
    lines: [
      ['first_certificate', 1, 'supports'],
      ['domain_registered', 2200, 'contradicts'],
      ['oldest_product_created', 6, 'supports', alike(10, 6)],
      ['asset_version', 7, 'supports'],
    ],
    verdict: { status: 'new', confidence: 'medium', reason: 'recent_products', day: 1 },
  },
  {
    name: 'a new shop with copies of old products on a new domain did not move',
    lines: [
      ['first_certificate', 1, 'supports'],
      ['domain_registered', 20, 'supports'],
      ['oldest_product_created', 600, 'supports', { ...alike(14, 8), secondOldest: daysAgo(300) }],
      ['asset_version', 9, 'supports'],
    ],
    verdict: { status: 'new', confidence: 'low', reason: 'recent_products', day: 1 },
  },
  {
    name: 'a domain date alone dates nothing',
    lines: [['domain_registered', 3, 'neutral']],
    verdict: { status: 'established', confidence: 'low', reason: 'no_evidence', day: null },
  },
  {
    name: 'a certificate from long before, all else recent',
    lines: [
      ['first_certificate', 200, 'supports'],
      ['oldest_product_created', 6, 'contradicts', alike(10, 6)],
      ['asset_version', 7, 'contradicts'],
    ],
    verdict: { status: 'established', confidence: 'medium', reason: 'old_certificate', day: 200 },
    moved: 'older_certificate',
  },
  {
    name: 'a password page that opened five weeks after it was found',
    lines: [
      ['first_certificate', 0, 'supports'],
      ['first_seen_protected', 0, 'neutral'],
      ['shop_id_order', 400, 'supports', idWithin(900, -300)],
      ['opened', -35, 'supports'],
      ['oldest_product_created', -20, 'supports', alike(9, -22)],
      ['asset_version', 3, 'supports'],
    ],
    verdict: { status: 'new', confidence: 'high', reason: 'seen_opening', day: -35 },
  },
  {
    name: 'a password page with files of two months ago: hardly new, and worth another look',
    lines: [
      ['first_seen_protected', 0, 'neutral'],
      ['asset_version', 60, 'supports'],
      ['shop_id_order', 400, 'neutral', idWithin(900, -300)],
    ],
    verdict: { status: 'established', confidence: 'low', reason: 'old_assets', day: 60 },
  },
  {
    name: 'the same shop when it opens: it was being prepared',
    lines: [
      ['first_seen_protected', 0, 'neutral'],
      ['asset_version', 60, 'neutral'],
      ['shop_id_order', 400, 'supports', idWithin(900, -300)],
      ['opened', -5, 'supports'],
      ['oldest_product_created', 50, 'supports', alike(9, 45)],
    ],
    verdict: { status: 'new', confidence: 'medium', reason: 'seen_opening', day: -5 },
  },
  {
    name: 'a new shop that we saw open, then behind a password page, then open again',
    lines: [
      ['first_seen', 0, 'neutral'],
      ['first_seen_protected', -7, 'neutral'],
      ['opened', -14, 'neutral'],
      ['first_certificate', 0, 'supports'],
      ['oldest_product_created', 3, 'supports', alike(9, 2)],
    ],
    verdict: { status: 'new', confidence: 'high', reason: 'recent_products', day: 0 },
  },
  {
    name: 'a shop with files of two months ago that we saw open before: its return from a password page is no launch',
    lines: [
      ['first_seen', 0, 'neutral'],
      ['asset_version', 60, 'supports'],
      ['opened', -14, 'neutral'],
    ],
    verdict: { status: 'established', confidence: 'low', reason: 'old_assets', day: 60 },
  },
  {
    name: 'an old shop that took its password off',
    lines: [
      ['first_seen_protected', 4, 'neutral'],
      ['opened', 1, 'contradicts'],
      ['oldest_product_created', 1100, 'supports', alike(30, 1000)],
    ],
    verdict: { status: 'established', confidence: 'medium', reason: 'old_products', day: 1100 },
  },
  {
    name: 'an opening beside a middling shop number and nothing else',
    lines: [
      ['opened', 1, 'contradicts'],
      ['shop_id_order', 900, 'neutral', idWithin(1300, 0)],
    ],
    verdict: { status: 'established', confidence: 'low', reason: 'no_evidence', day: 900 },
  },
  {
    name: 'a redesign of an old shop: later files never outweigh the first ones',
    lines: [
      ['asset_version', 800, 'supports'],
      ['asset_version', -20, 'contradicts'],
      ['oldest_product_created', -25, 'contradicts', alike(10, -25)],
    ],
    verdict: { status: 'established', confidence: 'medium', reason: 'old_assets', day: 800 },
  },
  {
    name: 'a new shop that has changed its domain since',
    lines: [
      ['first_certificate', 4, 'supports'],
      ['seen_elsewhere', 4, 'neutral'],
      ['oldest_product_created', 9, 'supports', alike(10, 9)],
      ['asset_version', 8, 'supports'],
    ],
    verdict: { status: 'new', confidence: 'high', reason: 'recent_products', day: 4 },
    moved: 'other_domain',
  },
  {
    name: 'many themes under a recent catalogue',
    lines: [
      ['oldest_product_created', 9, 'contradicts', alike(10, 9)],
      ['theme_number', 0, 'supports', { n: 55 }],
    ],
    verdict: { status: 'established', confidence: 'medium', reason: 'old_assets', day: 9 },
  },
  {
    name: 'several themes under a recent catalogue: new, but not surely',
    lines: [
      ['first_certificate', 1, 'supports'],
      ['oldest_product_created', 9, 'supports', alike(10, 9)],
      ['theme_number', 0, 'contradicts', { n: 15 }],
    ],
    verdict: { status: 'new', confidence: 'low', reason: 'recent_products', day: 1 },
  },
]

test.each(CONFLICTS)('$name', ({ lines, verdict: { day, ...expected }, moved = null }) => {
  const signals = lines.map(([kind, days, , detail]): DatedSignal => {
    const evidence = { url: 'https://shop.test/', path: 'test', observedAt: FOUND.toISOString() }
    return { kind, at: daysAgo(days), label: 'observed', evidence, ...(detail ? { detail } : {}) }
  })
  const launchDay = day === null ? null : daysAgo(day).slice(0, 10)
  const domainRegisteredDay =
    signals.find(({ kind }) => kind === 'domain_registered')?.at.slice(0, 10) ?? null
  expect(deriveLaunch(signals, FOUND)).toEqual({
    ...expected,
    launchDay,
    moved,
    domainRegisteredDay,
    roles: lines.map(([, , role]) => role),
  })
})
