import type { Db } from './schema.ts'

const MAX_BATCH_SIZE = 50
/** A load that takes longer, for example on a hanging connection, does not delay later callers. */
const SLOW_MS = 50
const MAX_PARALLEL_LOADS = 3

type PendingRead<Key, Value> = {
  key: Key
  resolve: (answer: Value) => void
  reject: (error: unknown) => void
}

/**
 * A query that callers share: keys that arrive while it runs join its next run. Every value was
 * read after its caller requested it, so unlike a cache it never returns old data.
 * @param load returns the values in the order of the keys
 */
export function createBatchLoader<Key, Value>(
  load: (db: Db, keys: readonly Key[]) => Promise<readonly Value[]>,
): (db: Db, key: Key) => Promise<Value> {
  const queues = new WeakMap<Db, (key: Key) => Promise<Value>>()
  return (db, key) => {
    const queue = queues.get(db) ?? createQueue((keys: readonly Key[]) => load(db, keys))
    queues.set(db, queue)
    return queue(key)
  }
}

function createQueue<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  const pending: PendingRead<Key, Value>[] = []
  let activeLoads = 0
  let lastLoadAtMs = 0
  let isScheduled = false
  const isSlow = () =>
    activeLoads < MAX_PARALLEL_LOADS && performance.now() - lastLoadAtMs > SLOW_MS
  // At the end of the event loop turn, so that requests that arrive in the same turn share a load.
  function schedule(): void {
    if (isScheduled || (activeLoads > 0 && !isSlow())) return
    isScheduled = true
    setImmediate(() => void run())
  }
  async function run(): Promise<void> {
    isScheduled = false
    activeLoads++
    lastLoadAtMs = performance.now()
    const batch = pending.splice(0, MAX_BATCH_SIZE)
    try {
      const values = await load(batch.map(({ key }) => key))
      // Safe: `load` returns one value for each key.
      batch.forEach(({ resolve }, at) => resolve(values[at] as Value))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      activeLoads--
      if (pending.length > 0) schedule()
    }
  }
  return (key) =>
    new Promise((resolve, reject) => {
      pending.push({ key, resolve, reject })
      schedule()
    })
}
