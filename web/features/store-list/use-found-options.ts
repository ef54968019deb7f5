import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FilterKey } from '#contracts/store-filters.ts'
import { type Facet, listFacets } from '#contracts/stores.ts'
import { q } from '#web/api/query.ts'
import { codesOf } from '#web/lib/codes.ts'
import { type OptionItem, optionItem } from './filter-options.ts'
import type { FilterWords } from './filter-words.ts'
import type { StoresQuery } from './list-address.ts'
import { useSettled } from '#web/lib/use-settled.ts'

type Input = {
  filterKey: FilterKey
  facet: Facet
  query: StoresQuery
  /** The search text. */
  text: string
  words: FilterWords
}

const MAX_FOUND = 40
const SETTLED_AFTER_MS = 250

/**
 * The values whose names contain the text. Known values match at once; the server searches the rest by their published names. For codes
 * (DE, EUR) the browser searches, because the server does not know their names in this language.
 */
export function useFoundOptions({ filterKey, facet, query, text, words }: Input): OptionItem[] {
  const find = useSettled(text, SETTLED_AFTER_MS)
  const codes = codesOf(filterKey)
  const isBeyond = facet.more > 0 && codes === null
  const answer = useQuery({
    ...q(listFacets, { query: { ...query, groups: filterKey, find: find.slice(0, 60) } }),
    enabled: isBeyond,
    placeholderData: keepPreviousData,
  })
  const server = isBeyond ? answer.data?.facets[0] : undefined
  return useMemo(() => {
    const told = [...facet.options, ...(server?.options ?? [])].map(({ value, label, count }) =>
      optionItem(filterKey, value, words, count, label),
    )
    const isMoreThere = facet.more > 0
    const untold = isMoreThere && codes ? codes().map((code) => optionItem(filterKey, code, words, null)) : []
    const wanted = folded(text)
    const fitting = [...told, ...untold].filter(({ label }) => folded(label).includes(wanted))
    // Keep the first item of each value, because known values have a count.
    const items = new Map(fitting.toReversed().map((item) => [item.value, item]))
    return fitting.filter((item) => items.get(item.value) === item).slice(0, MAX_FOUND)
  }, [text, facet, server, filterKey, words, codes])
}

const folded = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i')
