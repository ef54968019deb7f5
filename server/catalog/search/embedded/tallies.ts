import { LRUCache } from 'lru-cache'
import type { FilterKey } from '#contracts/catalog/store-filters.ts'
import { activeKeys, bandsOf } from '#server/catalog/search/choices.ts'
import type { StoreQuery } from '#server/catalog/search/search.ts'
import { rentInt32 } from './columns/array-pool.ts'
import { type CodeColumn, type ListColumn, tableSize, UNKNOWN_NUMBER } from './columns/columns.ts'
import { EMPTY_LIST } from './columns/list-dictionary.ts'
import type { ReadNumbers } from './row-scores.ts'
import { type BitRows, type RowSet, without } from './row-set.ts'
import { inSlices } from './scheduling.ts'
import type { Scan } from './store-scan.ts'
import type { StoreTable } from './store-table.ts'

/** Sums over rows that can be added, and subtracted again, row by row. */
export type Tally = {
  /** Unique for what is counted: part of the key of kept counts. */
  name: string
  /** Never less than before: dictionaries grow. */
  size: () => number
  /** Counts are sums of an index in memory: far below 2^31. */
  add: (rows: BitRows, counts: Int32Array, times: 1 | -1) => Promise<void>
}

type Counted = { table: StoreTable; rows: RowSet; counts: Int32Array }

/** Counts of matches, kept for their next questions. Callers must not change them. */
export type Tallies = {
  /** `wider`: a scan with all of these rows and not many others, if there is one. */
  of: (
    scan: Scan,
    tally: Tally,
    wider?: () => Promise<Scan | null>,
  ) => Promise<Readonly<Int32Array>>
  clear: () => void
}

/** With the rows that each was counted over. */
const MAX_BYTES = 32 * 1024 ** 2

/**
 * A count costs as much as the rows that differ from an earlier count: of the same match before
 * stores changed, or of the wider match that all accounts share.
 */
export function createTallies(): Tallies {
  const kept = new LRUCache<string, Counted>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ rows, counts }) => rows.words.byteLength + counts.byteLength,
  })
  const of: Tallies['of'] = async (scan, tally, wider) => {
    const { table, rows } = scan
    const name = `${scan.key} ${tally.name}`
    const known = kept.get(name)
    if (known?.rows === rows) return known.counts
    const base = await wider?.()
    // What few accounts ask for is not worth counting twice.
    const isShared = base && (isByDays(base.query) || kept.has(`${base.key} ${tally.name}`))
    const counts =
      (known?.table === table && (await recount(known, rows, tally))) ||
      (isShared && (await recount({ ...base, counts: await of(base, tally) }, rows, tally))) ||
      (await countRows(rows, tally))
    kept.set(name, { table, rows, counts })
    return counts
  }
  return { of, clear: () => kept.clear() }
}

const isByDays = (query: StoreQuery): boolean => activeKeys(query).length === 0

export async function countRows(rows: BitRows, tally: Tally): Promise<Int32Array> {
  const counts = new Int32Array(tally.size())
  await tally.add(rows, counts, 1)
  return counts
}

/** Null where counting all rows costs less. */
async function recount(
  before: Pick<Counted, 'rows'> & { counts: Readonly<Int32Array> },
  rows: RowSet,
  tally: Tally,
): Promise<Int32Array | null> {
  const [gone, added] = [without(before.rows, rows), without(rows, before.rows)]
  if (gone.size + added.size > rows.size) return null
  const counts = new Int32Array(tally.size())
  counts.set(before.counts)
  await tally.add(gone, counts, -1)
  await tally.add(added, counts, 1)
  return counts
}

/** By code: see `CodeColumn`. */
export const codeTally = (name: FilterKey, { codes, dictionary }: CodeColumn): Tally => ({
  name,
  size: dictionary.size,
  add: (rows, counts, times) =>
    rows.eachWords((words, first) => codes.count(words, first, counts, times)),
})

