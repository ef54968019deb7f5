/** Calls that come while one runs share the next one: it begins after all of them came, with those of the same turn of the event loop. */
export function oneAtATime<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let latest: Promise<unknown> = Promise.resolve()
  let next: Promise<Result> | undefined
  const start = () => {
    next = undefined
    const now = run()
    latest = now
    return now
  }
  return () => {
    next ??= latest.then(turnOfLoop, turnOfLoop).then(start)
    return next
  }
}

const turnOfLoop = () => new Promise((resolve) => setImmediate(resolve))
