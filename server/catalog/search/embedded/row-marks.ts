import { LRUCache } from 'lru-cache'
import { ANY, type FilterChoice, NONE } from '#contracts/catalog/store-filters.ts'
import { type StoreId, toStoreId } from '#contracts/ids.ts'
import type { AccountMarks } from '#server/catalog/search/search.ts'
import { isManyMark } from '#server/catalog/search/store-columns.ts'
import type { MarkKey } from '#server/catalog/search/store-values.ts'
import { type GrowableArray, withRoom } from './columns/growable-arrays.ts'
import { addRow, createWords, type WordTest, wordsIn } from './row-set.ts'
import { createYielder } from './scheduling.ts'

type MarkedTable = {
  ids: GrowableArray<Float64Array>
  rows: () => number
  /** Ended or not. */
  eachRow: (storeId: StoreId, visit: (row: number) => void) => void
}
/** The ids of each value, ascending. */
type MarkedIds = ReadonlyMap<string, Float64Array>

/** The marks of accounts in a table, kept for their next questions until they mark something else. */
export type RowMarks = {
  idsOf: (key: MarkKey, marks: AccountMarks | undefined) => Promise<MarkedIds>
  /** The rows whose store has one of the values; null = any. */
  hasOne: (
    key: MarkKey,
    marks: AccountMarks | undefined,
    values: readonly string[] | null,
  ) => Promise<WordTest>
}

const MAX_IDS_BYTES = 32 * 1024 ** 2
const MAX_WORDS_BYTES = 32 * 1024 ** 2
const NO_IDS: MarkedIds = new Map()
const NO_WORDS: WordTest = () => 0

type KeptIds = { revision: string; ids: Promise<MarkedIds> }
/** `filled` = the rows that it includes. A row keeps its store, so that no version matters. */
type Marked = { ids: MarkedIds; values: Float64Array[]; words: Int32Array; filled: number }

export function createRowMarks(table: MarkedTable): RowMarks {
  const keptIds = new LRUCache<string, KeptIds>({ maxSize: MAX_IDS_BYTES })
  const keptWords = new LRUCache<string, Marked>({ maxSize: MAX_WORDS_BYTES })
  const idsOf: RowMarks['idsOf'] = (key, marks) => {
    if (!marks) return Promise.resolve(NO_IDS)
    const { account, revision, read } = marks
    const name = `${account} ${key}`
    const kept = keptIds.get(name)
    if (kept?.revision === revision) return kept.ids
    const entry = { revision, ids: read().then(sortIds) }
    keptIds.set(name, entry, { size: 1 })
    entry.ids.then(
      (ids) => keptIds.get(name) === entry && keptIds.set(name, entry, { size: sizeOf(ids) }),
      () => keptIds.get(name) === entry && keptIds.delete(name),
    )
    return entry.ids
  }
  return {
    idsOf,
    async hasOne(key, marks, values) {
      const ids = await idsOf(key, marks)
      if (!marks || ids.size === 0 || values?.length === 0) return NO_WORDS
      const name = `${marks.account} ${key} ${values?.join(',') ?? ''}`
      let kept = keptWords.get(name)
      if (kept?.ids !== ids) kept = await markRows(table, ids, values)
      includeNewRows(table, kept)
      keptWords.set(name, kept, { size: kept.words.byteLength })
      return wordsIn(kept.words)
    },
  }
}

const sortIds = (marked: ReadonlyMap<string, Iterable<StoreId>>): MarkedIds =>
  new Map([...marked].map(([value, ids]) => [value, Float64Array.from(ids).sort()]))

const sizeOf = (ids: MarkedIds): number =>
  [...ids].reduce((bytes, [value, { byteLength }]) => bytes + value.length + byteLength, 1)

async function markRows(
  table: MarkedTable,
  ids: MarkedIds,
  wanted: readonly string[] | null,
): Promise<Marked> {
  const filled = table.rows()
  const words = createWords(withRoom(filled))
  const values = (wanted ?? [...ids.keys()]).flatMap((value) => ids.get(value) ?? [])
  const yieldIfDue = createYielder()
  for (const stores of values)
    for (let at = 0; at < stores.length; at++) {
      table.eachRow(toStoreId(stores[at] ?? 0), (row) => addRow(words, row))
      const pause = at % IDS_PER_SLICE === 0 && yieldIfDue()
      if (pause) await pause
    }
  return { ids, values, words, filled }
}

const IDS_PER_SLICE = 1_024

function includeNewRows(table: MarkedTable, kept: Marked): void {
  const end = table.rows()
  if (end >>> 5 >= kept.words.length) {
    const larger = createWords(withRoom(end))
    larger.set(kept.words)
    kept.words = larger
  }
  for (let row = kept.filled; row < end; row++) {
    const id = table.ids.values[row] ?? 0
    if (kept.values.some((ids) => includes(ids, id))) addRow(kept.words, row)
  }
  kept.filled = end
}

function includes(ascending: Float64Array, id: number): boolean {
  let [from, to] = [0, ascending.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((ascending[middle] ?? 0) < id) from = middle + 1
    else to = middle
  }
  return ascending[from] === id
}

/** Yes and no are asked as any and none. */
const asMany = (value: string) => (value === 'yes' ? ANY : value === 'no' ? NONE : value)

export async function createMarkTest(
  rowMarks: RowMarks,
  marks: AccountMarks | undefined,
  { key, choice }: { key: MarkKey; choice: FilterChoice },
): Promise<WordTest> {
  const testOf = async (asked: readonly string[]): Promise<WordTest> => {
    const all = isManyMark(key) ? asked : asked.map(asMany)
    const values = all.filter((value) => value !== ANY && value !== NONE)
    const [wantsAny, wantsNone] = [all.includes(ANY), all.includes(NONE)]
    const hasValue = await rowMarks.hasOne(key, marks, values)
    if (!wantsAny && !wantsNone) return hasValue
    const hasAny = await rowMarks.hasOne(key, marks, null)
    return (at) => {
      const any = hasAny(at)
      return (wantsAny ? any : hasValue(at)) | (wantsNone ? ~any : 0)
    }
  }
  const { include, exclude } = choice
  if (include.length === 0 && exclude.length === 0) return NO_WORDS
  const isIncluded = include.length === 0 ? () => -1 : await testOf(include)
  const isExcluded = await testOf(exclude)
  return (at) => isIncluded(at) & ~isExcluded(at)
}
