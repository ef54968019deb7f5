export type Pace = {
  /** How long until the next start may be. */
  waitMs: (nowMs: number) => number
  /** A request starts now. */
  start: (nowMs: number) => void
  /** What a request met: many different hosts that throttle at once are the platform speaking. */
  note: (host: string, isThrottled: boolean, nowMs: number) => void
  /** Part of the configured rate that is used now, 0 to 1. */
  share: (nowMs: number) => number
}

/** What may be caught up in one go after a pause or a late timer: without it those would lower the rate. */
const BURST_MS = 100
const WINDOW_MS = 60_000
/** One shop that throttles means itself; this many different ones within a minute … */
const LEAST_HOSTS = 5
/** … and this part of all answers mean that our address as a whole asks for too much. */
const LEAST_PART = 0.1
const LEAST_SHARE = 1 / 32
/** Given back for each minute without trouble. */
const RECOVERED_PER_WINDOW = 0.1

/**
 * Spaces the starts of all requests evenly at a rate that halves when many hosts throttle at once and comes back slowly: from the
 * lowest step it takes ten quiet minutes.
 */
export function createPace(requestsPerSecond: number): Pace {
  let freeAtMs = -Infinity
  let shareAtTrouble = 1
  let troubleAtMs = -Infinity
  let windowStartMs = -Infinity
  let answers = 0
  let throttled = 0
  const hosts = new Set<string>()

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
    shareAtTrouble = Math.max(LEAST_SHARE, share(nowMs) / 2)
    troubleAtMs = nowMs
    // The next halving needs evidence of its own: what is on its way now was sent at the old pace.
    startWindow(nowMs)
  }

  return {
    share,
    waitMs(nowMs) {
      // Further ahead than one interval it can only be after the machine's clock was set back.
      const longestMs = 1000 / (requestsPerSecond * LEAST_SHARE)
      if (freeAtMs - nowMs > longestMs) freeAtMs = nowMs
      return Math.max(0, freeAtMs - nowMs)
    },
    start(nowMs) {
      const intervalMs = 1000 / (requestsPerSecond * share(nowMs))
      const burstMs = Math.max(0, BURST_MS - intervalMs)
      freeAtMs = Math.max(freeAtMs, nowMs - burstMs) + intervalMs
    },
    note(host, isThrottled, nowMs) {
      if (nowMs - windowStartMs > WINDOW_MS) startWindow(nowMs)
      answers += 1
      if (!isThrottled) return
      throttled += 1
      hosts.add(host)
      if (hosts.size >= LEAST_HOSTS && throttled >= answers * LEAST_PART) slowDown(nowMs)
    },
  }
}
