import { createCodeTable } from './code-table.ts'
import { growableUint32 } from './growable-arrays.ts'
import { createWholeNumbers, type WholeNumbers } from './whole-numbers.ts'

export const UNKNOWN_LIST = 0
export const EMPTY_LIST = 1
const FIRST_LIST = 2

/**
 * Different lists of codes, numbered: most stores share theirs with others, and a filter tests each
 * list once. A list is a slice of the pool, from its start to that of the next one.
 */
export type ListDictionary = {
  /** Of the first `count` codes, which are in ascending order; a new list is added. */
  codeOf: (codes: WholeNumbers['values'], count: number) => number
  starts: () => Uint32Array
  pool: () => WholeNumbers['values']
  size: () => number
}

export function createListDictionary(): ListDictionary {
  const starts = growableUint32()
  const pool = createWholeNumbers()
  let size = FIRST_LIST
  const startOf = (list: number) => starts.values[list] ?? 0
  const lists = createCodeTable((list) => hashOf(pool.values, startOf(list), startOf(list + 1)))
  let asked: WholeNumbers['values'] = new Uint32Array()
  let askedCount = 0
  const isAsked = (list: number): boolean => {
    const from = startOf(list)
    if (startOf(list + 1) - from !== askedCount) return false
    const { values } = pool
    for (let at = 0; at < askedCount; at++) if (values[from + at] !== asked[at]) return false
    return true
  }
  return {
    size: () => size,
    starts: () => starts.values,
    pool: () => pool.values,
    codeOf(codes, count) {
      if (count === 0) return EMPTY_LIST
      ;[asked, askedCount] = [codes, count]
      const hash = hashOf(codes, 0, count)
      const known = lists.find(hash, isAsked)
      if (known !== 0) return known
      const from = startOf(size)
      for (let at = 0; at < count; at++) pool.set(from + at, codes[at] ?? 0)
      starts.set(size + 1, from + count)
      lists.add(hash, size)
      return size++
    },
  }
}

/** FNV-1a over whole codes, with the bits mixed: a table uses the lowest and the highest. */
function hashOf(codes: WholeNumbers['values'], from: number, end: number): number {
  let hash = 0x811c9dc5
  for (let at = from; at < end; at++) hash = Math.imul(hash ^ (codes[at] ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
