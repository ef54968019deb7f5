const FIRST_PORTION = 256
const LARGEST_PORTION = 1_024
/** No log is known to refuse so few. */
const SMALLEST_REFUSED = 16
/** A log that gave all it was asked for this many times is asked for more. */
const GROW_AFTER = 16

export type Portion = {
  /** How many entries to ask for from `start` on. */
  countAt: (start: number) => number
  /** What came of it; not for the last entries of a log, where there are no more. */
  given: (request: { start: number; asked: number; got: number }) => void
  /** The log had nothing to give for this many: some refuse what they find too much. */
  refused: () => void
}

/**
 * Learns how many entries a log gives at once. Most cut what they find too much, and some end each answer at a multiple of their portion;
 * so requests end there as well, and a short answer that ends at such a place says nothing about the portion.
 */
export function createPortion(): Portion {
  let size = FIRST_PORTION
  let largest = LARGEST_PORTION
  let inFull = 0
  return {
    countAt: (start) => size - (start % size),
    given({ start, asked, got }) {
      if (got < asked) {
        inFull = 0
        // By half at most: one answer may be short for any reason.
        if (!endsAtBoundary(start, got, size)) size = Math.max(1, got, Math.floor(size / 2))
        return
      }
      inFull += 1
      if (inFull < GROW_AFTER || size >= largest) return
      inFull = 0
      size = Math.min(largest, size * 2)
    },
    refused() {
      inFull = 0
      size = Math.min(size, Math.max(SMALLEST_REFUSED, Math.floor(size / 2)))
      largest = size
    },
  }
}

/** The answer ended at a multiple of a power of two that is larger than the answer. */
function endsAtBoundary(start: number, got: number, size: number): boolean {
  for (let width = 2; width <= size; width *= 2) if (width > got && (start + got) % width === 0) return true
  return false
}
