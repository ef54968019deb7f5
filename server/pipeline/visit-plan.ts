import { DAY_MS } from '#contracts/dates.ts'
import type { NeverCause, NoStoreReason, ProbeResult, RetryCause } from '#discovery/probe/probe-result.ts'

/** What a host's last visit ended in, as it stands in `candidates.outcome`. The parts are explained beside `ProbeResult`. */
export type VisitOutcome =
  | 'store'
  /** A store behind its password page. */
  | 'password_protected'
  /** A store that answers at a domain of another name; it is kept under that one. */
  | 'moved'
  | 'unchanged'
  | NoStoreReason
  | RetryCause
  | NeverCause
  /** The trouble lasted through all tries. */
  | `gave_up:${RetryCause}`
  /** Ours, not the host's. */
  | 'failed_here'

/** Days of a host's life here on which it is looked at again, so that openings and closings are seen. */
const FULL_LADDER = [1, 3, 7, 14, 30, 60, 90]
/** For what seldom changes. */
const SHORT_LADDER = [7, 30, 90]
/** Not before its next certificate. */
const NO_LADDER: number[] = []

const NO_STORE_LADDERS: Record<NoStoreReason, readonly number[]> = {
  other_platform: NO_LADDER,
  // The domain points here already, so somebody is setting something up (or has just left).
  no_shop: FULL_LADDER,
  closed: FULL_LADDER,
  frozen: FULL_LADDER,
  locked: FULL_LADDER,
  headless: SHORT_LADDER,
  too_large: SHORT_LADDER,
  unreadable: SHORT_LADDER,
}
const NEVER_LADDERS: Record<NeverCause, readonly number[]> = {
  // The file may change; it is the only thing that is asked for then.
  robots: SHORT_LADDER,
  private_address: NO_LADDER,
  opt_out: NO_LADDER,
}

/** Doubled each time: the first comes soon (most trouble is over in a minute), the last after six hours. */
const FIRST_RETRY_MS = 45_000
const MOST_RETRIES = 10
/** Who refuses or challenges is left alone for days: 1, 2, 4; then only on the days of the ladder. */
const MOST_REFUSALS = 3

export type NextVisit = { dueAt: Date | null; outcome: VisitOutcome }

type VisitedHost = {
  revealedAt: Date
  attempts: number
  now: Date
  /** It belongs to a store whose life is followed, so that trouble of one day does not end that. */
  isFollowed: boolean
  /** The store answers at a domain of another name than the host's. */
  isMoved?: boolean
}

/** What a visit leads to: the named outcome, and when (if ever) the host is visited again. */
export function planNextVisit(result: ProbeResult, visit: VisitedHost): NextVisit {
  const ladder = (days: readonly number[]) => nextRecheck(visit.isFollowed ? FULL_LADDER : days, visit)
  switch (result.kind) {
    case 'store':
      return { dueAt: ladder(NO_LADDER), outcome: storeOutcome(result, visit) }
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

function storeOutcome(
  { snapshot }: Extract<ProbeResult, { kind: 'store' }>,
  { isMoved }: VisitedHost,
): VisitOutcome {
  if (isMoved) return 'moved'
  return snapshot.status?.value === 'password_protected' ? 'password_protected' : 'store'
}

type Retry = Extract<ProbeResult, { kind: 'retry' }>

/** Never earlier than the host asked for, and later with each try. */
function planRetry({ cause, afterMs }: Retry, visit: VisitedHost): NextVisit {
  const isRefusal = cause === 'refused_by_host' || cause === 'challenge'
  const notBefore = visit.now.getTime() + afterMs
  if (visit.attempts >= (isRefusal ? MOST_REFUSALS : MOST_RETRIES)) {
    // That our own budget was used up says nothing about the host.
    const ladder = isRefusal || cause === 'budget' || visit.isFollowed ? FULL_LADDER : NO_LADDER
    return { dueAt: nextRecheck(ladder, { ...visit, now: new Date(notBefore) }), outcome: `gave_up:${cause}` }
  }
  const backOffMs = (isRefusal ? DAY_MS : FIRST_RETRY_MS) * 2 ** visit.attempts
  // A time that another visit was told is kept to the second; a visit that took too long begins again ever later.
  const leastMs = cause === 'budget' && afterMs > 0 ? 0 : backOffMs
  return { dueAt: new Date(Math.max(notBefore, visit.now.getTime() + leastMs)), outcome: cause }
}

function nextRecheck(
  days: readonly number[],
  { revealedAt, now }: Pick<VisitedHost, 'revealedAt' | 'now'>,
): Date | null {
  const dates = days.map((day) => new Date(revealedAt.getTime() + day * DAY_MS))
  return dates.find((date) => date > now) ?? null
}
