import { growing } from './growing.ts'

/** Beyond this an array by id would be mostly empty. */
const MOST_DENSE = 2 ** 26

/** A whole number of 0 or more for each sequential id of the database: an array where a map would take ten times the space and time. */
export type NumberById = { get: (id: number) => number | undefined; set: (id: number, value: number) => void }

export function createNumberById(): NumberById {
  /** The number + 1; 0 = none. */
  const dense = growing((length) => new Uint32Array(length))
  const sparse = new Map<number, number>()
  return {
    get(id) {
      if (id >= MOST_DENSE) return sparse.get(id)
      const value = dense.values[id] ?? 0
      return value === 0 ? undefined : value - 1
    },
    set(id, value) {
      if (id >= MOST_DENSE) sparse.set(id, value)
      else dense.set(id, value + 1)
    },
  }
}
