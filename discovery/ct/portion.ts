const FIRST_PORTION = 256
const LARGEST_PORTION = 1_024
/** We know of no log that refuses a request for so few entries. */
const SMALLEST_REFUSED = 16
/** After this many complete answers the reader asks for more entries. */
const GROW_AFTER = 16

export type Portion = {
  /** How many entries to request, beginning at `start`. */
  countAt: (start: number) => number
  /** Reports an answer; not for the last entries of a log, where there are no more. */
  given: (request: { start: number; asked: number; got: number }) => void
  /** Reports that the log returned nothing for a request this large; some logs refuse instead of shortening. */
  refused: () => void
}

/**
 * Learns how many entries a log returns per request. Most logs shorten an answer that they find too large, and some end each answer at a
 * multiple of their portion. Requests therefore end at such multiples as well, and a short answer that ends at one says nothing about the
 * portion.
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
        // At most halve the size: one answer may be short for any reason.
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
