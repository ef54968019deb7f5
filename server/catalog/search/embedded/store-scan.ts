import type { StoreId } from '#contracts/ids.ts'
import {
  type FilterChoice,
  type FilterKey,
  filterKeys,
  NO_CHOICE,
} from '#contracts/catalog/store-filters.ts'
import type { FoundScore, Scoring, StoreQuery } from '#server/catalog/search/search.ts'
import { rentUint32, rentUint8 } from './array-pool.ts'
import { createNumberFilter, createRowFilter, type RowFilter } from './row-filter.ts'
import { createMarkTest, type RowTest } from './row-marks.ts'
import type { ProfileScores } from './row-scores.ts'
import { inSlices, ROWS_PER_SLICE } from './scheduling.ts'
import { dayNumber } from '#server/catalog/search/store-readings.ts'
import { ownValueOf, passesAnswer } from '#server/catalog/search/choices.ts'
import { isPersonal } from '#server/catalog/search/store-columns.ts'
import type { PersonalKey } from '#server/catalog/search/store-values.ts'
import { momentsOf, type StoreTable } from './store-table.ts'

export type Scan = {
  table: StoreTable
  version: number
  query: StoreQuery
  rows: Uint32Array
  /** How many of them have a usable address, and how many products they list together. */
  leads: number
  listedProducts: number
  /** How many of the last `rows` the latest `updateScan` added. */
  added: number
}

/** By dates and scope only; `narrowScan` applies the choices. */
export async function scanStores(snapshot: TableSnapshot, request: StoreQuery): Promise<Scan> {
  const query = { ...request, choices: {} }
  return scanOf(snapshot, query, await findCandidates(snapshot, query))
}

/** The query has the same dates and scope. */
export async function narrowScan(all: Scan, query: StoreQuery): Promise<Scan> {
  if (activeKeys(query).length === 0) return { ...all, query }
  return scanOf(all, query, await filterRows(all.rows, all, query))
}

async function scanOf(
  { table, version }: TableSnapshot,
  query: StoreQuery,
  rows: Uint32Array,
): Promise<Scan> {
  return { table, version, query, rows, added: 0, ...(await sumRows(table, rows)) }
}

/**
 * The same query at a later version of the same table: removes ended rows and tests added ones,
 * which is far less than testing all. Null where so much changed that a new scan costs the same.
 */
export async function updateScan(earlier: Scan, snapshot: TableSnapshot): Promise<Scan | null> {
  const { table, version } = snapshot
  if (table !== earlier.table || version < earlier.version) return null
  const [seen, dead] = [table.rowsAt(earlier.version), table.deadAt(earlier.version)]
  const [end, deadEnd] = [table.rowsAt(version), table.deadAt(version)]
  if (end - seen + deadEnd - dead > MAX_INCREMENTAL_ROWS) return null
  const { query } = earlier
  const candidates = addedRows(snapshot, query, { from: seen, end })
  const added = candidates.length === 0 ? candidates : await filterRows(candidates, snapshot, query)
  const { rows, gone } = mergeRows(earlier.rows, table.ended.values.subarray(dead, deadEnd), added)
  const [removedSums, addedSums] = [await sumRows(table, gone), await sumRows(table, added)]
  const leads = earlier.leads - removedSums.leads + addedSums.leads
  const listedProducts =
    earlier.listedProducts - removedSums.listedProducts + addedSums.listedProducts
  return { table, version, query, rows, leads, listedProducts, added: added.length }
}

const MAX_INCREMENTAL_ROWS = 64

/** The rows without ended ones, plus added ones. */
function mergeRows(rows: Uint32Array, ended: Uint32Array, added: Uint32Array) {
  // Searching for a few is far quicker than testing all.
  const places = [...ended].map((row) => rows.indexOf(row)).filter((place) => place >= 0)
  const joined = new Uint32Array(rows.length - places.length + added.length)
  let [from, to] = [0, 0]
  for (const place of [...places.toSorted((a, b) => a - b), rows.length]) {
    joined.set(rows.subarray(from, place), to)
    to += place - from
    from = place + 1
  }
  joined.set(added, to)
  return { rows: joined, gone: Uint32Array.from(places, (place) => rows[place] ?? 0) }
}

/** The rows that exist at one moment: later ones are added to the same table. */
export type TableSnapshot = { table: StoreTable; version: number }

async function sumRows(
  table: StoreTable,
  rows: Uint32Array,
): Promise<Pick<Scan, 'leads' | 'listedProducts'>> {
  const [hasEmail, listed] = [table.hasEmail.values, table.listedProducts.values]
  let [leads, listedProducts] = [0, 0]
  await inSlices(rows.length, (from, to) => {
    for (let at = from; at < to; at++) {
      const row = rows[at] ?? 0
      leads += hasEmail[row] ?? 0
      listedProducts += listed[row] ?? 0
    }
  })
  return { leads, listedProducts }
}

