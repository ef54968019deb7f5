type Typed = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

/** A typed array that grows by doubling; readers that still hold the old array keep seeing its values. */
export type GrowableArray<Values extends Typed> = { values: Values; set: (at: number, value: number) => void }

export function createGrowableArray<Values extends Typed>(
  create: (length: number) => Values,
): GrowableArray<Values> {
  const growable: GrowableArray<Values> = {
    values: create(1024),
    set(at, value) {
      if (at >= growable.values.length) {
        const larger = create(Math.max(at + 1, growable.values.length * 2))
        larger.set(growable.values)
        growable.values = larger
      }
      growable.values[at] = value
    },
  }
  return growable
}

/** Beyond this an array by id would be mostly empty. */
const MAX_DENSE_ID = 2 ** 26

/** A whole number of 0 or more for each sequential id of the database: an array where a map would take ten times the space and time. */
export type NumberById = { get: (id: number) => number | undefined; set: (id: number, value: number) => void }

export function createNumberById(): NumberById {
  /** The number + 1; 0 = none. */
  const dense = createGrowableArray((length) => new Uint32Array(length))
  const sparse = new Map<number, number>()
  return {
    get(id) {
      if (id >= MAX_DENSE_ID) return sparse.get(id)
      const value = dense.values[id] ?? 0
      return value === 0 ? undefined : value - 1
    },
    set(id, value) {
      if (id >= MAX_DENSE_ID) sparse.set(id, value)
      else dense.set(id, value + 1)
    },
  }
}

/** Row numbers by day, in the order of insertion: a query for a few days need not scan all rows. */
export type RowsByDay = {
  add: (day: number, row: number) => void
  /** Rows of the days from `first` to `last`, both included, day by day. */
  between: (first: number, last: number) => Uint32Array
}

type Rows = { values: GrowableArray<Uint32Array>; count: number }

export function createRowsByDay(): RowsByDay {
  const days = new Map<number, Rows>()
  return {
    add(day, row) {
      const rows = days.get(day) ?? {
        values: createGrowableArray((length) => new Uint32Array(length)),
        count: 0,
      }
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
