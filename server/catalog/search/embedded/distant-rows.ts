import type { StoreOrder } from '#server/catalog/search/search.ts'
import { rentFloat64 } from './array-pool.ts'
import { inSlices } from './scheduling.ts'
import { quickselect } from './selection.ts'
import { compareRows, keyAt } from './store-order.ts'
import type { Scan } from './store-scan.ts'

/** More rows than this are never sorted at once, which would block the process. At least 1. */
const MAX_SORTED_ROWS = 20_000

type Places = { from: number; end: number }
type Ordered = Pick<Scan, 'table' | 'rows'> & { order: StoreOrder; maxSorted: number }

/** The rows at the places `from` (inclusive) to `end` (exclusive) of the order, without sorting the others. */
export const findDistantRows = (
  { table, rows }: Pick<Scan, 'table' | 'rows'>,
  order: StoreOrder,
  places: Places,
  maxSorted = MAX_SORTED_ROWS,
): Promise<number[]> => findAtLevel({ table, rows, order, maxSorted }, places, 0)

/**
 * Sorts the rows whose key is between the keys at both ends. Rows with the key of either end are often far more than the page, as when many stores have no apps: then the next key finds the few of them
 * that belong to the page.
 */
async function findAtLevel(ordered: Ordered, places: Places, level: number): Promise<number[]> {
  const [{ from }, end] = [places, Math.min(places.end, ordered.rows.length)]
  if (from >= end) return []
  const compare = compareRows(ordered.table, ordered.order)
  const { first, inner, final, before } = await splitAtEnds(ordered, { from, end }, level)
  if (first.length + inner.length + final.length <= ordered.maxSorted)
    return [...first, ...inner, ...final].toSorted(compare).slice(from - before, end - before)
  const afterFirst = before + first.length
  const afterInner = afterFirst + inner.length
  const partOf = (part: number[], places: Places) =>
    findAtLevel({ ...ordered, rows: Uint32Array.from(part) }, places, level + 1)
  return [
    ...(await partOf(first, { from: from - before, end: Math.min(end, afterFirst) - before })),
    ...inner.toSorted(compare),
    ...(await partOf(final, { from: 0, end: end - afterInner })),
  ]
}

/** Rows with the key of the first place, with keys in between, and with the key of the last place; `before` = how many come before them. */
async function splitAtEnds({ table, rows, order }: Ordered, { from, end }: Places, level: number) {
  const keyOf = keyAt(table, order, level)
  using rented = rentFloat64(rows.length)
  const keys = rented.values.subarray(0, rows.length)
  await inSlices(rows.length, (first, last) => {
    for (let at = first; at < last; at++) keys[at] = keyOf(rows[at] ?? 0)
  })
  const least = await quickselect(keys, from)
  const most = await quickselect(keys, end - 1)
  const split = { first: [] as number[], inner: [] as number[], final: [] as number[], before: 0 }
  await inSlices(rows.length, (first, last) => {
    for (let at = first; at < last; at++) {
      const row = rows[at] ?? 0
      const key = keyOf(row)
      if (key < least) split.before++
      else if (key === least) split.first.push(row)
      else if (key < most) split.inner.push(row)
      else if (key === most) split.final.push(row)
    }
  })
  return split
}
