import { createLruCache } from '../lru-cache.ts'
import type { WorldState } from '../world-state.ts'
import { entriesIn, type LogEntry } from './log-entry.ts'
import { certificatesOf } from './tick-certificates.ts'

export type IndexedEntry = { entry: LogEntry; index: number }

/** Where each tick's entries begin in a log. The entries themselves are made anew from their tick when asked for. */
export type EntryIndex = {
  readonly size: number
  /** The next tick of the state has this many entries. */
  add: (count: number) => void
  range: (first: number, count: number) => IndexedEntry[]
}

const REMEMBERED_TICKS = 64

export function createEntryIndex(state: WorldState, logBit: number): EntryIndex {
  const starts: number[] = []
  let size = 0
  const made = createLruCache<number, LogEntry[]>(REMEMBERED_TICKS)
  const entriesOfTick = (number: number): LogEntry[] => {
    const tick = state.ticks[number]
    return tick ? made.get(number, () => entriesIn(logBit, certificatesOf(state, tick))) : []
  }
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
      for (let tick = lastAtOrBefore(starts, first); found.length < count && tick < starts.length; tick++) {
        const start = starts[tick] ?? 0
        entriesOfTick(tick).forEach((entry, offset) => {
          if (start + offset >= first && found.length < count) found.push({ entry, index: start + offset })
        })
      }
      return found
    },
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
