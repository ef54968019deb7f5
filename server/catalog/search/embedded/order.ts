import type { Range } from '#server/catalog/search/search.ts'
import { rentFloat64 } from './columns/array-pool.ts'
import { type Rows, rowsOf } from './row-set.ts'
import { type Compare, createTopRows, quickselect } from './selection.ts'

export type Ordered = {
  rows: Rows
  /** The smallest comes first, by one key after the other; no two rows share all of them. */
  keys: readonly ((row: number) => number)[]
  /** The first ones are mostly at the end of `rows`: a search that begins there meets them early. */
  startsAtEnd: boolean
}

export const compareBy =
  ({ keys }: Pick<Ordered, 'keys'>): Compare =>
  (a, b) => {
    for (const keyOf of keys) {
      const left = keyOf(a)
      const right = keyOf(b)
      if (left !== right) return left < right ? -1 : 1
    }
    return 0
  }

const keyAt = ({ keys }: Ordered, level: number) => keys[level] ?? (() => 0)

/** Up to here a heap of all earlier rows is cheaper than finding the keys at the page's ends. */
export const MAX_HEAP_ROWS = 2_000

export async function pageInOrder(ordered: Ordered, { offset, size }: Range): Promise<number[]> {
  const end = offset + size
  return end <= MAX_HEAP_ROWS
    ? (await findFirstRows(ordered, end)).slice(offset)
    : findDistantRows(ordered, { from: offset, end })
}

export async function findFirstRows(
  ordered: Ordered,
  count: number,
  isAfter: (row: number) => boolean = () => true,
): Promise<number[]> {
  const { rows, startsAtEnd } = ordered
  const first = createTopRows(count, compareBy(ordered))
  const keyOf = keyAt(ordered, 0)
  let lastKey = Infinity
  await rows.eachSlice((slice) => {
    for (let step = 0; step < slice.length; step++) {
      const row = slice[startsAtEnd ? slice.length - 1 - step : step] ?? 0
      if (keyOf(row) > lastKey || !isAfter(row)) continue
      first.offer(row)
      const last = first.last()
      if (last !== undefined) lastKey = keyOf(last)
    }
  }, startsAtEnd)
  return first.inOrder()
}

/** More rows than this are never sorted at once, which would block the process. At least 1. */
const MAX_SORTED_ROWS = 20_000

type Places = { from: number; end: number }

/**
 * The rows at the places `from` (inclusive) to `end` (exclusive): sorts those with keys between
 * both ends. Rows with the key of an end are often far more than the page, as when many stores have
 * no apps: then the next key finds the few.
 */
export async function findDistantRows(
  ordered: Ordered,
  places: Places,
  maxSorted = MAX_SORTED_ROWS,
  level = 0,
): Promise<number[]> {
  const [{ from }, end] = [places, Math.min(places.end, ordered.rows.size)]
  if (from >= end) return []
  const compare = compareBy(ordered)
  const { first, inner, final, before } = await splitAtEnds(ordered, { from, end }, level)
  if (first.length + inner.length + final.length <= maxSorted)
    return [...first, ...inner, ...final].toSorted(compare).slice(from - before, end - before)
  const afterFirst = before + first.length
  const partOf = (part: number[], places: Places) =>
    findDistantRows(
      { ...ordered, rows: rowsOf(Uint32Array.from(part)) },
      places,
      maxSorted,
      level + 1,
    )
  return [
    ...(await partOf(first, { from: from - before, end: Math.min(end, afterFirst) - before })),
    ...inner.toSorted(compare),
    ...(await partOf(final, { from: 0, end: end - afterFirst - inner.length })),
  ]
}

/**
 * Rows with the key of the first place, with keys in between, and with the key of the last place;
 * `before` = how many come before them.
 */
async function splitAtEnds(ordered: Ordered, { from, end }: Places, level: number) {
  const { rows } = ordered
  const keyOf = keyAt(ordered, level)
  using rented = rentFloat64(rows.size)
  const keys = rented.values.subarray(0, rows.size)
  let count = 0
  await rows.eachSlice((slice) => {
    for (let at = 0; at < slice.length; at++) keys[count++] = keyOf(slice[at] ?? 0)
  })
  const lowest = await quickselect(keys, from)
  const highest = await quickselect(keys, end - 1)
  const split = { first: [] as number[], inner: [] as number[], final: [] as number[], before: 0 }
  await rows.eachSlice((slice) => {
    for (const row of slice) {
      const key = keyOf(row)
      if (key < lowest) split.before++
      else if (key === lowest) split.first.push(row)
      else if (key < highest) split.inner.push(row)
      else if (key === highest) split.final.push(row)
    }
  })
  return split
}
