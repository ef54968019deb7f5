import type { StoreId } from '#contracts/ids.ts'
import {
  ANY,
  type Band,
  type FilterChoice,
  type FilterKey,
  filterKeys,
  NONE,
  NO_CHOICE,
} from '#contracts/catalog/store-filters.ts'
import { ownValueOf, spanOf } from '#server/catalog/search/choices.ts'
import { isPersonal, storeColumns } from '#server/catalog/search/store-columns.ts'
import { dayNumber } from '#server/catalog/search/store-readings.ts'
import type { ColumnKey, PersonalKey } from '#server/catalog/search/store-values.ts'
import { needlesOf, searchWords } from '#server/catalog/search/text-folding.ts'
import type { MarkedQuery, MarkSource } from './marks.ts'
import { all, type Params, some, spanCondition } from './params.ts'
import { scoreExpressions } from './score-expressions.ts'
import { columnOf, knownColumnOf, LETTERS_PER_TOKEN, sizeColumnOf } from './tables.ts'

/** The rows that pass a query; `without` = filters whose own choice does not count. */
export function storeConditions(
  query: MarkedQuery,
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

function choiceCondition(query: MarkedQuery, key: FilterKey, params: Params): string {
  const choice = query.choices[key] ?? NO_CHOICE
  if (key === 'score') {
    const points = pointsOf(query, params)
    return accepted(choice, '0', (texts) =>
      some(texts.map((text) => spanCondition(points, spanOf(key, text) ?? NO_SPAN, params))),
    )
  }
  if (isPersonal(key)) {
    const isAny = personalCondition(query, key, params)
    const hasValue = (value: string) => {
      if (value === 'yes' || value === ANY) return isAny
      if (value === 'no' || value === NONE) return `not (${isAny})`
      return key === 'isNew' ? '0' : markCondition(query.sources?.[key], params, value)
    }
    return accepted(choice, '0', (values) => some(values.map(hasValue)))
  }
  const column = columnOf(key)
  switch (storeColumns[key].kind) {
    case 'code': {
      const code = codeOf(query, key, params)
      const isIn = (values: readonly string[]) =>
        `${code} in ${params.add(values, 'Array(String)')}`
      return accepted(choice, `${code} = ''`, isIn, '')
    }
    case 'list':
      return accepted(
        choice,
        `not ${knownColumnOf(key)}`,
        (values) => some(values.map((value) => listHas(key, value, params))),
        NONE,
      )
    case 'words':
      return wordsCondition(column, choice, params)
    case 'number': {
      const isWithin = (texts: readonly string[]) =>
        some(texts.map((text) => spanOf(key, text)).map((span) => numberSpan(key, span, params)))
      // A comparison with an unknown number is neither true nor false.
      return `ifNull(${accepted(choice, `isNull(${column})`, isWithin)}, 0)`
    }
    default:
      return storeColumns[key] satisfies never
  }
}

/**
 * `any` = whether a store has one of the values, which among the unknown can hold only for the
 * value `ofUnknown`.
 */
function accepted(
  { include, exclude, unknown }: FilterChoice,
  isUnknown: string,
  any: (values: readonly string[]) => string,
  ofUnknown?: string,
): string {
  if (include.length === 0 && exclude.length === 0) return unknown ? isUnknown : '0'
  const known: string[] = []
  if (include.length === 0 || include.some((value) => value === ofUnknown))
    known.push(`not (${isUnknown})`)
  if (exclude.length > 0) known.push(`not (${any(exclude)})`)
  if (include.length > 0) known.push(any(include))
  return unknown ? some([isUnknown, all(known)]) : all(known)
}

/** The value of a store, or the one that a mark of the account stands for. */
export function codeOf(query: MarkedQuery, key: ColumnKey, params: Params): string {
  const own = ownValueOf(query, key)
  if (!own) return columnOf(key)
  const isMarked = markCondition(query.sources?.[own.mark], params)
  return `if(${isMarked}, '${own.value}', toString(${columnOf(key)}))`
}

/** One `has` for each value: an index answers it without reading the lists. */
function listHas(key: ColumnKey, value: string, params: Params): string {
  if (value === ANY || value === NONE) return `${sizeColumnOf(key)} ${value === ANY ? '>' : '='} 0`
  return `has(${columnOf(key)}, ${params.add(value, 'String')})`
}

/** Whether an account has marked the store at all, or the store is new to it. */
export function personalCondition(
  { sources, since }: MarkedQuery,
  key: Exclude<PersonalKey, 'score'>,
  params: Params,
): string {
  if (key !== 'isNew') return markCondition(sources?.[key], params)
  return since ? `visible_at > ${params.add(since.getTime(), 'Int64')}` : '0'
}

/** No score is that low. */
const NO_SPAN: Band = [null, -1]
const NO_STORES: readonly StoreId[] = []

/** Without a value: any of them. */
function markCondition(source: MarkSource | undefined, params: Params, value?: string): string {
  if (!source) return '0'
  if (source.kind === 'stores')
    return params.isAmong(
      'id',
      value === undefined ? source.all : (source.byValue.get(value) ?? NO_STORES),
    )
  const hasValue = value === undefined ? '' : ` and marked_value = ${params.add(value, 'String')}`
  return `id in (select marked_id from ${source.table} where mark = ${params.add(source.name, 'String')}${hasValue})`
}

/** A statement with a row of `marked_id` and `marked_value` for each mark. */
export function selectMarks(source: MarkSource, params: Params): string {
  if (source.kind === 'table')
    return `select marked_id, marked_value from ${source.table} where mark = ${params.add(source.name, 'String')}`
  const pairs = [...source.byValue].flatMap(([value, ids]) => ids.map((id) => ({ id, value })))
  const ids = params.add(
    pairs.map(({ id }) => id),
    'Array(UInt64)',
  )
  const values = params.add(
    pairs.map(({ value }) => value),
    'Array(String)',
  )
  return `select mark.1 as marked_id, mark.2 as marked_value from (select arrayJoin(arrayZip(${ids}, ${values})) as mark)`
}

function wordsCondition(column: string, { include }: FilterChoice, params: Params): string {
  const words = searchWords(include.join(' ')).map(needlesOf)
  const isIn = (needle: string) => textCondition(column, needle, params)
  return words.length === 0 ? '0' : all(words.map((needles) => some(needles.map(isIn))))
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

/** Null, not false, for an unknown number. */
export const numberSpan = (key: ColumnKey, span: Band | null, params: Params): string =>
  span ? spanCondition(columnOf(key), span, params) : '0'

/** @throws Error for a query that names no profile */
export function pointsOf({ scoring }: MarkedQuery, params: Params): string {
  if (!scoring) throw new Error('a question about scores names its profile')
  return scoreExpressions(scoring, params).points
}
