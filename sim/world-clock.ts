export type WorldClock = { now: () => number; advance: (byMs: number) => void }

/**
 * The world's time: the machine's, moved forward by control actions, and never earlier than the
 * last journal entry.
 */
export function createWorldClock(advancedMs: number, notBeforeMs: number): WorldClock {
  let offsetMs = advancedMs
  let latestMs = notBeforeMs
  return {
    now() {
      latestMs = Math.max(latestMs, Date.now() + offsetMs)
      return latestMs
    },
    advance(byMs) {
      offsetMs += byMs
    },
  }
}
