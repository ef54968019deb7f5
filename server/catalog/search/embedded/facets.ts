import { type FilterKey, NO_CHOICE } from '#contracts/catalog/store-filters.ts'
import { toStoreId } from '#contracts/ids.ts'
import { writeProfile } from '#contracts/catalog/score-profile.ts'
import { chosenOf, closedValuesOf, emptyFacet, ownValueOf } from '#server/catalog/search/choices.ts'
import { isManyMark, isPersonal } from '#server/catalog/search/store-columns.ts'
import type { MarkKey, PersonalKey } from '#server/catalog/search/store-values.ts'
import { FACET_VALUES, type FacetOptions, type StoreQuery } from '#server/catalog/search/search.ts'
import type { Facet } from '#contracts/catalog/stores.ts'
import { bandTally, codeTally, countRows, listTally, placeInLists, type Tally } from './tallies.ts'
import type { CodeColumn, Dictionary, ListColumn } from './columns/columns.ts'
import { EMPTY_LIST, UNKNOWN_LIST } from './columns/list-dictionary.ts'
import { hasRow, narrow } from './row-set.ts'
import { inSlices } from './scheduling.ts'
import { createTopRows } from './selection.ts'
import { createNewTest, type Scan, scoresOf } from './store-scan.ts'
import { foldText } from '#server/catalog/search/text-folding.ts'

/** Fewer than rows: names are folded and compared. */
const OPTIONS_PER_SLICE = 2_048

/** The stores that pass all filters but the counted one; `query` asks for the counts. */
type Others = {
  scan: Scan
  query: StoreQuery
  count: (tally: Tally) => Promise<Readonly<Int32Array>>
}

export async function countFacet(
  others: Others,
  key: FilterKey,
  { find, limit = FACET_VALUES }: FacetOptions,
): Promise<Facet> {
  const { scan, query } = others
  const chosen = chosenOf(query, key)
  const selection = { key, chosen, find: find ? foldText(find) : '', limit }
  if (isManyMark(key)) return countMarks(others, key, selection)
  if (key === 'score') return countScores(others)
  if (isPersonal(key)) return countPersonal(others, key)
  const column = scan.table.columns[key]
  switch (column.kind) {
    case 'code':
      return withOwnValues(await countCodes(others, column, selection), others, column)
    case 'list':
      return countLists(others, column, selection)
    case 'number':
      return bandFacet(key, await others.count(bandTally(key, key, column)))
    case 'words':
      return emptyFacet(key)
    default:
      return column satisfies never
  }
}

type OptionSelection = { key: FilterKey; chosen: readonly string[]; find: string; limit: number }
type CountOf = (code: number) => number

async function countCodes(
  { count }: Others,
  column: CodeColumn,
  selection: OptionSelection,
): Promise<Facet> {
  const counts = await count(codeTally(selection.key, column))
  const countOf = (code: number) => counts[code] ?? 0
  return { ...(await selectOptions(countOf, column.dictionary, selection)), unknown: countOf(0) }
}

/** Counts the stores that the account marked for the value that its mark stands for. */
async function withOwnValues(
  facet: Facet,
  { scan, query }: Others,
  column: CodeColumn,
): Promise<Facet> {
  const own = ownValueOf(query, facet.key)
  if (!own) return facet
  const isMarked = await scan.table.marks.hasOne(own.mark, query.marks?.[own.mark], null)
  const marked = narrow(scan.rows, isMarked)
  const counts = await countRows(marked, codeTally(facet.key, column))
  const countOf = (value: string) => counts[column.dictionary.find(value) ?? -1] ?? 0
  return {
    ...facet,
    unknown: facet.unknown - (counts[0] ?? 0),
    options: facet.options.map(({ value, label, count }) => ({
      value,
      label,
      count: count - countOf(value) + (value === own.value ? marked.size : 0),
    })),
  }
}

