import type { Day } from '#contracts/dates.ts'

const REST_FACTOR = 10

export type DayRests = {
  /** Days that are left alone for now. */
  now: () => Day[]
  note: (day: Day, tookMs: number) => void
}

/**
 * Every visit of a new store changes today's trends, and with many stores computing them takes long. A day that was computed rests ten times
 * as long as that took, so that a day costs a tenth of a core at most; a day that was not computed yet never rests. In steady time: it is about
 * this process, not about the world.
 */
export function createDayRests(nowMs: () => number = () => performance.now()): DayRests {
  const untilMs = new Map<Day, number>()
  return {
    now() {
      for (const [day, until] of untilMs) if (until <= nowMs()) untilMs.delete(day)
      return [...untilMs.keys()]
    },
    note: (day, tookMs) => void untilMs.set(day, nowMs() + REST_FACTOR * tookMs),
  }
}
