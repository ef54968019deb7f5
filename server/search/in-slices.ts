import { setImmediate } from 'node:timers/promises'

export const ROWS_PER_SLICE = 16_384
/** Whoever waits for the database meanwhile waits this long each time. */
const MAX_SLICE_MS = 2

/** Works through a table without keeping the process from everything else: long work rests between slices. */
export async function inSlices(
  length: number,
  work: (from: number, to: number) => void,
  perSlice = ROWS_PER_SLICE,
): Promise<void> {
  let startedMs = performance.now()
  for (let from = 0; from < length; from += perSlice) {
    work(from, Math.min(from + perSlice, length))
    if (performance.now() - startedMs < MAX_SLICE_MS) continue
    await setImmediate()
    startedMs = performance.now()
  }
}
