/** Runs a task when its turn comes; null when too many wait already. */
export type Line = <Value>(task: () => Promise<Value>) => Promise<Value> | null

/** At most `atOnce` tasks run, at most `waiting` more wait, first come, first served. */
export function createLine({ atOnce, waiting }: { atOnce: number; waiting: number }): Line {
  const queue: (() => void)[] = []
  let running = 0

  async function run<Value>(task: () => Promise<Value>): Promise<Value> {
    if (running < atOnce) running += 1
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await task()
    } finally {
      // The place goes straight to the next in line, so `running` stays as it is while anybody waits.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
  return (task) => (running >= atOnce && queue.length >= waiting ? null : run(task))
}
