import type { StoreId } from '#contracts/ids.ts'
import { type FilterChoice, type FilterKey, NO_CHOICE } from '#contracts/catalog/store-filters.ts'
import type { FoundScore, Scoring, StoreQuery } from '#server/catalog/search/search.ts'
import { keyOf } from './base-query.ts'
import {
  createNumberFilter,
  createRowFilter,
  filterBy,
  type FilterUse,
  type RowFilter,
} from './row-filter.ts'
import { createMarkTest } from './row-marks.ts'
import {
  addRow,
  changed,
  createWords,
  hasRow,
  type RowSet,
  type RowTest,
  toRowSet,
  unpack,
  WORDS_PER_SLICE,
} from './row-set.ts'
import type { ProfileScores } from './row-scores.ts'
import { inSlices } from './scheduling.ts'
import { dayNumber } from '#server/catalog/search/store-readings.ts'
import { activeKeys, ownValueOf, passesAnswer } from '#server/catalog/search/choices.ts'
import { isMark, isPersonal } from '#server/catalog/search/store-columns.ts'
import { momentsOf, type StoreTable } from './store-table.ts'

export type Scan = {
  table: StoreTable
  version: number
  /** The query as text. */
  key: string
  query: StoreQuery
  rows: RowSet
  /** Those that the latest `updateScan` added. */
  added: readonly number[]
}

/** By dates and scope only; `narrowScan` applies the choices. */
export const scanStores = async (snapshot: TableSnapshot, query: StoreQuery): Promise<Scan> =>
  scanOf(snapshot, query, await findCandidates(snapshot, query))

/** `base` = a scan of `baseOf` the query. */
export async function narrowScan(base: Scan, query: StoreQuery): Promise<Scan> {
  const keys = activeKeys(query).filter((key) => base.query.choices[key] === undefined)
  const words = base.rows.words.slice()
  await filterWords(words, 0, base, { query, keys, rows: base.rows.size })
  return scanOf(base, query, toRowSet(words))
}

const scanOf = ({ table, version }: TableSnapshot, query: StoreQuery, rows: RowSet): Scan => ({
  table,
  version,
  key: keyOf(query),
  query,
  rows,
  added: [],
})

/**
 * The same query at a later version of the same table: removes ended rows and tests added ones,
 * which is far less than testing all. Null where so much changed that a new scan costs the same.
 */
export async function updateScan(earlier: Scan, snapshot: TableSnapshot): Promise<Scan | null> {
  const { table, version } = snapshot
  if (table !== earlier.table || version < earlier.version) return null
  const [seen, dead] = [table.rowsAt(earlier.version), table.deadAt(earlier.version)]
  const [end, deadEnd] = [table.rowsAt(version), table.deadAt(version)]
  const most = Math.max(MIN_INCREMENTAL_ROWS, earlier.rows.words.length)
  if (end - seen + deadEnd - dead > most) return null
  const added = await addedRows(snapshot, earlier.query, { from: seen, end })
  const ended = table.ended.values.subarray(dead, deadEnd)
  const gone = [...ended].filter((row) => hasRow(earlier.rows, row))
  return { ...earlier, version, rows: changed(earlier.rows, { gone, added, end }), added }
}

const MIN_INCREMENTAL_ROWS = 64

/** The rows that exist at one moment: later ones are added to the same table. */
export type TableSnapshot = { table: StoreTable; version: number }

/** Clears the bits of rows that fail one of the tests; `first` = how many words come before these. */
async function filterWords(
  words: Int32Array,
  first: number,
  snapshot: TableSnapshot,
  asked: Tested,
): Promise<void> {
  using rented = new DisposableStack()
  const tests = await createTests(snapshot, asked, rented)
  await inSlices(
    words.length,
    (from, to) => {
      const slice = words.subarray(from, to)
      for (const keepPassing of tests) keepPassing(slice, first + from)
    },
    WORDS_PER_SLICE,
  )
}

async function findCandidates(snapshot: TableSnapshot, query: StoreQuery): Promise<RowSet> {
  const { table, version } = snapshot
  const { days } = query
  const end = table.rowsAt(version)
  const dayRows = days && table.rowsByDay.between(dayNumber(days.from), dayNumber(days.to))
  const isCandidate = createCandidateTest(snapshot, { ...query, days: null })
  const words = createWords(end)
  await inSlices(dayRows?.length ?? end, (from, to) => {
    for (let at = from; at < to; at++) {
      const row = dayRows ? (dayRows[at] ?? 0) : at
      if (isCandidate(row)) addRow(words, row)
    }
  })
  return toRowSet(words)
}

function createCandidateTest(
  { table, version }: TableSnapshot,
  { days, scope, visibleAfter }: StoreQuery,
): (row: number) => boolean {
  const { scopes, born, died } = table
  const after = visibleAfter?.getTime() ?? -Infinity
  const [scopeCode, takesAll] = [scope === 'established' ? 1 : 0, scope === 'all']
  const [scopeOf, bornAt, diedAt, seenAt] = [
    scopes.values,
    born.values,
    died.values,
    momentsOf(table, 'visibleAt'),
  ]
  const isOfScope = (row: number) =>
    (takesAll || scopeOf[row] === scopeCode) &&
    (bornAt[row] ?? 0) <= version &&
    (diedAt[row] ?? 0) > version &&
    (after === -Infinity || (seenAt[row] ?? 0) > after)
  if (!days) return isOfScope
  const [first, last, { values }] = [dayNumber(days.from), dayNumber(days.to), table.foundDays]
  return (row) => (values[row] ?? 0) >= first && (values[row] ?? 0) <= last && isOfScope(row)
}

