import { compileFunction } from 'node:vm'
import { grownLength, MIN_LENGTH, withRoom } from './growable-arrays.ts'
import { inSlices } from '#server/catalog/search/embedded/scheduling.ts'

/**
 * Whole numbers of 0 or more, each in as few bytes as the largest of them needs. `words` have a bit
 * for each place, and `first` says how many words come before them.
 */
export type WholeNumbers = {
  values: Whole
  at: (place: number) => number
  set: (at: number, value: number) => void
  /** Those at these places, in their order. */
  read: (places: Uint32Array, into: Uint32Array) => void
  /**
   * Clears the bits of places for whose number the table has 0 and not 1. Its last entry holds for
   * all further numbers.
   */
  keep: (words: Int32Array, first: number, table: Uint8Array) => void
  /** Adds `times` to the entry of each place's number, or to the last one. */
  count: (words: Int32Array, first: number, table: Int32Array, times: number) => void
  pick: (places: Uint32Array) => Promise<WholeNumbers>
}

type Whole = Uint8Array | Uint16Array | Uint32Array

const eachPlace = (work: string) => `
  const last = table.length - 1
  for (let at = 0; at < words.length; at++) {
    let left = words[at]
    let kept = left
    while (left !== 0) {
      const lowest = left & -left
      const value = values[32 * (first + at) + 31 - Math.clz32(lowest)]
      const entry = value < last ? value : last
      ${work}
      left ^= lowest
    }
    if (kept !== words[at]) words[at] = kept
  }`

/** One loop over several kinds of arrays would take twice as long as a loop for each kind. */
function compile<Rest extends unknown[]>(body: string, ...names: string[]) {
  // Safe: the names are those of the parameters.
  return compileFunction(body, ['values', ...names]) as (values: Whole, ...rest: Rest) => void
}

const READ = 'for (let at = 0; at < places.length; at++) into[at] = values[places[at]]'
// Without a branch: its direction would be unpredictable.
const KEEP = eachPlace('kept ^= lowest & (table[entry] - 1)')
const COUNT = eachPlace('table[entry] += times')

const WIDTHS = [Uint8Array, Uint16Array, Uint32Array].map((Values) => ({
  most: 2 ** (8 * Values.BYTES_PER_ELEMENT) - 1,
  create: (length: number): Whole => new Values(length),
  read: compile<Parameters<WholeNumbers['read']>>(READ, 'places', 'into'),
  keep: compile<Parameters<WholeNumbers['keep']>>(KEEP, 'words', 'first', 'table'),
  count: compile<Parameters<WholeNumbers['count']>>(COUNT, 'words', 'first', 'table', 'times'),
}))

function widthFor(value: number) {
  const width = WIDTHS.find(({ most }) => value <= most)
  if (!width) throw new Error(`${value} needs more than four bytes`)
  return width
}

/** `least` = a number that fits from the beginning. */
export function createWholeNumbers(expected = MIN_LENGTH, least = 0): WholeNumbers {
  let width = widthFor(least)
  const numbers: WholeNumbers = {
    values: width.create(Math.max(expected, MIN_LENGTH)),
    at: (place) => numbers.values[place] ?? 0,
    set(at, value) {
      const { length } = numbers.values
      if (value > width.most || at >= length) {
        width = widthFor(Math.max(value, width.most))
        const larger = width.create(at < length ? length : grownLength(length, at))
        larger.set(numbers.values)
        numbers.values = larger
      }
      numbers.values[at] = value
    },
    read: (...asked) => width.read(numbers.values, ...asked),
    keep: (...asked) => width.keep(numbers.values, ...asked),
    count: (...asked) => width.count(numbers.values, ...asked),
    async pick(places) {
      const picked = createWholeNumbers(withRoom(places.length), width.most)
      await inSlices(places.length, (from, to) => {
        for (let at = from; at < to; at++) picked.values[at] = numbers.values[places[at] ?? 0] ?? 0
      })
      return picked
    },
  }
  return numbers
}
