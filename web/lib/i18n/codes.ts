import {
  type FilterKey,
  type FilterRule,
  storeFilters,
  type ValueCodes,
} from '#contracts/catalog/store-filters.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const pairs = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))

/** Codes that have a name in the runtime's `Intl` data; computed once. */
function codesNamed(type: 'region' | 'language', tried: readonly string[]) {
  let known: readonly string[] | null = null
  return () => {
    const names = new Intl.DisplayNames('en', { type, fallback: 'none' })
    known ??= tried.filter((code) => names.of(code) !== undefined)
    return known
  }
}

const countries = codesNamed('region', pairs)
const languages = codesNamed(
  'language',
  pairs.map((pair) => pair.toLowerCase()),
)

const codes: Record<ValueCodes, () => readonly string[]> = {
  country: countries,
  language: languages,
  currency: () => Intl.supportedValuesOf('currency'),
}

/** All possible codes of a filter's values; null when its values are not codes. */
export function codesOf(key: FilterKey): (() => readonly string[]) | null {
  const rule: FilterRule = storeFilters[key]
  return rule.kind === 'options' && rule.codes ? codes[rule.codes] : null
}
