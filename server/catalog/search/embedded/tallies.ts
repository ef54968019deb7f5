import { LRUCache } from 'lru-cache'
import { activeKeys } from '#server/catalog/search/choices.ts'
import type { StoreQuery } from '#server/catalog/search/search.ts'
import { type BitRows, type RowSet, without } from './row-set.ts'
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
