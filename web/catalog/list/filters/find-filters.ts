import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FilterKey } from '#contracts/catalog/store-filters.ts'
import { listFacets } from '#contracts/catalog/stores.ts'
import { q } from '#web/api/query.ts'
import type { ListView, StoresQuery } from '#web/catalog/list/list-address.ts'
import { useDebouncedValue } from '#web/lib/debounced-value.ts'
import { type FilterLabels, knownValuesOf } from '#web/lib/i18n/filter-labels.ts'
import { fold, rankOf, wordsOf } from '#web/lib/search-text.ts'
import { byKey, type Facets } from './facet-counts.tsx'
import { DEBOUNCE_MS, optionItem, searchStateOf } from './filter-options.ts'
import { filtersOf, PANEL_SECTIONS } from './use-open-groups.ts'

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

const filtersIn = (view: ListView): FilterKey[] =>
  PANEL_SECTIONS.flatMap((section) => filtersOf(section, view))

type Source = { view: ListView; words: FilterLabels }

type Candidate = {
  item: FoundFilter
  /** Its words, and those of the filter of a value. */
  own: readonly string[]
  others: readonly string[]
  /** Place of the filter in the panel. */
  place: number
}

/** All that the browser can name. Building it takes a whole frame, so it is kept during typing. */
export function namedFilters({ view, words }: Source): Candidate[] {
  return filtersIn(view).flatMap((key, place) => {
    const label = words.name(key)
    const others = wordsOf(label)
    const filter = { id: key, key, value: null, label, count: null }
    const values = (knownValuesOf(key) ?? []).map((value) => ({ value, label: null, count: null }))
    return [
      { item: filter, own: others, others: [], place },
      ...candidatesOf(key, values, words, place),
    ]
  })
}

const candidatesOf = (
  key: FilterKey,
  options: readonly { value: string; label: string | null; count: number | null }[],
  words: FilterLabels,
  place: number,
): Candidate[] => {
  const others = wordsOf(words.name(key))
  return options.map(({ value, count, label: given }) => {
    const { label } = optionItem(key, value, words, count, given)
    return {
      item: { id: `${key}:${value}`, key, value, label, count },
      own: wordsOf(label),
      others,
      place,
    }
  })
}

type Answers = {
  /** Counts of the open filters. */
  facets: Facets
  /** The server's answer for the text. */
  found?: Facets | undefined
}

/** Best match first; of equal ones in the order of the panel, frequent values before rare ones. */
export function rankFilters(
  text: string,
  named: readonly Candidate[],
  { view, words, facets, found = {} }: Source & Answers,
): FoundFilter[] {
  const wanted = wordsOf(text)
  if (wanted.length === 0) return []
  // What stores have comes with its number.
  const counted = filtersIn(view).flatMap((key, place) =>
    [found, facets].flatMap((each) => candidatesOf(key, each[key]?.options ?? [], words, place)),
  )
  const byId = new Map([...named, ...counted].map((each) => [each.item.id, each]))
  const searched = new Set(
    Object.values(found).flatMap(({ key, options }) =>
      options.map(({ value }) => `${key}:${value}`),
    ),
  )
  return [...byId.values()]
    .flatMap((each) => {
      const rank =
        rankOfCandidate(each, text, wanted) ?? (searched.has(each.item.id) ? WITHIN_A_WORD : null)
      return rank === null ? [] : [{ ...each, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank || a.place - b.place || countOf(b) - countOf(a))
    .map(({ item }) => item)
}

/** A filter itself comes before its values. */
const countOf = ({ item }: Candidate): number =>
  item.value === null ? Infinity : (item.count ?? -1)

/** A code counts too: `us`, `eur`. The name of its filter may narrow a match, not make one. */
function rankOfCandidate(
  { item, own, others }: Candidate,
  text: string,
  wanted: readonly string[],
) {
  if (item.value !== null && fold(item.value) === fold(text)) return 1
  const rank = rankOf(own, others, wanted)
  const isOwn = own.some((word) => wanted.some((part) => word.startsWith(part)))
  return rank === 3 && !isOwn ? null : rank
}

type Input = Source & { text: string; query: StoresQuery; facets: Facets }

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
  const isTyping = wanted !== ''
  const named = useMemo(
    () => (isTyping ? namedFilters({ view, words }) : []),
    [isTyping, view, words],
  )
  const source = { view, words, facets }
  const items = rankFilters(wanted, named, { ...source, found })
  const serverState = searched === wanted ? searchStateOf(answer) : 'searching'
  return {
    items: items.slice(0, MAX_FOUND),
    total: items.length,
    state: wanted.length < MIN_LETTERS ? 'found' : serverState,
    /** The best match of the server's answer, for a user who does not wait for it. */
    searchNow: async (): Promise<FoundFilter | undefined> => {
      if (wanted.length < MIN_LETTERS) return undefined
      const answer = await client.fetchQuery(search(wanted)).catch(() => null)
      return answer
        ? rankFilters(wanted, named, { ...source, found: byKey(answer).facets })[0]
        : undefined
    },
  }
}
