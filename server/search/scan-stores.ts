import {
  type FilterChoice,
  type FilterChoices,
  type FilterKey,
  filterKeys,
  NO_CHOICE,
  storeFilters,
} from '#contracts/store-filters.ts'
import type { StoreScope } from '#contracts/stores.ts'
import type { Day } from '#contracts/dates.ts'
import { inSlices, ROWS_PER_SLICE } from './in-slices.ts'
import { createRowTest, type RowTest } from './row-test.ts'
import { type ColumnKey, dayNumber } from './store-columns.ts'
import type { StoreTable } from './store-table.ts'

/** Which stores are asked for. */
export type StoreQuery = {
  /** Found days, both ends counted; null for all days. */
  days: { from: Day; to: Day } | null
  scope: StoreScope
  choices: FilterChoices
  /** Of the account that asks; needed where `saved` is asked for or counted. */
  savedStoreIds?: ReadonlySet<number> | undefined
  /** End of the last visit of the account that asks; needed for `isNew`. */
  since?: Date | undefined
  /** Only stores that became visible later. */
  visibleAfter?: Date | undefined
}

/** The stores that pass a query, as of a version. */
export type Scan = {
  table: StoreTable
  version: number
  query: StoreQuery
  /** Row numbers. */
  rows: Uint32Array
  /** How many of them with a usable address, and the products that they list together. */
  leads: number
  listedProducts: number
  /** Rows of the table that were looked at, and how many of the last of `rows` the latest carrying added. */
  seen: number
  added: number
}

/** By dates and scope alone: `narrowScan` goes on with what is chosen. */
export async function scanStores(table: StoreTable, version: number, asked: StoreQuery): Promise<Scan> {
  const query = { ...asked, choices: {} }
  const rows = await findCandidates(table, version, query)
  return sumUp({ table, version, query, rows, seen: table.rowsAt(version), added: 0 })
}

/** Those of a scan without filters, for a query with the same dates and scope. */
export async function narrowScan(all: Scan, query: StoreQuery): Promise<Scan> {
  const rows = await filterRows(all.rows, createTests(all, query))
  return sumUp({ ...all, query, rows, added: 0 })
}

/**
 * The same question at a later version of the same table: what ended is taken out and what was added is tested, which is far less than
 * testing all. Null where so much was added that a new scan is as good.
 */
export async function carryScan(earlier: Scan, { table, version }: Now): Promise<Scan | null> {
  const seen = table.rowsAt(version)
  if (table !== earlier.table || seen < earlier.seen || seen - earlier.seen > MOST_CARRIED) return null
  const { query } = earlier
  const candidates = addedRows(earlier, version, seen)
  const added =
    candidates.length === 0
      ? candidates
      : await filterRows(candidates, createTests({ table, version }, query))
  const kept = await filterRows(earlier.rows, [aliveTest(table, version)])
  const rows = new Uint32Array(kept.length + added.length)
  rows.set(kept)
  rows.set(added, kept.length)
  return sumUp({ table, version, query, rows, seen, added: added.length })
}

/** The rows that are there at one moment: later ones are added to the same table. */
export type Now = { table: StoreTable; version: number }

const MOST_CARRIED = 5_000

async function sumUp(scan: Omit<Scan, 'leads' | 'listedProducts'>): Promise<Scan> {
  const { table, rows } = scan
  const [hasEmail, listed] = [table.hasEmail.values, table.listedProducts.values]
  let [leads, listedProducts] = [0, 0]
  await inSlices(rows.length, (from, to) => {
    for (let at = from; at < to; at++) {
      const row = rows[at] ?? 0
      leads += hasEmail[row] ?? 0
      listedProducts += listed[row] ?? 0
    }
  })
  return { ...scan, leads, listedProducts }
}

/** Each test sees only what the ones before let through. */
async function filterRows(rows: Uint32Array, tests: readonly RowTest[]): Promise<Uint32Array> {
  if (tests.length === 0) return rows
  const found = new Uint32Array(rows.length)
  const [piece, passes] = [new Uint32Array(ROWS_PER_SLICE), new Uint8Array(ROWS_PER_SLICE)]
  let count = 0
  await inSlices(rows.length, (from, to) => {
    let left = rows.subarray(from, to)
    for (const test of tests) {
      test(left, passes)
      let next = 0
      // Without a branch: nobody can tell beforehand which way it goes.
      for (let at = 0; at < left.length; at++) {
        piece[next] = left[at] ?? 0
        next += passes[at] ?? 0
      }
      left = piece.subarray(0, next)
    }
    found.set(left, count)
    count += left.length
  })
  return found.slice(0, count)
}

