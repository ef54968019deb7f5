const FIRST_GAP_MS = 1_000
/** A step of a reader makes a few requests, and must be over before its lease is. */
const LONGEST_GAP_MS = 20_000
/** Below this a gap is no longer felt: the request itself takes as long. */
const SHORTEST_GAP_MS = 100
const RECOVERY = 0.97

/** How fast a log lets itself be read: no gap between requests until it complains. */
export type Pace = {
  /** After each request. */
  asked: () => void
  throttled: () => void
  succeeded: () => void
  gapMs: () => number
  /** Until the next request may go out. */
  restMs: () => number
}

/**
 * Learns the gap between requests from a log that says "too often" without saying how often it may be: each such answer doubles
 * the gap (1 s to 20 s), each success shortens it by 3 %, so that it swings around what the log allows. Some give 1 request in 6 s.
 */
export function createPace(now: () => Date): Pace {
  let gapMs = 0
  let askedAtMs = -Infinity
  let slowedAtMs = -Infinity
  return {
    asked() {
      askedAtMs = now().getTime()
    },
    throttled() {
      const nowMs = now().getTime()
      // Requests that were under way together complain together: that is one complaint.
      if (nowMs - slowedAtMs < Math.max(gapMs, FIRST_GAP_MS)) return
      slowedAtMs = nowMs
      gapMs = Math.min(LONGEST_GAP_MS, Math.max(FIRST_GAP_MS, gapMs * 2))
    },
    succeeded() {
      gapMs = gapMs * RECOVERY < SHORTEST_GAP_MS ? 0 : gapMs * RECOVERY
    },
    gapMs: () => gapMs,
    restMs: () => (gapMs === 0 ? 0 : Math.max(0, Math.ceil(askedAtMs + gapMs - now().getTime()))),
  }
}

const HEAD_EVERY_GAPS = 6

/** A log that gives one request in six seconds shall spend most of them on entries, not on its size. */
export const headEveryMs = (usualMs: number, pace: Pace): number =>
  Math.max(usualMs, HEAD_EVERY_GAPS * pace.gapMs())
