import type { StoreId } from '#contracts/ids.ts'
import {
  ANY,
  type Band,
  type FilterChoice,
  type FilterKey,
  filterKeys,
  NONE,
  NO_CHOICE,
} from '#contracts/stores/store-filters.ts'
import { passesAnswer, spanOf } from '#server/catalog/search/choices.ts'
import type { StoreQuery } from '#server/catalog/search/search.ts'
import { isPersonal, storeColumns } from '#server/catalog/search/store-columns.ts'
import { dayNumber } from '#server/catalog/search/store-readings.ts'
import type { ColumnKey, PersonalKey } from '#server/catalog/search/store-values.ts'
import { searchWords } from '#server/catalog/search/text-folding.ts'
import { inValues } from './clickhouse.ts'
import { columnOf, knownColumnOf, LETTERS_PER_TOKEN, sizeColumnOf } from './tables.ts'

/** Values of a statement; they travel beside it and never become part of its text. */
export type Params = {
  values: Record<string, unknown>
  add: (value: unknown, type: string) => string
  /**
   * A condition; ids that the statement asks for again, such as those of all saved stores, travel
   * once.
   */
  isAmong: (column: string, ids: Iterable<StoreId>) => string
}

export function createParams(): Params {
  const values: Record<string, unknown> = {}
  const added = new Map<Iterable<StoreId>, string[]>()
  let count = 0
  const add: Params['add'] = (value, type) => {
    const name = `p${++count}`
    values[name] = value
    return `{${name}:${type}}`
  }
  return {
    values,
    add,
    isAmong(column, ids) {
      const names = added.get(ids) ?? inValues([...ids]).map((part) => add(part, 'Array(UInt64)'))
      added.set(ids, names)
      return some(names.map((name) => `${column} in ${name}`))
    },
  }
}

const all = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '1' : conditions.map((condition) => `(${condition})`).join(' and ')
const some = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '0' : conditions.map((condition) => `(${condition})`).join(' or ')

/** The rows that pass a query; `without` = filters whose own choice does not count. */
export function storeConditions(
  query: StoreQuery,
  params: Params,
  without: readonly FilterKey[] = [],
): string {
  const { days, scope, visibleAfter, choices } = query
  const conditions: string[] = []
  if (scope !== 'all') conditions.push(`scope = ${scope === 'established' ? 1 : 0}`)
  if (days)
    conditions.push(
      `found_day between ${params.add(dayNumber(days.from), 'Int32')} and ${params.add(dayNumber(days.to), 'Int32')}`,
    )
  if (visibleAfter) conditions.push(`visible_at > ${params.add(visibleAfter.getTime(), 'Int64')}`)
  for (const key of filterKeys)
    if (choices[key] && !without.includes(key)) conditions.push(choiceCondition(query, key, params))
  return all(conditions)
}

function choiceCondition(query: StoreQuery, key: FilterKey, params: Params): string {
  const choice = query.choices[key] ?? NO_CHOICE
  if (isPersonal(key)) return personalChoice(personalCondition(query, key, params), choice)
  switch (storeColumns[key].kind) {
    case 'code':
      return codeCondition(key, choice, params)
    case 'list':
      return listCondition(key, choice, params)
    case 'words':
      return wordsCondition(key, choice, params)
    case 'number':
      return numberCondition(key, choice, params)
    default:
      return storeColumns[key] satisfies never
  }
}

/** The requesting account's relation to a store. */
export function personalCondition(
  { savedStoreIds, since }: StoreQuery,
  key: PersonalKey,
  params: Params,
): string {
  if (key === 'saved') return params.isAmong('id', savedStoreIds ?? [])
  return since ? `visible_at > ${params.add(since.getTime(), 'Int64')}` : '0'
}

const personalChoice = (isYes: string, choice: FilterChoice): string =>
  some([
    ...(passesAnswer(choice, 'yes') ? [isYes] : []),
    ...(passesAnswer(choice, 'no') ? [`not (${isYes})`] : []),
  ])

