import { MAX_SEARCH_NAME } from '#contracts/saved-searches.ts'
import { readSearchQuery } from '#contracts/search-query.ts'
import {
  ANY,
  type FilterChoice,
  type FilterKey,
  filterKeys,
  NONE,
  storeFilters,
} from '#contracts/store-filters.ts'
import type { FilterWords } from '../filter-words.ts'

/** A name that describes the search, e.g. `Germany, Fashion, Products: 10 – 49`. Empty for a search without filters. */
export function suggestName(query: string, words: FilterWords): string {
  const reading = readSearchQuery(query)
  if (reading.kind === 'refused') return ''
  const { choices } = reading.query
  const parts = filterKeys.flatMap((key) => {
    const choice = choices[key]
    return choice ? [partOf(key, choice, words)] : []
  })
  return shortened(parts)
}

/** `Germany, France` is clear by itself; `Yes` or `Unknown` needs the filter's name. */
function partOf(key: FilterKey, choice: FilterChoice, words: FilterWords): string {
  const values = words.parts(key, choice).join(', ')
  const { kind } = storeFilters[key]
  const speaks =
    kind === 'text' || (kind === 'options' && choice.include.some((value) => value !== ANY && value !== NONE))
  return speaks && !choice.unknown ? values : `${words.name(key)}${words.colon}${values}`
}

/** As many whole parts as fit. If the first part alone is too long, its beginning. */
function shortened(parts: readonly string[]): string {
  let name = ''
  for (const part of parts) {
    const longer = name ? `${name}, ${part}` : part
    if (longer.length > MAX_SEARCH_NAME) return name || `${longer.slice(0, MAX_SEARCH_NAME - 1).trimEnd()}…`
    name = longer
  }
  return name
}