async function countLists(
  { scan, count }: Others,
  column: ListColumn,
  selection: OptionSelection,
): Promise<Facet> {
  const counts = await count(listTally(selection.key, column))
  const [unknown, none] = [counts[UNKNOWN_LIST] ?? 0, counts[EMPTY_LIST] ?? 0]
  const countOf = (code: number) => counts[placeInLists(code)] ?? 0
  const options = await selectOptions(countOf, column.dictionary, selection)
  return { ...options, unknown, none, any: scan.rows.size - unknown - none }
}

/** A closed list in its order, an open one by frequency; chosen values are always included. */
async function selectOptions(
  countAt: CountOf,
  dictionary: Dictionary,
  { key, chosen, find, limit }: OptionSelection,
): Promise<Facet> {
  const optionOf = (value: string) => {
    const code = dictionary.find(value)
    return {
      value,
      label: code === undefined ? null : dictionary.labelAt(code),
      count: code === undefined ? 0 : countAt(code),
    }
  }
  const closed = closedValuesOf(key)
  if (closed) return { ...emptyFacet(key), options: closed.map(optionOf) }
  const first = createTopRows(
    limit,
    (a, b) => countAt(b) - countAt(a) || (dictionary.valueAt(a) < dictionary.valueAt(b) ? -1 : 1),
  )
  let matching = 0
  await inSlices(
    dictionary.size(),
    (from, to) => {
      for (let code = Math.max(1, from); code < to; code++) {
        if (countAt(code) === 0 || (find !== '' && !dictionary.foldedAt(code).includes(find)))
          continue
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

async function countScores({ scan, query, count }: Others): Promise<Facet> {
  const scores = scoresOf(scan.table, query.scoring)
  const { profile, today } = query.scoring ?? {}
  const name = `score ${today} ${profile ? writeProfile(profile) : ''}`
  return bandFacet('score', await count(bandTally(name, 'score', scores)))
}

const bandFacet = (key: FilterKey, counts: Readonly<Int32Array>): Facet => ({
  ...closedFacet(key, counts.slice(1)),
  unknown: counts[0] ?? 0,
})

async function countPersonal(
  { scan, query }: Others,
  key: Exclude<PersonalKey, 'score'>,
): Promise<Facet> {
  const { rows, table } = scan
  const yes =
    key === 'isNew'
      ? await countNew(scan, query)
      : narrow(rows, await table.marks.hasOne(key, query.marks?.[key], null)).size
  return closedFacet(key, [yes, rows.size - yes])
}

async function countNew(scan: Scan, query: StoreQuery): Promise<number> {
  const isNew = createNewTest(scan, query, { ...NO_CHOICE, include: ['yes'] })
  let count = 0
  await scan.rows.eachSlice((rows) => {
    for (const row of rows) if (isNew(row)) count++
  })
  return count
}

/** By the few stores that have a mark, instead of all that the scan found. */
async function countMarks(
  { scan, query }: Others,
  key: MarkKey,
  { chosen, find, limit }: OptionSelection,
): Promise<Facet> {
  const { table, version, rows } = scan
  const marks = query.marks?.[key]
  const any = narrow(rows, await table.marks.hasOne(key, marks, null)).size
  const counts = new Map<string, number>()
  for (const [value, ids] of await table.marks.idsOf(key, marks))
    await inSlices(ids.length, (from, to) => {
      let count = counts.get(value) ?? 0
      for (let at = from; at < to; at++) {
        const row = table.rowAt(toStoreId(ids[at] ?? 0), version)
        if (row !== undefined && hasRow(rows, row)) count++
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
    none: rows.size - any,
  }
}

const closedFacet = (key: FilterKey, counts: ArrayLike<number>): Facet => ({
  ...emptyFacet(key),
  options: (closedValuesOf(key) ?? []).map((value, at) => ({
    value,
    label: null,
    count: counts[at] ?? 0,
  })),
})
