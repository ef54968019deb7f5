import { inSlices } from './in-slices.ts'
import { valueAtPlace } from './select-far.ts'

type Ordered = {
  /** Items are numbered from 0. */
  total: number
  /** The highest first. */
  keyOf: (item: number) => number
  /** Negative when `a` comes before `b`, of two with the same key. */
  compareTies: (a: number, b: number) => number
}

/** A page of the items in order; only those between the keys at its two ends are sorted. */
export async function pageInOrder(
  { total, keyOf, compareTies }: Ordered,
  { offset, size }: { offset: number; size: number },
): Promise<number[]> {
  const end = Math.min(offset + size, total)
  if (offset >= end) return []
  const keys = new Float64Array(total)
  await inSlices(total, (from, to) => {
    for (let item = from; item < to; item++) keys[item] = keyOf(item)
  })
  const inOrder = keys.slice()
  // Places are counted from the lowest.
  const most = offset === 0 ? Infinity : valueAtPlace(inOrder, total - 1 - offset)
  const least = valueAtPlace(inOrder, total - end)
  let before = 0
  const between: number[] = []
  await inSlices(total, (from, to) => {
    for (let item = from; item < to; item++) {
      const key = keys[item] ?? 0
      if (key > most) before++
      else if (key >= least) between.push(item)
    }
  })
  between.sort((a, b) => (keys[b] ?? 0) - (keys[a] ?? 0) || compareTies(a, b))
  return between.slice(offset - before, end - before)
}
