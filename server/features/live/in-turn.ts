import { setTimeout as sleep } from 'node:timers/promises'

/** Rests so many times as long as the work took. */
const REST = 3
const MOST_REST_MS = 1_000

/**
 * Does pieces of work one after the other, with rests between them: those who merely watch take no more than a quarter of the process,
 * however many they are.
 */
export function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const { promise: rested, resolve: endRest } = Promise.withResolvers<void>()
    const turn = last.then(async () => {
      const startedMs = performance.now()
      try {
        return await work()
      } finally {
        const tookMs = performance.now() - startedMs
        // Less than a timer can tell apart is no work.
        if (tookMs < 1) endRest()
        else void sleep(Math.min(tookMs * REST, MOST_REST_MS)).then(endRest)
      }
    })
    last = rested
    return turn
  }
}
