import type { Db } from '#server/context.ts'

const MOST_ASKS = 50
/** A load that takes longer, on a connection that hangs perhaps, does not hold up those who come later. */
const SLOW_MS = 50
const MOST_LOADS = 3

type Waiting<Ask, Answer> = {
  ask: Ask
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * A query that callers share: what is asked while it runs goes into its next run. Nobody gets an answer that was read before they asked, so
 * unlike a cache it never tells anything old.
 * @param load answers in the order of what was asked
 */
export function batched<Ask, Answer>(
  load: (db: Db, asks: readonly Ask[]) => Promise<readonly Answer[]>,
): (db: Db, ask: Ask) => Promise<Answer> {
  const queues = new WeakMap<Db, (ask: Ask) => Promise<Answer>>()
  return (db, ask) => {
    const queue = queues.get(db) ?? createQueue((asks: readonly Ask[]) => load(db, asks))
    queues.set(db, queue)
    return queue(ask)
  }
}

function createQueue<Ask, Answer>(
  load: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
): (ask: Ask) => Promise<Answer> {
  const waiting: Waiting<Ask, Answer>[] = []
  let loads = 0
  let lastAt = 0
  let isDue = false
  const isSlow = () => loads < MOST_LOADS && performance.now() - lastAt > SLOW_MS
  // At the end of the turn of the event loop: requests that arrived in the same one share a load.
  function schedule(): void {
    if (isDue || (loads > 0 && !isSlow())) return
    isDue = true
    setImmediate(() => void run())
  }
  async function run(): Promise<void> {
    isDue = false
    loads++
    lastAt = performance.now()
    const batch = waiting.splice(0, MOST_ASKS)
    try {
      const answers = await load(batch.map(({ ask }) => ask))
      // Safe: `load` answers everything that it was asked.
      batch.forEach(({ resolve }, at) => resolve(answers[at] as Answer))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      loads--
      if (waiting.length > 0) schedule()
    }
  }
  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject })
      schedule()
    })
}
