import { DAY_MS } from '#contracts/dates.ts'
import type { ProbeResult } from '#discovery/probe/probe-result.ts'

/** A known store is looked at again on these days of its life here, so that openings and closings are seen. */
const RECHECK_DAYS = [1, 3, 7, 14, 30, 60, 90]
/** Doubled each time: the first comes soon (most trouble is over in a minute), the last after six hours. */
const FIRST_RETRY_MS = 45_000
const MOST_RETRIES = 10

export type NextVisit = { dueAt: Date | null; outcome: string }

/**
 * What a visit leads to: the named outcome, and when (if ever) the host is visited again. `isFollowed` = it belongs to a store whose
 * life is followed, so that trouble of one day does not end that.
 */
export function planNextVisit(
  result: ProbeResult,
  visit: { revealedAt: Date; attempts: number; now: Date; isFollowed: boolean },
): NextVisit {
  const later = visit.isFollowed ? nextRecheck(visit.revealedAt, visit.now) : null
  switch (result.kind) {
    case 'store':
      return { dueAt: later, outcome: 'store' }
    case 'not_a_store':
      return { dueAt: later, outcome: result.reason }
    case 'never':
      return { dueAt: null, outcome: result.cause }
    case 'retry': {
      if (visit.attempts >= MOST_RETRIES) return { dueAt: later, outcome: `gave_up:${result.cause}` }
      const backOffMs = FIRST_RETRY_MS * 2 ** visit.attempts
      return {
        dueAt: new Date(visit.now.getTime() + Math.max(result.afterMs, leastWaitMs(result.cause, backOffMs))),
        outcome: result.cause,
      }
    }
    default:
      return result satisfies never
  }
}

/** Never shorter than what the host asked for, and longer with each try; only our own budget costs nobody a back-off. */
function leastWaitMs(cause: Extract<ProbeResult, { kind: 'retry' }>['cause'], backOffMs: number): number {
  return cause === 'budget' ? 0 : backOffMs
}

function nextRecheck(revealedAt: Date, now: Date): Date | null {
  const dates = RECHECK_DAYS.map((days) => new Date(revealedAt.getTime() + days * DAY_MS))
  return dates.find((date) => date > now) ?? null
}