const aliveTest = ({ died }: StoreTable, version: number): RowTest => {
  const { values } = died
  return (rows, passes) => {
    for (let at = 0; at < rows.length; at++) passes[at] = (values[rows[at] ?? 0] ?? 0) > version ? 1 : 0
  }
}

/** By dates and scope alone. */
async function findCandidates(table: StoreTable, version: number, query: StoreQuery): Promise<Uint32Array> {
  const { days } = query
  const ofDays = days && table.rowsOfDays.between(dayNumber(days.from), dayNumber(days.to))
  const isCandidate = candidateTest(table, version, query)
  const length = ofDays?.length ?? table.rowsAt(version)
  const found = new Uint32Array(length)
  let count = 0
  await inSlices(length, (from, to) => {
    for (let at = from; at < to; at++) {
      const row = ofDays ? (ofDays[at] ?? 0) : at
      if (isCandidate(row)) found[count++] = row
    }
  })
  return found.subarray(0, count)
}

export function candidateTest(
  { scopes, born, died, visibleAt }: StoreTable,
  version: number,
  { scope, visibleAfter }: StoreQuery,
): (row: number) => boolean {
  const after = visibleAfter?.getTime() ?? -Infinity
  const [wanted, takesAll] = [scope === 'established' ? 1 : 0, scope === 'all']
  const [scopeOf, bornAt, diedAt, seenAt] = [scopes.values, born.values, died.values, visibleAt.values]
  return (row) =>
    (takesAll || scopeOf[row] === wanted) &&
    (bornAt[row] ?? 0) <= version &&
    (diedAt[row] ?? 0) > version &&
    (after === -Infinity || (seenAt[row] ?? 0) > after)
}

export function daysTest({ foundDays }: StoreTable, { days }: StoreQuery): (row: number) => boolean {
  if (!days) return () => true
  const [first, last, { values }] = [dayNumber(days.from), dayNumber(days.to), foundDays]
  return (row) => (values[row] ?? 0) >= first && (values[row] ?? 0) <= last
}

/** Candidates among the rows that a scan has not seen. */
function addedRows({ table, query, seen }: Scan, version: number, end: number): Uint32Array {
  const [isOfDays, isCandidate] = [daysTest(table, query), candidateTest(table, version, query)]
  const added: number[] = []
  for (let row = seen; row < end; row++) if (isOfDays(row) && isCandidate(row)) added.push(row)
  return Uint32Array.from(added)
}

/** The quickest first. */
const createTests = (now: Now, query: StoreQuery): RowTest[] =>
  askedOf(query)
    .toSorted((a, b) => costOf(now, a) - costOf(now, b))
    .map((key) => createTest(now, query, key))

export const askedOf = ({ choices }: StoreQuery): FilterKey[] =>
  filterKeys.filter((key) => choices[key] !== undefined)

const COSTS = { code: 0, number: 0, list: 1 } as const

const costOf = ({ table }: Now, key: FilterKey): number =>
  key === 'saved' || key === 'isNew'
    ? 0
    : COSTS[table.columns[key].kind] + (storeFilters[key].kind === 'text' ? 1 : 0)

export function createTest(now: Now, query: StoreQuery, key: FilterKey): RowTest {
  const choice = query.choices[key] ?? NO_CHOICE
  if (key !== 'saved' && key !== 'isNew') return createRowTest(key, now.table.columns[key], choice)
  const isYes = personalAnswer(now, query, key)
  const [yes, no] = [passesAnswer(choice, 'yes'), passesAnswer(choice, 'no')]
  return (rows, passes) => {
    for (let at = 0; at < rows.length; at++) passes[at] = (isYes(rows[at] ?? 0) ? yes : no) ? 1 : 0
  }
}

const passesAnswer = ({ include, exclude }: FilterChoice, answer: string): boolean =>
  include.length > 0
    ? include.includes(answer) && !exclude.includes(answer)
    : exclude.length > 0 && !exclude.includes(answer)

/** What the account that asks knows of a store. */
export function personalAnswer(
  now: Now,
  { savedStoreIds, since }: StoreQuery,
  key: Exclude<FilterKey, ColumnKey>,
): (row: number) => boolean {
  if (key === 'saved') {
    const saved = markRows(now, savedStoreIds ?? [])
    return (row) => saved[row] === 1
  }
  const sinceMs = since?.getTime() ?? Infinity
  const { values } = now.table.visibleAt
  return (row) => (values[row] ?? 0) > sinceMs
}

/** By row number. */
function markRows({ table, version }: Now, storeIds: Iterable<number>): Uint8Array {
  const marks = new Uint8Array(table.rows())
  for (const id of storeIds) {
    const row = table.rowAt(id, version)
    if (row !== undefined) marks[row] = 1
  }
  return marks
}
