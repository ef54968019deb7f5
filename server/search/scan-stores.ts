import {
  type FilterChoice,
  type FilterChoices,
  type FilterKey,
  filterKeys,
} from '#contracts/store-filters.ts'
import type { StoreScope } from '#contracts/stores.ts'
import type { Day } from '#contracts/dates.ts'
import { inSlices } from './in-slices.ts'
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

/**
 * The stores of the dates and, for each, whether it passes all filters (`fails` 0), or all but one and which (`fails` 1, `failed` its
 * place in `asked`): the count beside a filter's value leaves out what that filter itself asks.
 */
export type Scan = {
  table: StoreTable
  asked: FilterKey[]
  /** Row numbers. */
  rows: Uint32Array
  fails: Uint8Array
  failed: Uint8Array
  total: number
}

export async function scanStores(table: StoreTable, version: number, query: StoreQuery): Promise<Scan> {
  const rows = await findCandidates(table, version, query)
  const tests = createTests(table, query)
  const fails = new Uint8Array(rows.length)
  const failed = new Uint8Array(rows.length)
  let total = 0
  await inSlices(rows.length, (from, to) => {
    tests.forEach(({ passes }, place) => {
      for (let at = from; at < to; at++) {
        // Who fails twice is out of every count.
        if ((fails[at] ?? 0) > 1 || passes(rows[at] ?? 0)) continue
        fails[at] = (fails[at] ?? 0) + 1
        failed[at] = place
      }
    })
    for (let at = from; at < to; at++) if (fails[at] === 0) total++
  })
  return { table, asked: tests.map(({ key }) => key), rows, fails, failed, total }
}

/** By dates and scope alone. */
async function findCandidates(table: StoreTable, version: number, query: StoreQuery): Promise<Uint32Array> {
  const { days, scope, visibleAfter } = query
  const ofDays = days && table.rowsOfDays.between(dayNumber(days.from), dayNumber(days.to))
  const after = visibleAfter?.getTime() ?? -Infinity
  const [wanted, takesAll] = [scope === 'established' ? 1 : 0, scope === 'all']
  const length = ofDays?.length ?? table.rows()
  const [born, died, scopes] = [table.born.values, table.died.values, table.scopes.values]
  const visibleAt = table.visibleAt.values
  const found = new Uint32Array(length)
  let count = 0
  await inSlices(length, (from, to) => {
    for (let at = from; at < to; at++) {
      const row = ofDays ? (ofDays[at] ?? 0) : at
      if (!takesAll && scopes[row] !== wanted) continue
      if ((born[row] ?? 0) > version || (died[row] ?? 0) <= version) continue
      if (after === -Infinity || (visibleAt[row] ?? 0) > after) found[count++] = row
    }
  })
  return found.subarray(0, count)
}

type Asked = { key: FilterKey; passes: RowTest }

function createTests(table: StoreTable, query: StoreQuery): Asked[] {
  return filterKeys.flatMap((key) => {
    const choice = query.choices[key]
    return choice ? [{ key, passes: testOf(table, query, key, choice) }] : []
  })
}

function testOf(table: StoreTable, query: StoreQuery, key: FilterKey, choice: FilterChoice): RowTest {
  if (key !== 'saved' && key !== 'isNew') return createRowTest(key, table.columns[key], choice)
  const isYes = personalAnswer(table, query, key)
  const [yes, no] = [passesAnswer(choice, 'yes'), passesAnswer(choice, 'no')]
  return (row) => (isYes(row) ? yes : no)
}

const passesAnswer = ({ include, exclude }: FilterChoice, answer: string): boolean =>
  include.length > 0
    ? include.includes(answer) && !exclude.includes(answer)
    : exclude.length > 0 && !exclude.includes(answer)

/** What the account that asks knows of a store. */
export function personalAnswer(
  { ids, visibleAt }: StoreTable,
  { savedStoreIds, since }: StoreQuery,
  key: Exclude<FilterKey, ColumnKey>,
): RowTest {
  if (key === 'saved') return (row) => savedStoreIds?.has(ids.values[row] ?? 0) ?? false
  const sinceMs = since?.getTime() ?? Infinity
  return (row) => (visibleAt.values[row] ?? 0) > sinceMs
}
