import {
  ANY,
  type FilterChoice,
  NONE,
  readDays,
  readSpan,
  storeFilters,
  type FilterKey,
} from '#contracts/store-filters.ts'
import {
  type CodeColumn,
  type Column,
  type ListColumn,
  type NumberColumn,
  UNKNOWN_LENGTH,
} from './columns.ts'
import type { Dictionary } from './dictionary.ts'
import { findWords } from './find-words.ts'
import { wordsOf } from './fold-text.ts'
import { dayNumber } from './store-columns.ts'

/** Whether a row passes what is asked of one filter. */
export type RowTest = (row: number) => boolean

export function createRowTest(key: FilterKey, column: Column, choice: FilterChoice): RowTest {
  switch (column.kind) {
    case 'code':
      return testCode(column, choice)
    case 'list':
      return storeFilters[key].kind === 'text' ? testWords(column, choice) : testList(column, choice)
    case 'number':
      return testNumber(column, choice, storeFilters[key].kind === 'days' ? daySpanOf : readSpan)
    default:
      return column satisfies never
  }
}

/** For each code, whether a store that has it passes. */
function testCode({ codes, dictionary }: CodeColumn, { include, exclude, unknown }: FilterChoice): RowTest {
  const passes = new Uint8Array(dictionary.size())
  if (include.length === 0 && exclude.length > 0) passes.fill(1)
  for (const value of include) mark(passes, dictionary, value, 1)
  for (const value of exclude) mark(passes, dictionary, value, 0)
  passes[0] = unknown ? 1 : 0
  const { values } = codes
  return (row) => passes[values[row] ?? 0] === 1
}

function mark(marks: Uint8Array, dictionary: Dictionary, value: string, as: number): void {
  const code = dictionary.find(value)
  if (code !== undefined) marks[code] = as
}

const INCLUDED = 1
const EXCLUDED = 2

function testList(column: ListColumn, { include, exclude, unknown }: FilterChoice): RowTest {
  const { dictionary, starts, lengths, pool } = column
  const marks = new Uint8Array(dictionary.size())
  for (const value of include) mark(marks, dictionary, value, INCLUDED)
  for (const value of exclude) mark(marks, dictionary, value, EXCLUDED)
  const [wantsAny, wantsNone] = [include.includes(ANY), include.includes(NONE)]
  const [refusesAny, refusesNone] = [exclude.includes(ANY), exclude.includes(NONE)]
  const asksKnown = include.length > 0 || exclude.length > 0
  const [start, length, codes] = [starts.values, lengths.values, pool.values]
  return (row) => {
    const count = length[row] ?? UNKNOWN_LENGTH
    if (count === UNKNOWN_LENGTH) return unknown
    if (!asksKnown || (count === 0 ? refusesNone : refusesAny)) return false
    let isIncluded = include.length === 0 || (count === 0 ? wantsNone : wantsAny)
    const from = start[row] ?? 0
    for (let at = from; at < from + count; at++) {
      const found = marks[codes[at] ?? 0]
      if (found === EXCLUDED) return false
      if (found === INCLUDED) isIncluded = true
    }
    return isIncluded
  }
}

const MAX_WORDS = 8

/** Every word has to begin or end a word of the store, or stand within one when it is long. */
function testWords(column: ListColumn, { include }: FilterChoice): RowTest {
  const words = wordsOf(include.join(' ')).slice(0, MAX_WORDS)
  const { dictionary, starts, lengths, pool } = column
  // One bit for each word.
  const hits = new Uint8Array(dictionary.size())
  words.forEach((word, at) =>
    findWords(dictionary, word, (code) => (hits[code] = (hits[code] ?? 0) | (1 << at))),
  )
  const all = (1 << words.length) - 1
  const [start, length, codes] = [starts.values, lengths.values, pool.values]
  return (row) => {
    let found = 0
    const from = start[row] ?? 0
    for (let at = from; at < from + (length[row] ?? 0); at++) found |= hits[codes[at] ?? 0] ?? 0
    return words.length > 0 && found === all
  }
}

const daySpanOf = (text: string) => {
  const days = readDays(text)
  return days && ([days[0] && dayNumber(days[0]), days[1] && dayNumber(days[1])] as const)
}

type ReadSpan = (text: string) => readonly [number | null | '', number | null | ''] | null

function testNumber({ numbers }: NumberColumn, choice: FilterChoice, read: ReadSpan): RowTest {
  const spans = (texts: readonly string[]) =>
    texts.flatMap((text) => {
      const span = read(text)
      return span ? [[orElse(span[0], -Infinity), orElse(span[1], Infinity)] as const] : []
    })
  const [included, excluded] = [spans(choice.include), spans(choice.exclude)]
  const asksKnown = choice.include.length > 0 || choice.exclude.length > 0
  const { values } = numbers
  return (row) => {
    const value = values[row] ?? Number.NaN
    if (Number.isNaN(value)) return choice.unknown
    if (!asksKnown || excluded.some(([least, most]) => value >= least && value <= most)) return false
    return choice.include.length === 0 || included.some(([least, most]) => value >= least && value <= most)
  }
}

const orElse = (end: number | null | '', open: number): number => (end === null || end === '' ? open : end)
