import {
  ANY,
  type FilterChoice,
  type FilterKey,
  type FilterRule,
  NONE,
  storeFilters,
  UNKNOWN,
} from '#contracts/store-filters.ts'
import type { Facet } from '#contracts/stores.ts'
import { stateOf } from './filter-choice.ts'
import type { FilterWords } from './filter-words.ts'

export type OptionItem = {
  value: string
  label: string
  /** Null when unknown. */
  count: number | null
  canExclude: boolean
  /** Not an ordinary value: any, none, or the unknown. */
  isSpecial: boolean
}

/**
 * The rows of a filter: its values, then chosen values that are missing from the list, then any, none and the unknown if there are such
 * stores or the user has chosen them.
 */
export function optionsOf(
  key: FilterKey,
  choice: FilterChoice,
  facet: Facet | undefined,
  words: FilterWords,
): OptionItem[] {
  const rule: FilterRule = storeFilters[key]
  const told = (facet?.options ?? []).map(({ value, label, count }) =>
    optionItem(key, value, words, count, label),
  )
  const offered = new Set([...told.map(({ value }) => value), ANY, NONE])
  const missing = [...choice.include, ...choice.exclude].filter((value) => !offered.has(value))
  const special = (value: string, count: number | null | undefined): OptionItem[] =>
    (count ?? 0) > 0 || stateOf(choice, value) !== 'neither'
      ? [{ ...optionItem(key, value, words, count ?? null), isSpecial: true, canExclude: value !== UNKNOWN }]
      : []
  const isMany = rule.kind === 'options' && rule.isMany === true
  return [
    ...missing.map((value) => optionItem(key, value, words, facet ? 0 : null)),
    ...told,
    ...(isMany ? [...special(ANY, facet?.any), ...special(NONE, facet?.none)] : []),
    ...special(UNKNOWN, facet?.unknown),
  ]
}

export const optionItem = (
  key: FilterKey,
  value: string,
  words: FilterWords,
  count: number | null,
  label: string | null = null,
): OptionItem => ({
  value,
  label: words.value(key, value, label),
  count,
  canExclude: true,
  isSpecial: false,
})