async function addedRows(
  snapshot: TableSnapshot,
  query: StoreQuery,
  { from, end }: { from: number; end: number },
): Promise<number[]> {
  const isCandidate = createCandidateTest(snapshot, query)
  const first = from >>> 5
  const words = createWords(end - 32 * first)
  let rows = 0
  for (let row = from; row < end; row++)
    if (isCandidate(row)) {
      addRow(words, row - 32 * first)
      rows++
    }
  if (rows === 0) return []
  await filterWords(words, first, snapshot, { query, keys: activeKeys(query), rows })
  const added: number[] = []
  await toRowSet(words).eachWords((slice, at) => added.push(...unpack(slice, first + at)))
  return added
}

type Tested = { query: StoreQuery; keys: readonly FilterKey[]; rows: number }

async function createTests(
  snapshot: TableSnapshot,
  { query, keys, rows }: Tested,
  rented: DisposableStack,
): Promise<RowFilter[]> {
  const tests: RowFilter[] = []
  for (const key of keys.toSorted((a, b) => testCost(snapshot, a) - testCost(snapshot, b)))
    tests.push(await createTest(snapshot, query, key, { rows, rented }))
  return tests
}

/** Marks combine whole words. */
const MARK_COST = -1
const COSTS = { code: 0, number: 0, list: 1, words: 2 } as const
/** It may have to read a dozen columns. */
const SCORE_COST = 3

function testCost({ table }: TableSnapshot, key: FilterKey): number {
  if (key === 'score') return SCORE_COST
  if (isMark(key)) return MARK_COST
  return isPersonal(key) ? 0 : COSTS[table.columns[key].kind]
}

/** @throws Error for a question that names no profile */
export function scoresOf({ scores }: StoreTable, scoring: Scoring | undefined): ProfileScores {
  if (!scoring) throw new Error('a question about scores names its profile')
  return scores.of(scoring)
}

async function createTest(
  snapshot: TableSnapshot,
  query: StoreQuery,
  key: FilterKey,
  use: FilterUse,
): Promise<RowFilter> {
  const { table } = snapshot
  const choice = query.choices[key] ?? NO_CHOICE
  if (key === 'score') return createNumberFilter(key, scoresOf(table, query.scoring), choice, use)
  if (isMark(key)) {
    const isMarked = await createMarkTest(table.marks, query.marks?.[key], { key, choice })
    return (words, first) => {
      for (let at = 0; at < words.length; at++) words[at] = (words[at] ?? 0) & isMarked(first + at)
    }
  }
  if (isPersonal(key)) return filterBy(createNewTest(snapshot, query, choice))
  const filter = await createRowFilter(key, table.columns[key], choice, use)
  return withOwnValues(filter, snapshot, query, key)
}

async function withOwnValues(
  filter: RowFilter,
  { table }: TableSnapshot,
  query: StoreQuery,
  key: FilterKey,
): Promise<RowFilter> {
  const own = ownValueOf(query, key)
  if (!own) return filter
  const isMarked = await table.marks.hasOne(own.mark, query.marks?.[own.mark], null)
  const passesMarked = passesAnswer(query.choices[key] ?? NO_CHOICE, own.value)
  return (words, first) => {
    const asked = words.slice()
    filter(words, first)
    for (let at = 0; at < words.length; at++) {
      const marked = (asked[at] ?? 0) & isMarked(first + at)
      words[at] = passesMarked ? (words[at] ?? 0) | marked : (words[at] ?? 0) & ~marked
    }
  }
}

/** Whether a row's store became visible after the account's previous visit. */
export function createNewTest(
  { table }: TableSnapshot,
  { since }: StoreQuery,
  choice: FilterChoice,
): RowTest {
  const sinceMs = since?.getTime() ?? Infinity
  const visibleAt = momentsOf(table, 'visibleAt')
  const [yes, no] = [passesAnswer(choice, 'yes'), passesAnswer(choice, 'no')]
  return (row) => ((visibleAt[row] ?? 0) > sinceMs ? yes : no)
}

export type StoreMatcher = {
  has: (storeId: StoreId) => boolean
  /** In ms; also for a store that does not pass, 0 for an unknown one. */
  foundAtOf: (storeId: StoreId) => number
}

export function matcherOf({ table, version, rows }: Scan): StoreMatcher {
  const foundAt = momentsOf(table, 'foundAt')
  return {
    has(storeId) {
      const row = table.rowAt(storeId, version)
      return row !== undefined && hasRow(rows, row)
    },
    foundAtOf: (storeId) => foundAt[table.rowAt(storeId, version) ?? -1] ?? 0,
  }
}

/** For a few stores: each is tested on demand. */
export async function createStoreTest(
  snapshot: TableSnapshot,
  query: StoreQuery,
): Promise<(storeId: StoreId) => boolean> {
  const { table, version } = snapshot
  const isCandidate = createCandidateTest(snapshot, query)
  const keys = activeKeys(query)
  // Never returned to the pool: no one says when the last question was asked.
  const tests = await createTests(snapshot, { query, keys, rows: 1 }, new DisposableStack())
  const word = new Int32Array(1)
  return (storeId) => {
    const row = table.rowAt(storeId, version)
    if (row === undefined || !isCandidate(row)) return false
    word[0] = 1 << (row & 31)
    for (const keepPassing of tests) keepPassing(word, row >>> 5)
    return word[0] !== 0
  }
}

export function readScores(
  { table, version }: TableSnapshot,
  scoring: Scoring,
  ids: readonly StoreId[],
): ReadonlyMap<StoreId, FoundScore> {
  const { pointsAt, knownAt } = table.scores.of(scoring)
  const found = new Map<StoreId, FoundScore>()
  for (const id of ids) {
    const row = table.rowAt(id, version)
    if (row !== undefined) found.set(id, { points: pointsAt(row), known: knownAt(row) })
  }
  return found
}
