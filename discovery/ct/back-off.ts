const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 5 * 60 * 1000

export type BackOff = { fail: () => number; succeed: () => void }

/**
 * Delays that double from 1 s to 5 min while a log fails. Each delay is drawn at random from the upper half of its range, so that readers
 * that failed at the same time do not all retry at the same time.
 * @param random a number from 0 to below 1
 */
export function createBackOff(random: () => number): BackOff {
  let failures = 0
  return {
    fail() {
      const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures)
      failures = Math.min(failures + 1, 20)
      return Math.round(delayMs * (0.5 + random() / 2))
    },
    succeed() {
      failures = 0
    },
  }
}
