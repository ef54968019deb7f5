import {
  type FilterChoice,
  type FilterKey,
  type FilterRule,
  MAX_FILTER_TEXT,
  MAX_SEARCH_TEXT,
  MAX_VALUES,
  NO_CHOICE,
  readChoice,
  readSpan,
  storeFilters,
  UNKNOWN,
  writeSpan,
} from '#contracts/catalog/store-filters.ts'

/** The choice for one value: include it, exclude it, or neither. */
export type ValueState = 'include' | 'exclude' | 'neither'

export function stateOf(choice: FilterChoice, value: string): ValueState {
  if (value === UNKNOWN) return choice.unknown ? 'include' : 'neither'
  if (choice.include.includes(value)) return 'include'
  return choice.exclude.includes(value) ? 'exclude' : 'neither'
}

/**
 * The choice with this value in the given state. The unknown cannot be excluded, only not included.
 */
function withState(choice: FilterChoice, value: string, state: ValueState): FilterChoice {
  if (value === UNKNOWN) return { ...choice, unknown: state === 'include' }
  const listed = (of: 'include' | 'exclude') => [
    ...choice[of].filter((each) => each !== value),
    ...(state === of ? [value] : []),
  ]
  return { ...choice, include: listed('include'), exclude: listed('exclude') }
}

/** Press on a control for one state: enters that state, or leaves it again. */
export const toggleValue = (
  choice: FilterChoice,
  value: string,
  state: 'include' | 'exclude',
): FilterChoice => withState(choice, value, stateOf(choice, value) === state ? 'neither' : state)

/** The choice in an address. If some of its values are invalid, the valid ones remain. */
export function readValidChoice(key: FilterKey, text: string): FilterChoice {
  const rule: FilterRule = storeFilters[key]
  if (rule.kind === 'text') return readChoice(key, text.slice(0, MAX_SEARCH_TEXT)) ?? NO_CHOICE
  const valid: string[] = []
  for (const part of new Set(text.split(','))) {
    const isFull =
      valid.length === MAX_VALUES || [...valid, part].join(',').length > MAX_FILTER_TEXT
    if (!isFull && readChoice(key, part) !== null) valid.push(part)
  }
  return readChoice(key, valid.join(',')) ?? NO_CHOICE
}

/**
 * The typed range, as opposed to the preset ranges; null when there is no such range, or more than
 * one.
 */
export function typedRange(key: FilterKey, { include }: FilterChoice) {
  const rule: FilterRule = storeFilters[key]
  const bands = rule.kind === 'range' ? rule.bands.map(writeSpan) : []
  const [typed, ...others] = include.filter((value) => !bands.includes(value))
  return typed === undefined || others.length > 0 ? null : readSpan(typed)
}

/** A typed range replaces all included values; `unknown` stays unchanged. */
export const withTyped = (choice: FilterChoice, value: string | null): FilterChoice => ({
  ...choice,
  include: value === null ? [] : [value],
})
