import { borrowFloat64 } from './borrow.ts'
import { inSlices } from './in-slices.ts'
import { valueAtPlace } from './select-far.ts'
import { firstRows } from './select-first.ts'

type Ordered = {
  /** Items are numbered from 0. */
  total: number
  /** The highest first. */
  keyOf: (item: number) => number
  /** Orders items with the same key: negative when `a` comes before `b`. */
  compareTies: (a: number, b: number) => number
}

/** Up to here a heap of all earlier items is cheaper than finding the keys at the page's ends. */
const NEAR = 2_000

/** A page of the items in order. */
export async function pageInOrder(
  ordered: Ordered,
  { offset, size }: { offset: number; size: number },
): Promise<number[]> {
  const end = Math.min(offset + size, ordered.total)
  if (offset >= end) return []
  return end <= NEAR ? (await firstInOrder(ordered, end)).slice(offset) : farInOrder(ordered, offset, end)
}

async function firstInOrder({ total, keyOf, compareTies }: Ordered, count: number): Promise<number[]> {
  const first = firstRows(count, (a, b) => keyOf(b) - keyOf(a) || compareTies(a, b))
  let least = -Infinity
  await inSlices(total, (from, to) => {
    for (let item = from; item < to; item++) {
      if (keyOf(item) < least) continue
      first.offer(item)
      const last = first.last()
      if (last !== undefined) least = keyOf(last)
    }
  })
  return first.inOrder()
}

/** Sorts only the items between the keys at both ends. */
async function farInOrder(
  { total, keyOf, compareTies }: Ordered,
  offset: number,
  end: number,
): Promise<number[]> {
  using lentKeys = borrowFloat64(total)
  using lentOrder = borrowFloat64(total)
  const [keys, inOrder] = [lentKeys.values, lentOrder.values.subarray(0, total)]
  await inSlices(total, (from, to) => {
    for (let item = from; item < to; item++) keys[item] = keyOf(item)
  })
  inOrder.set(keys.subarray(0, total))
  // Positions are counted from the lowest.
  const most = offset === 0 ? Infinity : await valueAtPlace(inOrder, total - 1 - offset)
  const least = await valueAtPlace(inOrder, total - end)
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
