import { type FilterKey, NO_CHOICE } from '#contracts/catalog/store-filters.ts'
import { toStoreId } from '#contracts/ids.ts'
import { rentUint32 } from './array-pool.ts'
import {
  bandsOf,
  chosenOf,
  closedValuesOf,
  emptyFacet,
  ownValueOf,
} from '#server/catalog/search/choices.ts'
import { isManyMark, isPersonal } from '#server/catalog/search/store-columns.ts'
import type { MarkKey, PersonalKey } from '#server/catalog/search/store-values.ts'
import { FACET_VALUES, type FacetOptions, type StoreQuery } from '#server/catalog/search/search.ts'
import type { Facet } from '#contracts/catalog/stores.ts'
import { type CodeColumn, type Dictionary, type ListColumn, UNKNOWN_NUMBER } from './columns.ts'
import type { WholeNumbers } from './growable-arrays.ts'
import { EMPTY_LIST, UNKNOWN_LIST } from './list-dictionary.ts'
import { createBits, isSetIn, type RowTest, setBit } from './row-marks.ts'
import type { ReadNumbers } from './row-scores.ts'
import { inSlices, ROWS_PER_SLICE } from './scheduling.ts'
import { createTopRows } from './selection.ts'
import { createPersonalTest, type Scan, scoresOf } from './store-scan.ts'
import { foldText } from '#server/catalog/search/text-folding.ts'

/** Fewer than rows: names are folded and compared. */
const OPTIONS_PER_SLICE = 2_048

/** Over the stores of `others`, which pass all other filters. */
export async function countFacet(
  others: Scan,
  query: StoreQuery,
  key: FilterKey,
  { find, limit = FACET_VALUES }: FacetOptions,
): Promise<Facet> {
  const chosen = chosenOf(query, key)
  const selection = { key, chosen, find: find ? foldText(find) : '', limit }
  if (isManyMark(key)) return countMarks(others, key, selection)
  if (key === 'score') return countBands(others, scoresOf(others.table, query.scoring), key)
  if (isPersonal(key)) return countPersonal(others, key)
  const column = others.table.columns[key]
  switch (column.kind) {
    case 'code':
      return withOwnValues(await countCodes(others, column, selection), others, column)
    case 'list':
      return countLists(others, column, selection)
    case 'number':
      return countBands(others, column, key)
    case 'words':
      return emptyFacet(key)
    default:
      return column satisfies never
  }
}

type OptionSelection = { key: FilterKey; chosen: readonly string[]; find: string; limit: number }

const forEachSlice = ({ rows }: Scan, count: (rows: Uint32Array) => void): Promise<void> =>
  inSlices(rows.length, (from, to) => count(rows.subarray(from, to)))

async function countCodes(
  scan: Scan,
  column: CodeColumn,
  selection: OptionSelection,
): Promise<Facet> {
  const counts = new Uint32Array(column.dictionary.size())
  await countNumbers(scan, column.codes, counts)
  return { ...(await selectOptions(counts, column.dictionary, selection)), unknown: counts[0] ?? 0 }
}

/** Counts the stores that the account marked for the value that its mark stands for. */
async function withOwnValues(facet: Facet, scan: Scan, column: CodeColumn): Promise<Facet> {
  const { table, query } = scan
  const own = ownValueOf(query, facet.key)
  if (!own) return facet
  const isMarked = await table.marks.hasOne(own.mark, query.marks?.[own.mark], null)
  const [marked, one] = [new Uint32Array(column.dictionary.size()), new Uint32Array(1)]
  const total = await countRows(scan, (row) => {
    if (!isMarked(row)) return false
    column.codes.read(one.fill(row), one)
    marked[one[0] ?? 0] = (marked[one[0] ?? 0] ?? 0) + 1
    return true
  })
  const countOf = (value: string) => marked[column.dictionary.find(value) ?? -1] ?? 0
  return {
    ...facet,
    unknown: facet.unknown - (marked[0] ?? 0),
    options: facet.options.map(({ value, label, count }) => ({
      value,
      label,
      count: count - countOf(value) + (value === own.value ? total : 0),
    })),
  }
}

const held = new Uint32Array(ROWS_PER_SLICE)

/** How many rows hold each number. */
const countNumbers = (scan: Scan, numbers: WholeNumbers, counts: Uint32Array): Promise<void> =>
  forEachSlice(scan, (rows) => {
    numbers.read(rows, held)
    for (let at = 0; at < rows.length; at++) {
      const number = held[at] ?? 0
      counts[number] = (counts[number] ?? 0) + 1
    }
  })

/** Each list once, however many rows share it. */
async function countLists(
  scan: Scan,
  { dictionary, lists, codes }: ListColumn,
  selection: OptionSelection,
): Promise<Facet> {
  const size = lists.size()
  using rented = rentUint32(size)
  const rowsOf = rented.values.fill(0, 0, size)
  await countNumbers(scan, codes, rowsOf)
  const counts = new Uint32Array(dictionary.size())
  const [starts, pool] = [lists.starts(), lists.pool()]
  await inSlices(size, (from, to) => {
    for (let list = from; list < to; list++) {
      const rows = rowsOf[list] ?? 0
      if (rows === 0) continue
      for (let at = starts[list] ?? 0; at < (starts[list + 1] ?? 0); at++) {
        const code = pool[at] ?? 0
        counts[code] = (counts[code] ?? 0) + rows
      }
    }
  })
  const [unknown, none] = [rowsOf[UNKNOWN_LIST] ?? 0, rowsOf[EMPTY_LIST] ?? 0]
  const options = await selectOptions(counts, dictionary, selection)
  return { ...options, unknown, none, any: scan.rows.length - unknown - none }
}

