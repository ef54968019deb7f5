export type WorldClock = { now: () => number; advance: (byMs: number) => void }

/** The world's time: the machine's, moved forward by control acts, and never behind what the journal has seen. */
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
