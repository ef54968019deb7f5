import { inSlices } from './in-slices.ts'
import { compareRows, firstKeyOf, type StoreOrder } from './order-rows.ts'
import type { Scan } from './scan-stores.ts'
import { firstRows } from './select-first.ts'

/** The cached first rows of a scan in some orders: the next page is often requested too. */
export type FirstKept = {
  /** At least this many of the first rows, or all of them. */
  of: (order: StoreOrder, count: number) => Promise<readonly number[]>
  /** The same for a later version of the scan. */
  carry: (later: Scan) => Promise<FirstKept>
}

type Kept = { order: StoreOrder; count: number; rows: Promise<readonly number[]> }

/** Sorted at once. */
const LEAST_KEPT = 200

export function keepFirst(scan: Scan, carried: readonly Kept[] = []): FirstKept {
  const kept = new Map(carried.map((entry) => [nameOf(entry.order), entry]))
  return {
    of(order, count) {
      const known = kept.get(nameOf(order))
      if (known && known.count >= count) return known.rows
      const most = Math.max(count, LEAST_KEPT)
      const next = { order, count: most, rows: nearRows(scan, order, most) }
      kept.set(nameOf(order), next)
      next.rows.catch(() => kept.delete(nameOf(order)))
      return next.rows
    },
    async carry(later) {
      const entries = await Promise.all([...kept.values()].map((entry) => carryRows(scan, later, entry)))
      return keepFirst(later, entries)
    },
  }
}

const nameOf = ({ sortBy, direction }: StoreOrder): string => `${sortBy} ${direction}`

/** Removes ended rows and inserts added ones in order. Rows beyond the last remaining one are unknown, unless all were kept. */
async function carryRows(scan: Scan, later: Scan, { order, count, rows }: Kept): Promise<Kept> {
  const { table, version } = later
  const before = await rows
  const alive = before.filter((row) => (table.died.values[row] ?? 0) > version)
  const added = later.rows.subarray(later.rows.length - later.added)
  const inOrder = [...alive, ...added].toSorted(compareRows(table, order))
  const isWhole = before.length >= scan.rows.length
  return isWhole
    ? { order, count: Math.max(count, inOrder.length), rows: Promise.resolve(inOrder) }
    : { order, count: alive.length, rows: Promise.resolve(inOrder.slice(0, alive.length)) }
}

export async function nearRows(
  { table, rows }: Scan,
  order: StoreOrder,
  count: number,
  isWanted: (row: number) => boolean = () => true,
): Promise<number[]> {
  const first = firstRows(count, compareRows(table, order))
  const keyOf = firstKeyOf(table, order)
  const isDownwards = order.direction === 'desc'
  let mostKey = Infinity
  await inSlices(rows.length, (from, to) => {
    for (let step = from; step < to; step++) {
      // Rows were mostly added in the order of time: starting with the best ones saves the heap most of the others.
      const at = isDownwards ? rows.length - 1 - step : step
      const row = rows[at] ?? 0
      if (keyOf(row) > mostKey || !isWanted(row)) continue
      first.offer(row)
      const last = first.last()
      if (last !== undefined) mostKey = keyOf(last)
    }
  })
  return first.inOrder()
}
