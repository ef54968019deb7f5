import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'

/** The pause, as a multiple of the time that the work took. */
const REST = 3
const MOST_REST_MS = 1_000

/** Runs tasks one after the other with pauses in between, so that open streams take at most a quarter of the process. */
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
        // Too short for a timer to measure.
        if (tookMs >= 1) await sleep(Math.min(tookMs * REST, MOST_REST_MS))
      })
    })
}
