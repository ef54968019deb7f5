import { growing, type Growing } from './growing.ts'

/** Row numbers by day, in the order of insertion: a query for a few days need not scan all rows. */
export type RowsOfDays = {
  add: (day: number, row: number) => void
  /** Rows of the days from `first` to `last`, both included, day by day. */
  between: (first: number, last: number) => Uint32Array
}

type Rows = { values: Growing<Uint32Array>; count: number }

export function createRowsOfDays(): RowsOfDays {
  const days = new Map<number, Rows>()
  return {
    add(day, row) {
      const rows = days.get(day) ?? { values: growing((length) => new Uint32Array(length)), count: 0 }
      days.set(day, rows)
      rows.values.set(rows.count++, row)
    },
    between(first, last) {
      const found: Rows[] = []
      for (let day = first; day <= last; day++) {
        const rows = days.get(day)
        if (rows) found.push(rows)
      }
      const all = new Uint32Array(found.reduce((sum, { count }) => sum + count, 0))
      let at = 0
      for (const { values, count } of found) {
        all.set(values.values.subarray(0, count), at)
        at += count
      }
      return all
    },
  }
}