function codeCondition(
  key: ColumnKey,
  { include, exclude, unknown }: FilterChoice,
  params: Params,
): string {
  const column = columnOf(key)
  const known: string[] = []
  if (include.length > 0) known.push(`${column} in ${params.add(include, 'Array(String)')}`)
  if (exclude.length > 0) known.push(`${column} not in ${params.add(exclude, 'Array(String)')}`)
  if (known.length === 0) return unknown ? `${column} = ''` : '0'
  // An empty text, the unknown, is in no list of values that does not name it.
  const isKnown = include.length > 0 && !include.includes('') ? '' : `${column} != '' and `
  const accepted = `${isKnown}${all(known)}`
  return unknown ? `${column} = '' or (${accepted})` : accepted
}

function listCondition(
  key: ColumnKey,
  { include, exclude, unknown }: FilterChoice,
  params: Params,
): string {
  const [column, isKnown, size] = [columnOf(key), knownColumnOf(key), sizeColumnOf(key)]
  if (include.length === 0 && exclude.length === 0) return unknown ? `not ${isKnown}` : '0'
  const known = [isKnown]
  if (exclude.includes(ANY)) known.push(`${size} = 0`)
  if (exclude.includes(NONE)) known.push(`${size} > 0`)
  // One `has` for each value: an index answers it without reading the lists.
  const has = (value: string) => `has(${column}, ${params.add(value, 'String')})`
  if (exclude.length > 0) known.push(`not (${some(exclude.map(has))})`)
  if (include.length > 0)
    known.push(
      some([
        ...include.map(has),
        ...(include.includes(ANY) ? [`${size} > 0`] : []),
        ...(include.includes(NONE) ? [`${size} = 0`] : []),
      ]),
    )
  return unknown ? some([`not ${isKnown}`, all(known)]) : all(known)
}

const MIN_LONG_WORD = 4

/**
 * Every word has to begin or end a word of the store, or occur within one when it is long. Each of
 * the store's words is between line ends.
 */
function wordsCondition(key: ColumnKey, { include }: FilterChoice, params: Params): string {
  const words = searchWords(include.join(' '))
  if (words.length === 0) return '0'
  const has = (text: string) => textCondition(columnOf(key), text, params)
  return all(
    words.map((word) =>
      word.length < MIN_LONG_WORD ? some([has(`\n${word}`), has(`${word}\n`)]) : has(word),
    ),
  )
}

/**
 * The index finds the stores with every sequence of letters of the text; of those, the text itself
 * decides.
 */
function textCondition(column: string, text: string, params: Params): string {
  const letters = [...text]
  const contains = `position(${column}, ${params.add(text, 'String')}) > 0`
  if (letters.length < LETTERS_PER_TOKEN) return contains
  const tokens = Array.from({ length: letters.length - LETTERS_PER_TOKEN + 1 }, (_, at) =>
    letters.slice(at, at + LETTERS_PER_TOKEN).join(''),
  )
  const hasTokens = `hasAllTokens(${column}, ${params.add(tokens, 'Array(String)')})`
  return letters.length === LETTERS_PER_TOKEN ? hasTokens : `${hasTokens} and ${contains}`
}

function numberCondition(key: ColumnKey, choice: FilterChoice, params: Params): string {
  const { include, exclude, unknown } = choice
  const column = columnOf(key)
  const within = (texts: readonly string[]) =>
    some(texts.flatMap((text) => spanCondition(key, text, params)))
  if (include.length === 0 && exclude.length === 0) return unknown ? `isNull(${column})` : '0'
  const known = include.length > 0 ? [] : [`isNotNull(${column})`]
  if (exclude.length > 0) known.push(`not (${within(exclude)})`)
  if (include.length > 0) known.push(within(include))
  // A comparison with an unknown number is neither true nor false.
  return unknown ? `isNull(${column}) or ifNull(${all(known)}, 0)` : `ifNull(${all(known)}, 0)`
}

function spanCondition(key: ColumnKey, text: string, params: Params): string[] {
  const span = spanOf(key, text)
  return span ? [numberSpan(key, span, params)] : []
}

/** Both ends included; null = open. Null, not false, for an unknown number. */
export function numberSpan(key: ColumnKey, [min, max]: Band, params: Params): string {
  const column = columnOf(key)
  const ends = [
    ...(min === null ? [] : [`${column} >= ${params.add(min, 'Int64')}`]),
    ...(max === null ? [] : [`${column} <= ${params.add(max, 'Int64')}`]),
  ]
  return ends.length > 0 ? all(ends) : `isNotNull(${column})`
}
