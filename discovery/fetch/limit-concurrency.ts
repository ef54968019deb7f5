/** Runs tasks, at most `max` at a time, in the order of their arrival. */
export type LimitConcurrency = <Value>(task: () => Promise<Value>) => Promise<Value>

export function limitConcurrency(max: number): LimitConcurrency {
  const waiting: (() => void)[] = []
  let running = 0

  const enter = (): Promise<void> | undefined => {
    if (running < max) {
      running += 1
      return undefined
    }
    return new Promise((resolve) => waiting.push(resolve))
  }

  // The place goes straight to the next in line, so `running` stays as it is while anybody waits.
  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return async (task) => {
    await enter()
    try {
      return await task()
    } finally {
      leave()
    }
  }
}
