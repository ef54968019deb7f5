/** Calls that come while one runs share the next one: it begins after all of them came. */
export function oneAtATime<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined
  let waiting: Promise<Result> | undefined
  const start = () => {
    waiting = undefined
    const now = run().finally(() => {
      if (running === now) running = undefined
    })
    running = now
    return now
  }
  return () => {
    if (!running) return start()
    // One that began between the end of this one and the turn of those who wait is theirs too.
    const next = () => running ?? start()
    waiting ??= running.then(next, next)
    return waiting
  }
}
