import { HOUR_MS } from '../time.ts'
import type { CatalogueKind } from './catalogue-plan.ts'
import { PLATFORM_ADDRESSES } from './platform-addresses.ts'
import type { Availability, Condition, Habit, NameServing } from './shop-condition.ts'
import type { PageGeneration } from './shop-profile.ts'
import type { ShopReference } from './shop-reference.ts'
import type { StrayKind } from './stray-host.ts'

/** The requested properties of a shop; all others are as plain as possible. */
export type Wanted = {
  availability?: Availability['kind']
  /** The platform serves the password page at the home page's address. */
  inPlace?: boolean
  habit?: Habit
  naming?: Exclude<NameServing['kind'], 'delayed'> | 'nxdomain' | 'servfail'
  address?: string
  catalogue?: CatalogueKind
  baseCount?: number
  /** ISO code. */
  country?: string
  generation?: PageGeneration
}

const habits = (...kinds: Habit[]): Wanted[] => kinds.map((habit) => ({ habit }))
const namings = (...kinds: NonNullable<Wanted['naming']>[]): Wanted[] =>
  kinds.map((naming) => ({ naming }))
const states = (...kinds: Availability['kind'][]): Wanted[] =>
  kinds.map((availability) => ({ availability }))

const NEW: readonly Wanted[] = [
  {},
  ...states('protected', 'opens_later', 'closed', 'frozen', 'locked', 'headless'),
  { availability: 'protected', inPlace: true },
  { availability: 'opens_later', inPlace: true },
  ...habits(
    'throttles',
    'throttles_with_wait',
    'rejects',
    'challenges',
    'slow',
    'stalls',
    'resets',
  ),
  ...habits('html_products', 'no_products_file', 'wrong_charset', 'huge_page', 'huge_pages'),
  ...habits('redirects_market', 'robots_no_catalogue', 'robots_closed'),
  ...PLATFORM_ADDRESSES.map((address): Wanted => ({ address })),
  ...namings('aaaa_only', 'cname', 'www_only', 'proxied', 'nxdomain', 'servfail'),
  { catalogue: 'empty' },
  { catalogue: 'fresh_with_old_import' },
  { baseCount: 1 },
  { baseCount: 25_400 },
  { country: 'JP', baseCount: 12 },
  { country: 'KW', baseCount: 12 },
  { generation: 2021 },
  { generation: 2024 },
]
const OLD: readonly Wanted[] = [
  {},
  ...states('protected', 'closed', 'frozen', 'locked', 'headless'),
  { catalogue: 'republished' },
  { catalogue: 'replaced' },
  { catalogue: 'empty' },
  { baseCount: 26_000 },
  { generation: 2021 },
]
// Kinds that belong to another shop come last: that shop's certificate must be logged first.
const STRAYS: readonly StrayKind[] = [
  'parked',
  'takeover',
  'buy_button',
  'other_platform',
  // One at a loopback address and one at a private one.
  'hostile',
  'hostile',
  'unresolved',
  'failing',
  'silent',
  'moved',
  'reissue',
]

/** The first shops of a world with one of each kind; the seed decides about later ones. */
export const wantedShop = ({ side, ordinal }: ShopReference): Wanted | undefined =>
  side === 'stray' ? undefined : (side === 'new' ? NEW : OLD)[ordinal]

export const wantedStray = (ordinal: number): StrayKind | undefined => STRAYS[ordinal]

/** Longer than the day before the world's start, so that visitors still see the old state. */
const CHANGES_AFTER_MS = 26 * HOUR_MS

export function wantedCondition(wanted: Wanted, launchedMs: number): Condition {
  const changesMs = launchedMs + CHANGES_AFTER_MS
  return {
    availability: availabilityOf(wanted, changesMs),
    habit: wanted.habit ?? 'plain',
    naming: namingOf(wanted, changesMs),
  }
}

function availabilityOf(
  { availability: kind = 'open', inPlace = false }: Wanted,
  opensMs: number,
): Availability {
  if (kind === 'protected') return { kind, inPlace }
  if (kind === 'opens_later') return { kind, inPlace, opensMs }
  return { kind }
}

function namingOf(
  { naming = 'a', address = PLATFORM_ADDRESSES[0] }: Wanted,
  readyMs: number,
): NameServing {
  if (naming === 'a') return { kind: 'a', address }
  if (naming === 'nxdomain' || naming === 'servfail')
    return { kind: 'delayed', readyMs, until: naming }
  return { kind: naming }
}
