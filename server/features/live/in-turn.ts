import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'

/** Rests so many times as long as the work took. */
const REST = 3
const MOST_REST_MS = 1_000

/**
 * Does pieces of work one after the other, with rests between them: those who merely watch take no more than a quarter of the process,
 * however many they are.
 */
export function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const limit = pLimit(1)
  return (work) =>
    new Promise((resolve, reject) => {
      void limit(async () => {
        const startedMs = performance.now()
        try {
          resolve(await work())
        } catch (error) {
          reject(error)
        }
        const tookMs = performance.now() - startedMs
        // Less than a timer can tell apart is no work.
        if (tookMs >= 1) await sleep(Math.min(tookMs * REST, MOST_REST_MS))
      })
    })
}
