import { setImmediate } from 'node:timers/promises'
import type { Range } from '#server/catalog/search/search.ts'

export const ROWS_PER_SLICE = 16_384
/** A request that waits for the database may be delayed this long by each slice. */
const MAX_SLICE_MS = 1

/** Works through a table without blocking the process: long work pauses between slices. */
export async function inSlices(
  length: number,
  work: (from: number, to: number) => void,
  perSlice = ROWS_PER_SLICE,
): Promise<void> {
  const yieldIfDue = createYielder()
  for (let from = 0; from < length; from += perSlice) {
    work(from, Math.min(from + perSlice, length))
    await yieldIfDue()
  }
}

/**
 * Small enough to sort without blocking the process, large enough to limit the number of passes
 * over the table.
 */
const ITEMS_PER_BATCH = 20_000

/** Of an order that does not change; each batch comes after the previous one was used. */
export async function* inBatches<Item>(
  limit: number,
  readPage: (range: Range) => Promise<Item[]>,
): AsyncGenerator<Item[]> {
  for (let offset = 0; offset < limit; offset += ITEMS_PER_BATCH)
    yield await readPage({ offset, size: Math.min(ITEMS_PER_BATCH, limit - offset) })
}

/** Call it between parts of long work: it yields to other work when it is time. */
export function createYielder(): () => Promise<void> | undefined {
  let startedMs = performance.now()
  return () => {
    if (performance.now() - startedMs < MAX_SLICE_MS) return
    return setImmediate().then(() => void (startedMs = performance.now()))
  }
}
