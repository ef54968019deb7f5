import { entriesIn, type LogEntry } from './log-entry.ts'
import type { TickBook } from './tick-book.ts'

export type IndexedEntry = { entry: LogEntry; index: number }

/**
 * Where each tick's entries begin in a log. The entries themselves are rebuilt from their tick on
 * request.
 */
export type EntryIndex = {
  readonly size: number
  /** Reports that the next tick of the state has this many entries. */
  add: (count: number) => void
  range: (first: number, count: number) => IndexedEntry[]
}

export function createEntryIndex(certificatesOfTick: TickBook, logBit: number): EntryIndex {
  const starts: number[] = []
  let size = 0
  return {
    get size() {
      return size
    },
    add(count) {
      starts.push(size)
      size += count
    },
    range(first, count) {
      const found: IndexedEntry[] = []
      for (
        let tick = lastAtOrBefore(starts, first);
        found.length < count && tick < starts.length;
        tick++
      ) {
        const start = starts[tick] ?? 0
        const end = starts[tick + 1] ?? size
        if (start === end) continue
        const entries = entriesIn(logBit, certificatesOfTick(tick))
        const from = Math.max(0, first - start)
        for (const [offset, entry] of entries.slice(from, from + count - found.length).entries())
          found.push({ entry, index: start + from + offset })
      }
      return found
    },
  }
}

/** The entries of a log that never grows. */
export function createFixedIndex(entries: readonly LogEntry[]): EntryIndex {
  let size = 0
  return {
    get size() {
      return size
    },
    add(count) {
      size += count
    },
    range: (first, count) =>
      entries
        .slice(first, Math.min(size, first + count))
        .map((entry, offset) => ({ entry, index: first + offset })),
  }
}

function lastAtOrBefore(starts: readonly number[], index: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? Infinity) <= index) low = middle
    else high = middle - 1
  }
  return low
}
