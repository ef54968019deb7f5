import {
  ANY,
  type Band,
  type FilterChoice,
  type FilterKey,
  filterKeys,
  type FilterRule,
  NONE,
  readDays,
  readSpan,
  storeFilters,
  writeSpan,
} from '#contracts/catalog/store-filters.ts'
import type { Facet } from '#contracts/catalog/stores.ts'
import type { StoreQuery } from './search.ts'
import { isPersonal } from './store-columns.ts'
import { dayNumber } from './store-readings.ts'
import { ownValues } from './store-values.ts'

/** A chosen span of figures, or of days since 1970. */
export function spanOf(key: FilterKey, text: string): Band | null {
  if (storeFilters[key].kind !== 'days') return readSpan(text)
  const days = readDays(text)
  return days && [numberOf(days[0]), numberOf(days[1])]
}

const numberOf = (day: string | null) => (day === null ? null : dayNumber(day))

export const passesAnswer = ({ include, exclude }: FilterChoice, answer: string): boolean =>
  include.length > 0
    ? include.includes(answer) && !exclude.includes(answer)
    : exclude.length > 0 && !exclude.includes(answer)

export function bandsOf(key: FilterKey): readonly Band[] {
  const rule: FilterRule = storeFilters[key]
  return rule.kind === 'range' ? rule.bands : []
}

/** The values of a filter, where they do not depend on the stores. */
export function closedValuesOf(key: FilterKey): readonly string[] | undefined {
  const rule: FilterRule = storeFilters[key]
  if (isPersonal(key) && rule.kind === 'yesNo') return ['yes', 'no']
  if (rule.kind === 'range' || rule.kind === 'days') return bandsOf(key).map(writeSpan)
  return rule.kind === 'options' ? rule.values : undefined
}

export const activeKeys = ({ choices }: Pick<StoreQuery, 'choices'>): FilterKey[] =>
  filterKeys.filter((key) => choices[key] !== undefined)

/** Where the marks of the query's account replace values of this filter. */
export const ownValueOf = ({ marks }: Pick<StoreQuery, 'marks'>, key: FilterKey) =>
  ownValues.find((own) => own.key === key && marks?.[own.mark])

export const chosenOf = ({ choices }: StoreQuery, key: FilterKey): string[] =>
  [...(choices[key]?.include ?? []), ...(choices[key]?.exclude ?? [])].filter(
    (value) => value !== ANY && value !== NONE,
  )

export const emptyFacet = (key: FilterKey): Facet => ({
  key,
  options: [],
  more: 0,
  unknown: 0,
  any: null,
  none: null,
})
