import { DAY_MS, type Day, dayStart, MINUTE_MS } from '#contracts/dates.ts'
import { SURVIVAL_DAYS } from '#contracts/catalog/timeline.ts'
import type {
  NeverCause,
  NoStoreReason,
  ProbeResult,
  Retry,
  RetryCause,
} from '#discovery/probe/probe-result.ts'

/**
 * The outcome of a host's last visit, as stored in `candidates.outcome`. `ProbeResult` explains the
 * parts.
 */
export type VisitOutcome =
  | 'store'
  | 'password_protected'
  /** A store that answers at a different domain; it is stored under that domain. */
  | 'moved'
  | 'unchanged'
  | NoStoreReason
  | RetryCause
  | NeverCause
  /** Every retry failed with this cause. */
  | `gave_up:${RetryCause}`
  | 'failed_here'

/** Days of a host's life on which it is visited again, so that openings and closings are seen. */
const FULL_LADDER = [1, 3, 7, 14, 30, 60, 90]
/** For a followed store, counted from its launch: the days for which we report its survival. */
const FOLLOWED_LADDER: readonly number[] = SURVIVAL_DAYS
/** Rarely change. */
const SHORT_LADDER = [7, 30, 90]
/** Not before its next certificate. */
const NO_LADDER: number[] = []

const NO_STORE_LADDERS: Record<NoStoreReason, readonly number[]> = {
  other_platform: NO_LADDER,
  // The domain points here already, so its owner is setting up a shop (or has just left).
  no_shop: FULL_LADDER,
  closed: FULL_LADDER,
  frozen: FULL_LADDER,
  locked: FULL_LADDER,
  headless: SHORT_LADDER,
  unclear: FULL_LADDER,
  too_large: SHORT_LADDER,
  unreadable: SHORT_LADDER,
}
/** Outcomes after which a new certificate does not wait for the planned visit. */
export const NO_STORE_OUTCOMES = Object.keys(NO_STORE_LADDERS)
const NEVER_LADDERS: Record<NeverCause, readonly number[]> = {
  // The file may change; only this file is requested then.
  robots: SHORT_LADDER,
  private_address: NO_LADDER,
  opt_out: NO_LADDER,
}

/**
 * Doubles each time: the first retry comes soon (most trouble is over in a minute), the last after
 * six hours.
 */
const FIRST_RETRY_MS = 45_000
const MAX_RETRIES = 10
/**
 * A host that refuses or challenges is left alone for days: 1, 2, 4; after that only the ladder
 * applies.
 */
const MAX_REFUSALS = 3
/** After a visit that read the store, but not how to reach it. */
const CONTACT_RETRY_MS = 30 * 60_000

type NextVisit = { dueAt: Date | null; outcome: VisitOutcome }

type VisitedHost = {
  revealedAt: Date
  attempts: number
  now: Date
  /** The host belongs to a followed store, so that one bad day does not end the following. */
  isFollowed: boolean
  /**
   * Launch day of the host's store. One that opens weeks after we learned of its host starts its
   * ladder again.
   */
  launchDay?: Day | null
  /** The store answers at a domain with a different name than the host. */
  isMoved?: boolean
  /** `RECHECK_EARLY_MINUTES`: more visits to a followed store, before the days of its ladder. */
  earlyMinutes?: readonly number[]
}

export function planNextVisit(result: ProbeResult, visit: VisitedHost): NextVisit {
  const ladder = (days: readonly number[]) =>
    nextRecheck(visit.isFollowed ? followedLadder(visit) : days, visit)
  switch (result.kind) {
    case 'store':
      return {
        dueAt: earlier(ladder(NO_LADDER), contactRetryAt(result, visit)),
        outcome: storeOutcome(result, visit),
      }
    case 'unchanged':
      return { dueAt: ladder(NO_LADDER), outcome: 'unchanged' }
    case 'not_a_store':
      return { dueAt: ladder(NO_STORE_LADDERS[result.reason]), outcome: result.reason }
    case 'never':
      return {
        dueAt: result.cause === 'opt_out' ? null : ladder(NEVER_LADDERS[result.cause]),
        outcome: result.cause,
      }
    case 'retry':
      return planRetry(result, visit)
    default:
      return result satisfies never
  }
}

const followedLadder = ({ earlyMinutes = [] }: VisitedHost): readonly number[] => [
  ...earlyMinutes.map((minutes) => (minutes * MINUTE_MS) / DAY_MS),
  ...FOLLOWED_LADDER,
]

type StoreResult = Extract<ProbeResult, { kind: 'store' }>

function storeOutcome({ snapshot }: StoreResult, { isMoved }: VisitedHost): VisitOutcome {
  if (isMoved) return 'moved'
  return snapshot.status?.value === 'password_protected' ? 'password_protected' : 'store'
}

/**
 * A lead without its address is worth one visit more; a page that fails again waits for the ladder.
 * A refusal is respected.
 */
function contactRetryAt({ contactTrouble: trouble }: StoreResult, visit: VisitedHost): Date | null {
  if (!trouble || !visit.isFollowed || visit.attempts > 0 || isRefusal(trouble)) return null
  return new Date(visit.now.getTime() + Math.max(trouble.afterMs, CONTACT_RETRY_MS))
}

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one < other ? one : other) : (one ?? other)

const isRefusal = ({ cause }: Retry): boolean =>
  cause === 'refused_by_host' || cause === 'challenge'

/** Never earlier than the host requested, and later with each attempt. */
function planRetry(retry: Retry, visit: VisitedHost): NextVisit {
  const { cause, afterMs } = retry
  const notBefore = visit.now.getTime() + afterMs
  if (visit.attempts >= (isRefusal(retry) ? MAX_REFUSALS : MAX_RETRIES)) {
    // Our exhausted budget says nothing about the host.
    const unfollowed = isRefusal(retry) || cause === 'budget' ? FULL_LADDER : NO_LADDER
    const ladder = visit.isFollowed ? followedLadder(visit) : unfollowed
    return {
      dueAt: nextRecheck(ladder, { ...visit, now: new Date(notBefore) }),
      outcome: `gave_up:${cause}`,
    }
  }
  const backOffMs = (isRefusal(retry) ? DAY_MS : FIRST_RETRY_MS) * 2 ** visit.attempts
  // A pause that the host asked another visit for is kept to the second; a visit that took too long
  // is retried at growing intervals.
  const minWaitMs = cause === 'budget' && afterMs > 0 ? 0 : backOffMs
  return { dueAt: new Date(Math.max(notBefore, visit.now.getTime() + minWaitMs)), outcome: cause }
}

function nextRecheck(
  days: readonly number[],
  { revealedAt, launchDay, now }: Pick<VisitedHost, 'revealedAt' | 'launchDay' | 'now'>,
): Date | null {
  const fromMs = Math.max(revealedAt.getTime(), launchDay ? dayStart(launchDay).getTime() : 0)
  const dates = days.map((day) => new Date(fromMs + day * DAY_MS))
  return dates.find((date) => date > now) ?? null
}
