import { createYielder, inSlices, ROWS_PER_SLICE } from './scheduling.ts'

/** Rows to go through, ascending in each slice. The array of a slice is reused after the visit. */
export type Rows = {
  size: number
  eachSlice: (visit: (rows: Uint32Array) => void, fromEnd?: boolean) => Promise<void>
}

/** Rows as bits, slice by slice; `first` = how many words come before the slice. Not to be changed. */
export type BitRows = Rows & {
  eachWords: (visit: (words: Int32Array, first: number) => void, fromEnd?: boolean) => Promise<void>
}

/**
 * A bit for each row of a table, never changed once it is shared: a thirty-second of the rows'
 * numbers when it holds all of them, and two sets are combined 32 rows at a time.
 */
export type RowSet = BitRows & { words: Int32Array }

/** Bits of 32 rows, by the place of their word. */
export type WordTest = (at: number) => number
export type RowTest = (row: number) => boolean

export const createWords = (rows: number) => new Int32Array((rows >>> 5) + 1)

export function addRow(words: Int32Array, row: number): void {
  words[row >>> 5] = (words[row >>> 5] ?? 0) | (1 << (row & 31))
}

/** None beyond its end: these rows are later than the set. */
export const wordsIn =
  (words: Int32Array): WordTest =>
  (at) =>
    words[at] ?? 0

export const hasRow = ({ words }: Pick<RowSet, 'words'>, row: number): boolean =>
  (((words[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1

export const WORDS_PER_SLICE = ROWS_PER_SLICE / 32
const slice = new Uint32Array(ROWS_PER_SLICE)

export const toRowSet = (words: Int32Array, size = countBits(words)): RowSet => ({
  words,
  ...bitRows(words.length, (from, end) => words.subarray(from, end), size),
})

type ReadWords = (from: number, end: number) => Int32Array

function bitRows(length: number, read: ReadWords, size: number): BitRows {
  const eachWords: BitRows['eachWords'] = async (visit, fromEnd = false) => {
    if (size === 0) return
    const yieldIfDue = createYielder()
    const slices = Math.ceil(length / WORDS_PER_SLICE)
    for (let step = 0; step < slices; step++) {
      const from = WORDS_PER_SLICE * (fromEnd ? slices - 1 - step : step)
      visit(read(from, Math.min(from + WORDS_PER_SLICE, length)), from)
      const pause = yieldIfDue()
      if (pause) await pause
    }
  }
  return {
    size,
    eachWords,
    eachSlice: (visit, fromEnd) =>
      eachWords((words, first) => {
        const rows = unpack(words, first)
        if (rows.length > 0) visit(rows)
      }, fromEnd),
  }
}

/** At most a slice of rows, into an array that the next call overwrites. */
export function unpack(words: Int32Array, first: number): Uint32Array {
  let count = 0
  for (let at = 0; at < words.length; at++) {
    let left = words[at] ?? 0
    while (left !== 0) {
      const lowest = left & -left
      slice[count++] = 32 * (first + at) + 31 - Math.clz32(lowest)
      left ^= lowest
    }
  }
  return slice.subarray(0, count)
}

export const rowsOf = (rows: Uint32Array): Rows => ({
  size: rows.length,
  eachSlice: (visit, fromEnd = false) =>
    inSlices(rows.length, (from, to) =>
      visit(
        fromEnd ? rows.subarray(rows.length - to, rows.length - from) : rows.subarray(from, to),
      ),
    ),
})

/** From 0 to the one before `size`. */
export const allRows = (size: number): Rows => ({
  size,
  eachSlice: (visit, fromEnd = false) =>
    inSlices(size, (from, to) => {
      const first = fromEnd ? size - to : from
      for (let at = 0; at < to - from; at++) slice[at] = first + at
      visit(slice.subarray(0, to - from))
    }),
})

export function narrow(set: RowSet, test: WordTest): RowSet {
  const words = set.words.slice()
  for (let at = 0; at < words.length; at++) words[at] = (words[at] ?? 0) & test(at)
  return toRowSet(words)
}

/** The rows of a set that another set lacks; the result is not cached. */
export function without({ words }: RowSet, { words: others }: RowSet): BitRows {
  const read: ReadWords = (from, end) => {
    for (let at = from; at < end; at++)
      difference[at - from] = (words[at] ?? 0) & ~(others[at] ?? 0)
    return difference.subarray(0, end - from)
  }
  let size = 0
  for (let from = 0; from < words.length; from += WORDS_PER_SLICE)
    size += countBits(read(from, Math.min(from + WORDS_PER_SLICE, words.length)))
  return bitRows(words.length, read, size)
}

const difference = new Int32Array(WORDS_PER_SLICE)

/** `gone` are rows of the set, `added` are none; `end` = the rows that there are now. */
export function changed(
  set: RowSet,
  { gone, added, end }: { gone: readonly number[]; added: readonly number[]; end: number },
): RowSet {
  const words = createWords(end)
  words.set(set.words)
  for (const row of gone) words[row >>> 5] = (words[row >>> 5] ?? 0) & ~(1 << (row & 31))
  for (const row of added) addRow(words, row)
  return toRowSet(words, set.size - gone.length + added.length)
}

function countBits(words: Int32Array): number {
  let count = 0
  for (let at = 0; at < words.length; at++) {
    let bits = words[at] ?? 0
    bits -= (bits >>> 1) & 0x55555555
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
    count += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}
