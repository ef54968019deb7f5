import type { FilterKey } from '#contracts/catalog/store-filters.ts'
import { bandsOf, chosenOf, closedValuesOf, emptyFacet } from '#server/catalog/search/choices.ts'
import { isPersonal } from '#server/catalog/search/store-columns.ts'
import type { PersonalKey } from '#server/catalog/search/store-values.ts'
import { FACET_VALUES, type FacetOptions, type StoreQuery } from '#server/catalog/search/search.ts'
import type { Facet } from '#contracts/catalog/stores.ts'
import {
  type CodeColumn,
  type Dictionary,
  type ListColumn,
  type NumberColumn,
  UNKNOWN_LENGTH,
} from './columns.ts'
import { inSlices } from './scheduling.ts'
import { createTopRows } from './selection.ts'
import { createPersonalTest, type Scan } from './store-scan.ts'
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
  if (isPersonal(key)) return countPersonal(others, key)
  const column = others.table.columns[key]
  const chosen = chosenOf(query, key)
  const selection = { key, chosen, find: find ? foldText(find) : '', limit }
  switch (column.kind) {
    case 'code':
      return countCodes(others, column, selection)
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
  const { values } = column.codes
  await forEachSlice(scan, (rows) => {
    for (let at = 0; at < rows.length; at++) {
      const code = values[rows[at] ?? 0] ?? 0
      counts[code] = (counts[code] ?? 0) + 1
    }
  })
  return { ...(await selectOptions(counts, column.dictionary, selection)), unknown: counts[0] ?? 0 }
}

async function countLists(
  scan: Scan,
  column: ListColumn,
  selection: OptionSelection,
): Promise<Facet> {
  const counts = new Uint32Array(column.dictionary.size())
  const [starts, lengths, pool] = [column.starts.values, column.lengths.values, column.pool.values]
  let [all, unknown, none] = [0, 0, 0]
  await forEachSlice(scan, (rows) => {
    all += rows.length
    for (let place = 0; place < rows.length; place++) {
      const row = rows[place] ?? 0
      const length = lengths[row] ?? UNKNOWN_LENGTH
      if (length === UNKNOWN_LENGTH) unknown++
      else if (length === 0) none++
      else {
        const end = (starts[row] ?? 0) + length
        for (let at = end - length; at < end; at++) {
          const code = pool[at] ?? 0
          counts[code] = (counts[code] ?? 0) + 1
        }
      }
    }
  })
  const options = await selectOptions(counts, column.dictionary, selection)
  return { ...options, unknown, none, any: all - unknown - none }
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

async function countBands(scan: Scan, column: NumberColumn, key: FilterKey): Promise<Facet> {
  const bands = bandsOf(key)
  const counts = new Uint32Array(bands.length)
  const ends = Float64Array.from(bands.flatMap(([min, max]) => [min ?? -Infinity, max ?? Infinity]))
  const { values } = column.numbers
  let unknown = 0
  await forEachSlice(scan, (rows) => {
    for (let place = 0; place < rows.length; place++) {
      const value = values[rows[place] ?? 0] ?? Number.NaN
      if (Number.isNaN(value)) unknown++
      for (let at = 0; at < counts.length; at++)
        if (value >= (ends[2 * at] ?? 0) && value <= (ends[2 * at + 1] ?? 0))
          counts[at] = (counts[at] ?? 0) + 1
    }
  })
  return { ...closedFacet(key, counts), unknown }
}

async function countPersonal(scan: Scan, key: PersonalKey): Promise<Facet> {
  const passesPersonal = createPersonalTest(scan, scan.query, key)
  let yes = 0
  await forEachSlice(scan, (rows) => {
    for (const row of rows) if (passesPersonal(row)) yes++
  })
  return closedFacet(key, [yes, scan.rows.length - yes])
}

const closedFacet = (key: FilterKey, counts: ArrayLike<number>): Facet => ({
  ...emptyFacet(key),
  options: (closedValuesOf(key) ?? []).map((value, at) => ({
    value,
    label: null,
    count: counts[at] ?? 0,
  })),
})
