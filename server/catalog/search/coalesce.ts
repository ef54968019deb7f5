import { setImmediate } from 'node:timers/promises'

/**
 * Calls that arrive during a run share the next one: it begins after all of them arrived, including
 * those of the same event loop turn.
 */
export function coalesce<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let latest: Promise<unknown> = Promise.resolve()
  let next: Promise<Result> | undefined
  const start = () => {
    next = undefined
    const now = run()
    latest = now
    return now
  }
  return () => {
    next ??= latest.then(nextLoopTurn, nextLoopTurn).then(start)
    return next
  }
}

const nextLoopTurn = () => setImmediate()
