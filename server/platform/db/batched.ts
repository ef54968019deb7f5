import type { Db } from './schema.ts'

const MOST_ASKS = 50
/** A load that takes longer, for example on a hanging connection, does not delay later callers. */
const SLOW_MS = 50
const MOST_LOADS = 3

type Waiting<Ask, Answer> = {
  ask: Ask
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * A query that callers share: questions that arrive while it runs join its next run. Every answer was read after its caller asked, so
 * unlike a cache it never returns old data.
 * @param load answers in the order of the questions
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
  // At the end of the event loop turn, so that requests that arrive in the same turn share a load.
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
