import { setImmediate } from 'node:timers/promises'

export const ROWS_PER_SLICE = 16_384
/** Whoever waits for the database meanwhile waits this long each time. */
const MAX_SLICE_MS = 1

/** Works through a table without keeping the process from everything else: long work rests between slices. */
export async function inSlices(
  length: number,
  work: (from: number, to: number) => void,
  perSlice = ROWS_PER_SLICE,
): Promise<void> {
  const rest = createRest()
  for (let from = 0; from < length; from += perSlice) {
    work(from, Math.min(from + perSlice, length))
    await rest()
  }
}

/** To be called between pieces of long work: lets everything else have its turn when it is time. */
export function createRest(): () => Promise<void> | undefined {
  let startedMs = performance.now()
  return () => {
    if (performance.now() - startedMs < MAX_SLICE_MS) return
    return setImmediate().then(() => void (startedMs = performance.now()))
  }
}
