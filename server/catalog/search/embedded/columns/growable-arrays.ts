import { inSlices } from '#server/catalog/search/embedded/scheduling.ts'

type Typed = Uint8Array | Uint32Array | Int32Array | Float64Array

/** A typed array that grows; readers that still hold the old array keep seeing its values. */
export type GrowableArray<Values extends Typed> = {
  values: Values
  set: (at: number, value: number) => void
  /**
   * Makes room for the place `at`: writing to `values` itself, one kind of array at a time, is
   * several times faster than `set`.
   */
  reserve: (at: number) => void
  /** With room for more. */
  pick: (places: Uint32Array) => Promise<GrowableArray<Values>>
}

export const MIN_LENGTH = 1024
/** From here on a quarter is added instead of doubling. */
const LARGE_LENGTH = 4 * 1024 ** 2

export const grownLength = (length: number, at: number): number =>
  Math.max(at + 1, length < LARGE_LENGTH ? 2 * length : Math.ceil(1.25 * length))

/** `expected` = how many values there will be, if that is known. */
function createGrowableArray<Values extends Typed>(
  create: (length: number) => Values,
  expected = MIN_LENGTH,
): GrowableArray<Values> {
  let capacity = Math.max(expected, MIN_LENGTH)
  const reserve = (at: number): void => {
    if (at < capacity) return
    capacity = grownLength(capacity, at)
    const larger = create(capacity)
    larger.set(growable.values)
    growable.values = larger
  }
  const growable: GrowableArray<Values> = {
    values: create(capacity),
    reserve,
    set(at, value) {
      reserve(at)
      growable.values[at] = value
    },
    async pick(places) {
      const picked = createGrowableArray(create, withRoom(places.length))
      await inSlices(places.length, (from, to) => {
        for (let at = from; at < to; at++) picked.values[at] = growable.values[places[at] ?? 0] ?? 0
      })
      return picked
    },
  }
  return growable
}

/** A length that lasts for a while; the system gives memory only to the part that is used. */
export const withRoom = (count: number): number => Math.ceil(1.125 * count)

export const growableUint8 = (expected?: number) =>
  createGrowableArray((length) => new Uint8Array(length), expected)
export const growableUint32 = (expected?: number) =>
  createGrowableArray((length) => new Uint32Array(length), expected)
export const growableInt32 = (expected?: number) =>
  createGrowableArray((length) => new Int32Array(length), expected)
export const growableFloat64 = (expected?: number) =>
  createGrowableArray((length) => new Float64Array(length), expected)

/**
 * Beyond this an array by id would be mostly empty; the ids are in sequence, so that pages of them
 * are not.
 */
const MAX_DENSE_ID = 2 ** 26
const IDS_PER_PAGE = 4_096

/**
 * A whole number of 0 or more for each sequential id of the database: an array where a map would
 * take ten times the space and time.
 */
export type NumberById = {
  get: (id: number) => number | undefined
  set: (id: number, value: number) => void
}

export function createNumberById(): NumberById {
  /** The number + 1; 0 = none. */
  const dense = growableUint32()
  const pages = new Map<number, Uint32Array>()
  return {
    get(id) {
      const value =
        id < MAX_DENSE_ID
          ? dense.values[id]
          : pages.get(Math.floor(id / IDS_PER_PAGE))?.[id % IDS_PER_PAGE]
      return value ? value - 1 : undefined
    },
    set(id, value) {
      if (id < MAX_DENSE_ID) return dense.set(id, value + 1)
      const at = Math.floor(id / IDS_PER_PAGE)
      const page = pages.get(at) ?? new Uint32Array(IDS_PER_PAGE)
      pages.set(at, page)
      page[id % IDS_PER_PAGE] = value + 1
    },
  }
}

/** Row numbers by day, in the order of insertion: a query for a few days need not scan all rows. */
export type RowsByDay = {
  add: (day: number, row: number) => void
  /** Both included, day by day. */
  between: (first: number, last: number) => Uint32Array
  /** -1 before the first. */
  lastDay: () => number
}

type Rows = { values: GrowableArray<Uint32Array>; count: number }

export function createRowsByDay(): RowsByDay {
  const days = new Map<number, Rows>()
  let lastDay = -1
  return {
    lastDay: () => lastDay,
    add(day, row) {
      lastDay = Math.max(lastDay, day)
      const rows = days.get(day) ?? { values: growableUint32(), count: 0 }
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
