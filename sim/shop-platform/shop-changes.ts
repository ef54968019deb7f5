import { fraction, hash, randomFor, weighted } from '../random.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import { applyChange } from './apply-change.ts'
import type { ShopProfile } from './shop-profile.ts'

/** What a merchant does to a shop after its launch. */
export type ShopChange = {
  atMs: number
  kind:
    | 'theme_changed'
    | 'theme_updated'
    | 'app_added'
    | 'app_removed'
    | 'pixel_added'
    | 'pixel_removed'
    | 'contact_added'
    | 'contact_removed'
    | 'social_added'
    | 'social_removed'
    | 'policy_added'
    | 'country_changed'
    | 'moved'
    | 'protected'
    | 'opened'
    | 'closed'
    | 'reopened'
}

const SPAN_MS = 6 * HOUR_MS
/** A young shop is worked on every day, an older one now and then. */
const BUSY_MS = 7 * DAY_MS
const LATER_SHARE = 0.25
const CLOSES = 0.07
const REOPENS = 0.3
/** Of the shops that do not close. */
const PAUSES = 0.05
const MOVES = 0.03

const KINDS: readonly (readonly [ShopChange['kind'], number])[] = [
  ['theme_changed', 14],
  ['theme_updated', 18],
  ['app_added', 24],
  ['app_removed', 9],
  ['pixel_added', 13],
  ['pixel_removed', 4],
  ['contact_added', 7],
  ['contact_removed', 2],
  ['social_added', 9],
  ['social_removed', 3],
  ['policy_added', 7],
  ['country_changed', 0.6],
]

/** All changes of a shop up to a moment, earliest first, determined by the seed. */
export function changesUntil(profile: ShopProfile, nowMs: number): ShopChange[] {
  const { key, launchedMs, changesPerDay } = profile
  if (changesPerDay === 0) return []
  const changes: ShopChange[] = []
  for (let span = 0, startMs = launchedMs; startMs < nowMs; span++, startMs += SPAN_MS) {
    const chance = (changesPerDay * SPAN_MS) / DAY_MS
    const isBusy = startMs - launchedMs < BUSY_MS
    if (fraction(key, 'change', span) >= (isBusy ? chance : chance * LATER_SHARE)) continue
    const atMs = startMs + (hash(key, 'change-time', span) % SPAN_MS)
    changes.push({ atMs, kind: weighted(KINDS, fraction(key, 'change-kind', span)) })
  }
  return [...changes, ...closingOf(profile), ...pauseOf(profile), ...moveOf(profile)]
    .filter(({ atMs }) => atMs <= nowMs)
    .toSorted((a, b) => a.atMs - b.atMs)
}

/** Few shops give up in their first weeks, and some of them come back. */
export function closingOf({ key, launchedMs }: ShopProfile): ShopChange[] {
  const random = randomFor(key, 'closing')
  if (!random.chance(CLOSES)) return []
  const closedMs = launchedMs + random.between(1, 60) * DAY_MS
  const reopenedMs = closedMs + random.between(0.5, 6) * DAY_MS
  return [
    { atMs: closedMs, kind: 'closed' },
    ...(random.chance(REOPENS) ? [{ atMs: reopenedMs, kind: 'reopened' as const }] : []),
  ]
}

/** Some set a password again while they rebuild their shop. */
function pauseOf(profile: ShopProfile): ShopChange[] {
  const { key, launchedMs, condition } = profile
  const random = randomFor(key, 'pause')
  if (!random.chance(PAUSES) || condition.availability.kind !== 'open' || closingOf(profile).length > 0)
    return []
  const fromMs = launchedMs + random.between(1, 20) * DAY_MS
  return [
    { atMs: fromMs, kind: 'protected' },
    { atMs: fromMs + random.between(1, 6) * DAY_MS, kind: 'opened' },
  ]
}

/** Whether a shop moves to its second domain at some time. `key` is its profile's. */
export const mayMove = (key: number): boolean => fraction(key, 'moves') < MOVES

/** Some move to another domain; the first one then redirects there. */
function moveOf({ key, launchedMs, condition }: ShopProfile): ShopChange[] {
  if (!mayMove(key) || condition.naming.kind !== 'a') return []
  return [{ atMs: launchedMs + (2 + (hash(key, 'moves-at') % 20)) * DAY_MS, kind: 'moved' }]
}

/** The shop in the state that its merchant's changes have left at this moment. */
export const profileAt = (profile: ShopProfile, nowMs: number): ShopProfile =>
  changesUntil(profile, nowMs).reduce(
    (shop, change, index) => ({ ...applyChange(shop, change), edits: index + 1 }),
    profile,
  )