/** A closed list in its order, an open one by frequency; chosen values are always included. */
async function selectOptions(
  counts: Uint32Array,
  dictionary: Dictionary,
  { key, chosen, find, limit }: OptionSelection,
): Promise<Facet> {
  const optionOf = (value: string) => {
    const code = dictionary.find(value)
    return {
      value,
      label: code === undefined ? null : dictionary.labelAt(code),
      count: counts[code ?? -1] ?? 0,
    }
  }
  const closed = closedValuesOf(key)
  if (closed) return { ...emptyFacet(key), options: closed.map(optionOf) }
  const first = createTopRows(
    limit,
    (a, b) =>
      (counts[b] ?? 0) - (counts[a] ?? 0) ||
      (dictionary.valueAt(a) < dictionary.valueAt(b) ? -1 : 1),
  )
  let matching = 0
  await inSlices(
    counts.length,
    (from, to) => {
      for (let code = Math.max(1, from); code < to; code++) {
        if (!counts[code] || (find !== '' && !dictionary.foldedAt(code).includes(find))) continue
        matching++
        first.offer(code)
      }
    },
    OPTIONS_PER_SLICE,
  )
  const shown = first.inOrder().map((code) => dictionary.valueAt(code))
  const missing = chosen.filter((value) => !shown.includes(value))
  return {
    ...emptyFacet(key),
    options: [...shown, ...(find === '' ? missing : [])].map(optionOf),
    more: Math.max(0, matching - shown.length),
  }
}

async function countBands(
  scan: Scan,
  { numbers, base }: ReadNumbers,
  key: FilterKey,
): Promise<Facet> {
  const bands = bandsOf(key)
  const counts = new Uint32Array(bands.length)
  const ends = Float64Array.from(bands.flatMap(([min, max]) => [min ?? -Infinity, max ?? Infinity]))
  let unknown = 0
  await forEachSlice(scan, (rows) => {
    numbers.read(rows, held)
    for (let place = 0; place < rows.length; place++) {
      const kept = held[place] ?? UNKNOWN_NUMBER
      const value = kept - 1 + base
      if (kept === UNKNOWN_NUMBER) unknown++
      else
        for (let at = 0; at < counts.length; at++)
          if (value >= (ends[2 * at] ?? 0) && value <= (ends[2 * at + 1] ?? 0))
            counts[at] = (counts[at] ?? 0) + 1
    }
  })
  return { ...closedFacet(key, counts), unknown }
}

async function countPersonal(scan: Scan, key: Exclude<PersonalKey, 'score'>): Promise<Facet> {
  const isYes = await createPersonalTest(scan, scan.query, key, { ...NO_CHOICE, include: ['yes'] })
  const yes = await countRows(scan, isYes)
  return closedFacet(key, [yes, scan.rows.length - yes])
}

async function countRows(scan: Scan, passes: RowTest): Promise<number> {
  let count = 0
  await forEachSlice(scan, (rows) => {
    for (const row of rows) if (passes(row)) count++
  })
  return count
}

/** By the few stores that have a mark, instead of all that the scan found. */
async function countMarks(
  scan: Scan,
  key: MarkKey,
  { chosen, find, limit }: OptionSelection,
): Promise<Facet> {
  const { table, version, query } = scan
  const marks = query.marks?.[key]
  const any = await countRows(scan, await table.marks.hasOne(key, marks, null))
  const isFound = await createRowSet(scan)
  const counts = new Map<string, number>()
  for (const [value, ids] of await table.marks.idsOf(key, marks))
    await inSlices(ids.length, (from, to) => {
      let count = counts.get(value) ?? 0
      for (let at = from; at < to; at++) {
        const row = table.rowAt(toStoreId(ids[at] ?? 0), version)
        if (row !== undefined && isFound(row)) count++
      }
      counts.set(value, count)
    })
  const labels = await marks?.labels?.()
  const labelOf = (value: string) => labels?.get(value) ?? value
  const matching = [...counts]
    .filter(([value, count]) => count > 0 && foldText(labelOf(value)).includes(find))
    .toSorted(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .map(([value]) => value)
  const shown = matching.slice(0, limit)
  const missing = find === '' ? chosen.filter((value) => !shown.includes(value)) : []
  return {
    ...emptyFacet(key),
    options: [...shown, ...missing].map((value) => ({
      value,
      label: labels?.get(value) ?? null,
      count: counts.get(value) ?? 0,
    })),
    more: matching.length - shown.length,
    any,
    none: scan.rows.length - any,
  }
}

async function createRowSet(scan: Scan): Promise<RowTest> {
  const bits = createBits(scan.table.rows())
  await forEachSlice(scan, (rows) => {
    for (const row of rows) setBit(bits, row)
  })
  return isSetIn(bits)
}

const closedFacet = (key: FilterKey, counts: ArrayLike<number>): Facet => ({
  ...emptyFacet(key),
  options: (closedValuesOf(key) ?? []).map((value, at) => ({
    value,
    label: null,
    count: counts[at] ?? 0,
  })),
})