/** Each test sees only the rows that passed the previous ones. */
async function filterRows(
  rows: Uint32Array,
  snapshot: TableSnapshot,
  query: StoreQuery,
): Promise<Uint32Array> {
  using rented = new DisposableStack()
  const tests = await createTests(snapshot, query, rented)
  using rentedFound = rentUint32(rows.length)
  using rentedSlice = rentUint32(ROWS_PER_SLICE)
  using rentedPasses = rentUint8(ROWS_PER_SLICE)
  const [{ values: found }, { values: slice }, { values: passes }] = [
    rentedFound,
    rentedSlice,
    rentedPasses,
  ]
  let count = 0
  await inSlices(rows.length, (from, to) => {
    let left = rows.subarray(from, to)
    for (const test of tests) {
      test(left, passes)
      let next = 0
      // Without a branch: its direction would be unpredictable.
      for (let at = 0; at < left.length; at++) {
        slice[next] = left[at] ?? 0
        next += passes[at] ?? 0
      }
      left = slice.subarray(0, next)
    }
    found.set(left, count)
    count += left.length
  })
  return found.slice(0, count)
}

async function findCandidates(snapshot: TableSnapshot, query: StoreQuery): Promise<Uint32Array> {
  const { table, version } = snapshot
  const { days } = query
  const dayRows = days && table.rowsByDay.between(dayNumber(days.from), dayNumber(days.to))
  const isCandidate = createCandidateTest(snapshot, { ...query, days: null })
  const length = dayRows?.length ?? table.rowsAt(version)
  using rented = rentUint32(length)
  const found = rented.values
  let count = 0
  await inSlices(length, (from, to) => {
    for (let at = from; at < to; at++) {
      const row = dayRows ? (dayRows[at] ?? 0) : at
      if (isCandidate(row)) found[count++] = row
    }
  })
  return found.slice(0, count)
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

function addedRows(
  snapshot: TableSnapshot,
  query: StoreQuery,
  { from, end }: { from: number; end: number },
): Uint32Array {
  const isCandidate = createCandidateTest(snapshot, query)
  const added: number[] = []
  for (let row = from; row < end; row++) if (isCandidate(row)) added.push(row)
  return Uint32Array.from(added)
}

async function createTests(
  snapshot: TableSnapshot,
  query: StoreQuery,
  rented: DisposableStack,
): Promise<RowFilter[]> {
  const tests: RowFilter[] = []
  for (const key of activeKeys(query).toSorted(
    (a, b) => testCost(snapshot, a) - testCost(snapshot, b),
  ))
    tests.push(await createTest(snapshot, query, key, rented))
  return tests
}

const activeKeys = ({ choices }: StoreQuery): FilterKey[] =>
  filterKeys.filter((key) => choices[key] !== undefined)

const COSTS = { code: 0, number: 0, list: 1, words: 2 } as const
/** It may have to read a dozen columns. */
const SCORE_COST = 3

function testCost({ table }: TableSnapshot, key: FilterKey): number {
  if (key === 'score') return SCORE_COST
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
  rented: DisposableStack,
): Promise<RowFilter> {
  const choice = query.choices[key] ?? NO_CHOICE
  if (key === 'score')
    return createNumberFilter(key, scoresOf(snapshot.table, query.scoring), choice)
  if (!isPersonal(key)) {
    const filter = await createRowFilter(key, snapshot.table.columns[key], choice, rented)
    return withOwnValues(filter, snapshot, query, key)
  }
  const passesRow = await createPersonalTest(snapshot, query, key, choice)
  return (rows, passes) => {
    for (let at = 0; at < rows.length; at++) passes[at] = passesRow(rows[at] ?? 0) ? 1 : 0
  }
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
  const passesMarked = passesAnswer(query.choices[key] ?? NO_CHOICE, own.value) ? 1 : 0
  return (rows, passes) => {
    filter(rows, passes)
    for (let at = 0; at < rows.length; at++) if (isMarked(rows[at] ?? 0)) passes[at] = passesMarked
  }
}

export async function createPersonalTest(
  { table }: TableSnapshot,
  { marks, since }: StoreQuery,
  key: Exclude<PersonalKey, 'score'>,
  choice: FilterChoice,
): Promise<RowTest> {
  if (key !== 'isNew') return createMarkTest(table.marks, marks?.[key], { key, choice })
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

export async function createStoreMatcher(
  snapshot: TableSnapshot,
  query: StoreQuery,
): Promise<StoreMatcher> {
  const { table, version } = snapshot
  const isCandidate = createCandidateTest(snapshot, query)
  // Never returned to the pool: no one says when the last question was asked.
  const tests = await createTests(snapshot, query, new DisposableStack())
  const [one, passes] = [new Uint32Array(1), new Uint8Array(1)]
  const foundAt = momentsOf(table, 'foundAt')
  return {
    has(storeId) {
      const row = table.rowAt(storeId, version)
      if (row === undefined || !isCandidate(row)) return false
      one[0] = row
      return tests.every((test) => {
        test(one, passes)
        return passes[0] === 1
      })
    },
    foundAtOf: (storeId) => foundAt[table.rowAt(storeId, version) ?? -1] ?? 0,
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
