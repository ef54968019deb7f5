import { setImmediate } from 'node:timers/promises'

export type Cached<Value, Args extends unknown[] = []> = ((...args: Args) => Promise<Value>) & {
  /** The next call reads again. */
  invalidate: () => void
}

/**
 * Answers from memory for a while, and lets all callers meanwhile wait for the same read. A failure
 * is not cached. Arguments only say how to read: they must not change the answer. `forMs` may depend
 * on the value.
 */
export function cacheFor<Value, Args extends unknown[] = []>(
  read: (...args: Args) => Promise<Value>,
  { forMs, now }: { forMs: number | ((value: Value) => number); now: () => Date },
): Cached<Value, Args> {
  let cached: { value: Promise<Value>; atMs: number; forMs: number } | null = null
  const current = (...args: Args) => {
    // Also after the clock was set back.
    if (cached && Math.abs(now().getTime() - cached.atMs) < cached.forMs) return cached.value
    const value = read(...args)
    const isFixed = typeof forMs === 'number'
    const entry = { value, atMs: now().getTime(), forMs: isFixed ? forMs : Infinity }
    cached = entry
    value.then(
      (answer) => {
        if (!isFixed) entry.forMs = forMs(answer)
      },
      () => {
        if (cached === entry) cached = null
      },
    )
    return value
  }
  const invalidate = () => {
    cached = null
  }
  return Object.assign(current, { invalidate })
}

/**
 * Calls that arrive during a run share the next one: it begins after all of them arrived, including
 * those of the same event loop turn. A call that needs only what was true at an earlier moment (of
 * `performance.now()`) also takes the last run if that began later.
 */
export function coalesce<Result>(
  run: () => Promise<Result>,
): (sinceMs?: number) => Promise<Result> {
  let latest: { result: Promise<Result>; beganAtMs: number } | undefined
  let next: Promise<Result> | undefined
  const start = () => {
    next = undefined
    latest = { beganAtMs: performance.now(), result: run() }
    return latest.result
  }
  return (sinceMs = Number.POSITIVE_INFINITY) => {
    if (latest && latest.beganAtMs > sinceMs) return latest.result
    next ??= Promise.resolve(latest?.result).then(nextLoopTurn, nextLoopTurn).then(start)
    return next
  }
}

const nextLoopTurn = () => setImmediate()
