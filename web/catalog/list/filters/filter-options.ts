import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  ANY,
  type FilterChoice,
  type FilterKey,
  type FilterRule,
  NONE,
  storeFilters,
  UNKNOWN,
} from '#contracts/catalog/store-filters.ts'
import { type Facet, listFacets } from '#contracts/catalog/stores.ts'
import { qKept } from '#web/api/query.ts'
import type { StoresQuery } from '#web/catalog/list/list-address.ts'
import { useDebouncedValue } from '#web/lib/debounced-value.ts'
import { codesOf, type FilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { fold } from '#web/lib/search-text.ts'
import { stateOf } from './filter-choice.ts'

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
 * The rows of a filter: its values, then chosen values that are missing from the list, then any,
 * none and the unknown if there are such stores or the user has chosen them.
 */
export function optionsOf(
  key: FilterKey,
  choice: FilterChoice,
  facet: Facet | undefined,
  words: FilterLabels,
): OptionItem[] {
  const rule: FilterRule = storeFilters[key]
  const listed = (facet?.options ?? []).map(({ value, label, count }) =>
    optionItem(key, value, words, count, label),
  )
  const offered = new Set([...listed.map(({ value }) => value), ANY, NONE])
  const missing = [...choice.include, ...choice.exclude].filter((value) => !offered.has(value))
  const special = (value: string, count: number | null | undefined): OptionItem[] =>
    (count ?? 0) > 0 || stateOf(choice, value) !== 'neither'
      ? [
          {
            ...optionItem(key, value, words, count ?? null),
            isSpecial: true,
            canExclude: value !== UNKNOWN,
          },
        ]
      : []
  const isMany = rule.kind === 'options' && rule.isMany === true
  return [
    ...missing.map((value) => optionItem(key, value, words, facet ? 0 : null)),
    ...listed,
    ...(isMany ? [...special(ANY, facet?.any), ...special(NONE, facet?.none)] : []),
    ...special(UNKNOWN, facet?.unknown),
  ]
}

export const optionItem = (
  key: FilterKey,
  value: string,
  words: FilterLabels,
  count: number | null,
  label: string | null = null,
): OptionItem => ({
  value,
  label: words.value(key, value, label),
  count,
  canExclude: true,
  isSpecial: false,
})

type Input = {
  filterKey: FilterKey
  facet: Facet
  query: StoresQuery
  text: string
  words: FilterLabels
}

/** State of the server's search: it may still add values, it has, or it cannot. */
type OptionSearchState = 'searching' | 'found' | 'failed'

type Answer = Pick<UseQueryResult, 'data' | 'isPlaceholderData' | 'isError' | 'fetchStatus'>

/**
 * State of a search for the current text. Without a connection a query pauses; for the user that is
 * a failure like any other.
 */
export function searchStateOf({
  data,
  isPlaceholderData,
  isError,
  fetchStatus,
}: Answer): OptionSearchState {
  if (data !== undefined && !isPlaceholderData) return 'found'
  if (isError && fetchStatus !== 'fetching') return 'failed'
  return 'searching'
}

const MAX_FOUND = 40
export const DEBOUNCE_MS = 250

/**
 * The values whose names contain the text. Known values match at once; the server searches the rest
 * by their published names. For codes (DE, EUR) the browser searches, because the server does not
 * know their names in this language.
 */
export function useFoundOptions({ filterKey, facet, query, text, words }: Input) {
  const searched = useDebouncedValue(text, DEBOUNCE_MS)
  const codes = codesOf(filterKey)
  const isBeyond = facet.more > 0 && codes === null
  const answer = useQuery({
    ...qKept(listFacets, { query: { ...query, groups: filterKey, find: searched.slice(0, 60) } }),
    enabled: isBeyond,
  })
  const server = isBeyond ? answer.data?.facets[0] : undefined
  const found = useMemo(() => {
    const listed = [...facet.options, ...(server?.options ?? [])].map(({ value, label, count }) =>
      optionItem(filterKey, value, words, count, label),
    )
    const hasMore = facet.more > 0
    const unlisted =
      hasMore && codes ? codes().map((code) => optionItem(filterKey, code, words, null)) : []
    const wanted = fold(text)
    const fitting = [...listed, ...unlisted].filter(({ label }) => fold(label).includes(wanted))
    // Keep the first item of each value, because known values have a count.
    const firstOf = new Map(fitting.toReversed().map((item) => [item.value, item]))
    return fitting.filter((item) => firstOf.get(item.value) === item)
  }, [text, facet, server, filterKey, words, codes])
  const serverState = searched === text ? searchStateOf(answer) : 'searching'
  return {
    items: found.slice(0, MAX_FOUND),
    total: found.length,
    state: isBeyond ? serverState : 'found',
    retry: () => void answer.refetch(),
  }
}
