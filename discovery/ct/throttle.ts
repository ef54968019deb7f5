const FIRST_GAP_MS = 1_000
/** A reader makes a few requests per step and must finish before its lease ends. */
const MAX_GAP_MS = 20_000
/** A shorter gap makes no difference: the request itself takes as long. */
const MIN_GAP_MS = 100
const RECOVERY = 0.97

/** How fast to read a log: no gap between requests until the log complains. */
export type Throttle = ReturnType<typeof createThrottle>

/**
 * Learns the gap between requests from a log that answers "too many requests" without a rate: each
 * such answer doubles it (1 s to 20 s), each success shortens it by 3 %. Some logs allow 1 request
 * in 6 s.
 */
export function createThrottle(now: () => Date) {
  let gapMs = 0
  let askedAtMs = -Infinity
  let slowedAtMs = -Infinity
  return {
    asked() {
      askedAtMs = now().getTime()
    },
    throttled() {
      const nowMs = now().getTime()
      // Parallel requests are rejected together; that counts as one complaint.
      if (nowMs - slowedAtMs < Math.max(gapMs, FIRST_GAP_MS)) return
      slowedAtMs = nowMs
      gapMs = Math.min(MAX_GAP_MS, Math.max(FIRST_GAP_MS, gapMs * 2))
    },
    succeeded() {
      gapMs = gapMs * RECOVERY < MIN_GAP_MS ? 0 : gapMs * RECOVERY
    },
    gapMs: () => gapMs,
    restMs: () => (gapMs === 0 ? 0 : Math.max(0, Math.ceil(askedAtMs + gapMs - now().getTime()))),
  }
}

const HEAD_EVERY_GAPS = 6

/**
 * A log that allows one request in six seconds should spend most of them on entries, not on its
 * size.
 */
export const headEveryMs = (usualMs: number, throttle: Throttle): number =>
  Math.max(usualMs, HEAD_EVERY_GAPS * throttle.gapMs())

const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 5 * 60 * 1000

/**
 * Delays that double from 1 s to 5 min while a log fails, drawn from the upper half of their range,
 * so that readers that failed together do not retry together.
 * @param random from 0 to below 1
 */
export function createBackOff(random: () => number) {
  let failures = 0
  return {
    fail() {
      const delayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failures)
      failures = Math.min(failures + 1, 20)
      return Math.round(delayMs * (0.5 + random() / 2))
    },
    succeed() {
      failures = 0
    },
  }
}
