export type RateLimiter = ReturnType<typeof createRateLimiter>

/**
 * How much lag after a pause or a late timer may be caught up; without this, late timers would
 * lower the rate.
 */
const BURST_MS = 100
const WINDOW_MS = 60_000
/** A single throttling shop speaks only for itself; this many different ones within a minute … */
const MIN_HOSTS = 5
/** … and this fraction of all answers mean that our address as a whole sends too many requests. */
const MIN_THROTTLED_PART = 0.1
const MIN_SHARE = 1 / 32
/** Fraction of the rate that is restored for each minute without trouble. */
const RECOVERED_PER_WINDOW = 0.1

/**
 * Spaces the starts of all requests evenly. The rate halves when many hosts throttle at once and
 * recovers slowly: from the lowest step in ten quiet minutes.
 */
export function createRateLimiter(requestsPerSecond: number) {
  let freeAtMs = -Infinity
  let shareAtTrouble = 1
  let troubleAtMs = -Infinity
  let windowStartMs = -Infinity
  let answers = 0
  let throttled = 0
  const hosts = new Set<string>()

  /** Fraction of the configured rate in use now, 0 to 1. */
  const share = (nowMs: number): number => {
    if (shareAtTrouble === 1) return 1
    const quietWindows = Math.floor((nowMs - troubleAtMs) / WINDOW_MS)
    return Math.min(1, shareAtTrouble + quietWindows * RECOVERED_PER_WINDOW)
  }
  const startWindow = (nowMs: number): void => {
    windowStartMs = nowMs
    answers = 0
    throttled = 0
    hosts.clear()
  }
  const slowDown = (nowMs: number): void => {
    shareAtTrouble = Math.max(MIN_SHARE, share(nowMs) / 2)
    troubleAtMs = nowMs
    // The next halving needs new evidence: requests already in flight were sent at the old rate.
    startWindow(nowMs)
  }

  return {
    share,
    waitMs(nowMs: number) {
      // A start more than one interval ahead means that the machine's clock was set back.
      const longestMs = 1000 / (requestsPerSecond * MIN_SHARE)
      if (freeAtMs - nowMs > longestMs) freeAtMs = nowMs
      return Math.max(0, freeAtMs - nowMs)
    },
    start(nowMs: number) {
      const intervalMs = 1000 / (requestsPerSecond * share(nowMs))
      const burstMs = Math.max(0, BURST_MS - intervalMs)
      freeAtMs = Math.max(freeAtMs, nowMs - burstMs) + intervalMs
    },
    /**
     * Records whether a request was throttled: if many different hosts throttle at once, the
     * platform itself is throttling.
     */
    record(host: string, isThrottled: boolean, nowMs: number) {
      if (nowMs - windowStartMs > WINDOW_MS) startWindow(nowMs)
      answers += 1
      if (!isThrottled) return
      throttled += 1
      hosts.add(host)
      if (hosts.size >= MIN_HOSTS && throttled >= answers * MIN_THROTTLED_PART) slowDown(nowMs)
    },
  }
}
