import { randomFor, weighted } from '../random.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import { wantedCondition, type Wanted } from './one-of-each.ts'
import { PLATFORM_ADDRESSES } from './platform-addresses.ts'
import type { Side } from './shop-reference.ts'

/** The state of a shop, apart from its misbehaviour (`Habit`). */
export type Availability =
  | { kind: 'open' }
  | { kind: 'protected'; inPlace: boolean }
  /** Behind the password page until `opensMs`. */
  | { kind: 'opens_later'; opensMs: number; inPlace: boolean }
  | { kind: 'closed' }
  | { kind: 'frozen' }
  | { kind: 'locked' }
  /** Another server hosts the domain; only `shop.` still points at the platform. */
  | { kind: 'headless' }

/**
 * A shop's misbehaviour, temporary or permanent on some addresses. It rarely hides the home page
 * for long.
 */
export type Habit =
  | 'plain'
  | 'throttles'
  | 'throttles_with_wait'
  | 'rejects'
  | 'slow'
  | 'resets'
  | 'html_products'
  | 'no_products_file'
  | 'challenges'
  | 'wrong_charset'
  | 'huge_page'
  /** Every page is too large; only in a world with one of each kind. */
  | 'huge_pages'
  /** Delays the rest of each page. */
  | 'stalls'
  /** Redirects visitors to the pages of the market that it assumes for them. */
  | 'redirects_market'
  /** Rules that the merchant adds to robots.txt: forbid the catalogue, or everything. */
  | 'robots_no_catalogue'
  | 'robots_closed'

/** How the name resolves. `delayed` names become correct at `readyMs`. */
export type NameServing =
  | { kind: 'a'; address: string }
  | { kind: 'aaaa_only' }
  | { kind: 'cname' }
  /** Another server hosts the bare domain; `www.` is an alias of the platform. */
  | { kind: 'www_only' }
  /** Behind the merchant's own proxy: no DNS answer reveals the shop. */
  | { kind: 'proxied' }
  | { kind: 'delayed'; readyMs: number; until: 'nxdomain' | 'servfail' }

export type Condition = { availability: Availability; habit: Habit; naming: NameServing }

const NEW_AVAILABILITY = [
  ['open', 870],
  ['opens_later', 90],
  ['protected', 22],
  ['closed', 7],
  ['frozen', 4],
  ['locked', 3],
  ['headless', 4],
] as const
const OLD_AVAILABILITY = [
  ['open', 930],
  ['protected', 20],
  ['closed', 22],
  ['frozen', 12],
  ['locked', 6],
  ['headless', 10],
] as const
// Few new stores refuse their first visitor, because stores that must be found at once need to be
// reachable at once.
const NEW_HABITS: readonly (readonly [Habit, number])[] = [
  ['plain', 950],
  ['throttles', 3],
  ['throttles_with_wait', 4],
  ['rejects', 1],
  ['slow', 8],
  ['resets', 3],
  ['html_products', 4],
  ['no_products_file', 4],
  ['challenges', 2],
  ['wrong_charset', 6],
  ['stalls', 4],
  ['redirects_market', 6],
  ['robots_no_catalogue', 4],
  ['robots_closed', 1],
]
const OLD_HABITS: readonly (readonly [Habit, number])[] = [
  ['plain', 902],
  ['throttles', 15],
  ['throttles_with_wait', 12],
  ['rejects', 6],
  ['slow', 9],
  ['resets', 10],
  ['html_products', 6],
  ['no_products_file', 6],
  ['challenges', 10],
  ['wrong_charset', 4],
  ['huge_page', 2],
  ['stalls', 4],
  ['redirects_market', 8],
  ['robots_no_catalogue', 4],
  ['robots_closed', 2],
]

/** A store launched by name through the control server is plain, so that tests can rely on it. */
export function conditionOf(
  key: number,
  side: Side,
  launchedMs: number,
  isChosen: boolean,
  wanted?: Wanted,
): Condition {
  if (isChosen)
    return {
      availability: { kind: 'open' },
      habit: 'plain',
      naming: { kind: 'a', address: PLATFORM_ADDRESSES[0] },
    }
  if (wanted) return wantedCondition(wanted, launchedMs)
  const random = randomFor(key, 'condition')
  const kind = weighted<Availability['kind']>(
    side === 'new' ? NEW_AVAILABILITY : OLD_AVAILABILITY,
    random.next(),
  )
  const inPlace = random.chance(0.3)
  const opensMs = launchedMs + random.between(1, 60) * HOUR_MS
  const habit = weighted(side === 'new' ? NEW_HABITS : OLD_HABITS, random.next())
  return {
    availability: availabilityOf(kind, inPlace, opensMs),
    habit,
    naming: namingOf(key, launchedMs),
  }
}

const OPENS_SOON = 0.3

/** A third of the eager merchants take their password page down minutes after the certificate. */
export function eagerCondition(key: number, usual: Condition, loggedMs: number): Condition {
  const random = randomFor(key, 'eager-condition')
  const { kind } = usual.availability
  const isHidden = kind === 'opens_later' || (kind === 'open' && random.chance(OPENS_SOON))
  if (!isHidden) return usual
  const opensMs = loggedMs + random.between(0.5, 8) * MINUTE_MS
  return { ...usual, availability: { kind: 'opens_later', opensMs, inPlace: random.chance(0.3) } }
}

function availabilityOf(
  kind: Availability['kind'],
  inPlace: boolean,
  opensMs: number,
): Availability {
  switch (kind) {
    case 'protected':
      return { kind, inPlace }
    case 'opens_later':
      return { kind, inPlace, opensMs }
    case 'open':
    case 'closed':
    case 'frozen':
    case 'locked':
    case 'headless':
      return { kind }
    default:
      return kind satisfies never
  }
}

function namingOf(key: number, launchedMs: number): NameServing {
  const random = randomFor(key, 'naming')
  const kind = weighted<NameServing['kind']>(
    [
      ['a', 918],
      ['aaaa_only', 22],
      ['cname', 33],
      ['www_only', 8],
      ['proxied', 4],
      ['delayed', 15],
    ],
    random.next(),
  )
  const share = random.next()
  switch (kind) {
    case 'a':
      return {
        kind,
        address: PLATFORM_ADDRESSES[share < 0.86 ? 0 : share < 0.93 ? 1 : share < 0.98 ? 2 : 3],
      }
    case 'delayed':
      return {
        kind,
        readyMs: launchedMs + (46 + share * 90) * MINUTE_MS,
        until: random.chance(0.7) ? 'nxdomain' : 'servfail',
      }
    case 'aaaa_only':
    case 'cname':
    case 'www_only':
    case 'proxied':
      return { kind }
    default:
      return kind satisfies never
  }
}

/**
 * Whether the shop counts as launched: DNS shows that its host is the platform's, a visitor can
 * load at least its password page, and robots.txt and the page size permit the visit.
 */
export const isReachable = ({ availability, habit, naming }: Condition): boolean =>
  naming.kind !== 'proxied' &&
  habit !== 'robots_closed' &&
  habit !== 'huge_pages' &&
  isShown(availability)

const isShown = (availability: Availability): boolean =>
  availability.kind === 'open' ||
  availability.kind === 'protected' ||
  availability.kind === 'opens_later'
