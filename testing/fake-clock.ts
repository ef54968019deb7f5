export type FakeClock = {
  now: () => Date
  advance: (ms: number) => void
  set: (time: Date | string) => void
}

/**
 * A clock that moves only on a test's command. Starts at noon, so that an hour either way stays on
 * the same UTC day.
 */
export function createFakeClock(start: Date | string = '2026-03-10T12:00:00.000Z'): FakeClock {
  let time = new Date(start).getTime()
  return {
    now: () => new Date(time),
    advance: (ms) => {
      time += ms
    },
    set: (to) => {
      time = new Date(to).getTime()
    },
  }
}

/** A time of March 2026, in which the clock starts: `10T12:05` is the 10th at 12:05 UTC. */
export const inMarch = (time: string): Date => new Date(`2026-03-${time}Z`)
