import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FILTER_SECTIONS, type FilterKey } from '#contracts/catalog/store-filters.ts'
import { listFacets } from '#contracts/catalog/stores.ts'
import { q } from '#web/api/query.ts'
import type { ListView, StoresQuery } from '#web/catalog/list/list-address.ts'
import { useDebouncedValue } from '#web/lib/debounced-value.ts'
import { type FilterLabels, knownValuesOf } from '#web/lib/i18n/filter-labels.ts'
import { fold, rankOf, wordsOf } from '#web/lib/search-text.ts'
import { byKey, type Facets } from './facet-counts.tsx'
import { DEBOUNCE_MS, optionItem, searchStateOf } from './filter-options.ts'
import { filtersOf } from './use-open-groups.ts'

/** A filter, or one of its values. */
export type FoundFilter = {
  id: string
  key: FilterKey
  /** Null for the filter itself. */
  value: string | null
  label: string
  /** Null when unknown. */
  count: number | null
}

const MAX_FOUND = 10
const MIN_LETTERS = 2
/** After every match of words: the server also finds a text within a word. */
const WITHIN_A_WORD = 4

/** The filters of a view, in the order of the panel. */
const filtersIn = (view: ListView): FilterKey[] =>
  (['first', ...FILTER_SECTIONS] as const).flatMap((section) => filtersOf(section, view))

type Source = {
  view: ListView
  words: FilterLabels
  /** Counts of the open filters. */
  facets: Facets
  /** The server's answer for the text. */
  found?: Facets
}

/** Best match first; of equal ones, filters before values, in the order of the panel. */
export function rankFilters(text: string, { view, words, facets, found = {} }: Source) {
  const wanted = wordsOf(text)
  if (wanted.length === 0) return []
  const keys = filtersIn(view)
  const filters = keys.map((key) => {
    const label = words.name(key)
    const item: FoundFilter = { id: key, key, value: null, label, count: null }
    return { item, rank: rankOf(label, '', wanted) }
  })
  const values = keys.flatMap((key) => {
    const searched = new Set(found[key]?.options.map(({ value }) => value))
    return valuesOf(key, [facets, found], words).map((item) => ({
      item,
      rank: rankOfValue(item, text, words) ?? (searched.has(item.value) ? WITHIN_A_WORD : null),
    }))
  })
  return [...filters, ...values]
    .flatMap(({ item, rank }) => (rank === null ? [] : [{ item, rank }]))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

type FoundValue = FoundFilter & { value: string }

/** Those that stores have, with their number, then the others that the browser can name. */
function valuesOf(key: FilterKey, from: readonly Facets[], words: FilterLabels): FoundValue[] {
  const listed = from.flatMap((facets) => facets[key]?.options ?? [])
  const known = (knownValuesOf(key) ?? []).map((value) => ({ value, label: null, count: null }))
  const all = new Map([...known, ...listed.toReversed()].map((option) => [option.value, option]))
  return [...all.values()].map(({ value, label, count }) => ({
    id: `${key}:${value}`,
    key,
    value,
    label: optionItem(key, value, words, count, label).label,
    count,
  }))
}

/** A code counts too: `us`, `eur`. The name of its filter may narrow a match, not make one. */
function rankOfValue({ key, value, label }: FoundValue, text: string, words: FilterLabels) {
  const wanted = wordsOf(text)
  if (fold(value) === fold(text.trim())) return 1
  const rank = rankOf(label, words.name(key), wanted)
  const isOwn = wordsOf(label).some((word) => wanted.some((part) => word.startsWith(part)))
  return rank === 3 && !isOwn ? null : rank
}

type Input = Omit<Source, 'found'> & { text: string; query: StoresQuery }

/**
 * The filters and values whose names fit the text. The browser searches what it can name, the server
 * the values of open lists such as apps and themes.
 */
export function useFoundFilters({ text, query, view, words, facets }: Input) {
  const wanted = text.trim()
  const searched = useDebouncedValue(wanted, DEBOUNCE_MS)
  const groups = useMemo(
    () =>
      filtersIn(view)
        .filter((key) => knownValuesOf(key) === null)
        .join(','),
    [view],
  )
  const client = useQueryClient()
  const search = (find: string) => q(listFacets, { query: { ...query, groups, find } })
  const answer = useQuery({
    ...search(searched),
    enabled: searched.length >= MIN_LETTERS,
    select: byKey,
  })
  const found = searched === wanted ? answer.data?.facets : undefined
  const source = { view, words, facets }
  const items = useMemo(
    () => rankFilters(wanted, { view, words, facets, ...(found && { found }) }),
    [wanted, view, words, facets, found],
  )
  const serverState = searched === wanted ? searchStateOf(answer) : 'searching'
  return {
    items: items.slice(0, MAX_FOUND),
    total: items.length,
    state: wanted.length < MIN_LETTERS ? 'found' : serverState,
    /** The best match of the server's answer, for a user who does not wait for it. */
    searchNow: async (): Promise<FoundFilter | undefined> => {
      if (wanted.length < MIN_LETTERS) return undefined
      const answer = await client.fetchQuery(search(wanted)).catch(() => null)
      return answer ? rankFilters(wanted, { ...source, found: byKey(answer).facets })[0] : undefined
    },
  }
}