/** In the counts of a list column the values follow the two lists without any. */
export const placeInLists = (code: number): number => code + EMPTY_LIST

/** Lists that are read one after the other, in the time in which a row finds its own. */
const LISTS_PER_ROW = 8

export function listTally(name: FilterKey, { dictionary, lists, codes }: ListColumn): Tally {
  const addList = (list: number, counts: Int32Array, rows: number) => {
    if (list <= EMPTY_LIST) {
      counts[list] = (counts[list] ?? 0) + rows
      return
    }
    const [starts, pool] = [lists.starts(), lists.pool()]
    const end = starts[list + 1] ?? 0
    for (let at = starts[list] ?? 0; at < end; at++) {
      const place = placeInLists(pool[at] ?? 0)
      counts[place] = (counts[place] ?? 0) + rows
    }
  }
  return {
    name,
    size: () => placeInLists(dictionary.size()),
    async add(rows, counts, times) {
      const size = lists.size()
      if (rows.size < size / LISTS_PER_ROW)
        return rows.eachSlice((slice) => {
          for (const row of slice) addList(codes.at(row), counts, times)
        })
      // Rows share lists, and lists are read one after the other.
      using rented = rentInt32(size)
      const byList = rented.values.subarray(0, size).fill(0)
      await rows.eachWords((words, first) => codes.count(words, first, byList, times))
      await inSlices(size, (from, to) => {
        for (let list = from; list < to; list++)
          if (byList[list]) addList(list, counts, byList[list] ?? 0)
      })
    },
  }
}

/** The unknown ones, then each band. */
export function bandTally(name: string, key: FilterKey, { numbers, base }: ReadNumbers): Tally {
  const bands = bandsOf(key)
  const ends = Float64Array.from(bands.flatMap(([min, max]) => [min ?? -Infinity, max ?? Infinity]))
  const size = tableSize(ends, base)
  return {
    name,
    size: () => 1 + bands.length,
    async add(rows, counts, times) {
      const byNumber = new Int32Array(size)
      await rows.eachWords((words, first) => numbers.count(words, first, byNumber, times))
      counts[0] = (counts[0] ?? 0) + (byNumber[UNKNOWN_NUMBER] ?? 0)
      for (let kept = UNKNOWN_NUMBER + 1; kept < size; kept++)
        for (let at = 0; at < bands.length; at++)
          if (isBetween(kept - 1 + base, ends[2 * at] ?? 0, ends[2 * at + 1] ?? 0))
            counts[at + 1] = (counts[at + 1] ?? 0) + (byNumber[kept] ?? 0)
    },
  }
}

const isBetween = (value: number, min: number, max: number) => value >= min && value <= max

/** The stores of each day since 1970, and how many of them have a usable address, in turns. */
export const dayTally = ({ foundDays, hasEmail, rowsByDay }: StoreTable): Tally => ({
  name: 'found days',
  size: () => 2 * (rowsByDay.lastDay() + 1),
  add(rows, counts, times) {
    const [days, leads] = [foundDays.values, hasEmail.values]
    return rows.eachSlice((slice) => {
      for (const row of slice) {
        const place = 2 * (days[row] ?? 0)
        counts[place] = (counts[place] ?? 0) + times
        counts[place + 1] = (counts[place + 1] ?? 0) + times * (leads[row] ?? 0)
      }
    })
  },
})

/** How many have a usable address, and how many products all of them list. */
export const sumTally = ({ hasEmail, listedProducts }: StoreTable): Tally => ({
  name: 'sums',
  size: () => 2,
  async add(rows, counts, times) {
    const [leads, listed] = [hasEmail.values, listedProducts.values]
    let [leadSum, listedSum] = [0, 0]
    await rows.eachSlice((slice) => {
      for (const row of slice) {
        leadSum += leads[row] ?? 0
        listedSum += listed[row] ?? 0
      }
    })
    counts[0] = (counts[0] ?? 0) + times * leadSum
    counts[1] = (counts[1] ?? 0) + times * listedSum
  },
})
