import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ResponseOf } from '#contracts/endpoint.ts'
import { type FilterKey, filterKeys } from '#contracts/store-filters.ts'
import { type Facet, listFacets } from '#contracts/stores.ts'
import { q } from '#web/api/query.ts'
import { NO_DATES } from '#web/lib/date-selection.ts'
import { entriesOf, type ListAddress, storesQueryOf } from './list-address.ts'

export type Facets = Partial<Record<FilterKey, Facet>>

const NO_FACETS: Facets = {}

/** What is selected keeps, from one answer to the next, the objects of what stayed the same: those filters are not drawn again. */
const byKey = ({ total, facets }: ResponseOf<typeof listFacets>) => ({
  total,
  facets: Object.fromEntries(facets.map((facet) => [facet.key, facet])) as Facets,
})

export type ListFacets = {
  facets: Facets
  /** Stores that pass; null until it is known. */
  total: number | null
  /** False where they would be of other stores than the list is about: then they only tell which values there are. */
  hasCounts: boolean
  /** They are of the choice before: shown dim until the new ones are there. */
  isOld: boolean
  hasFailed: boolean
  retry: () => void
}

/**
 * The counts of all filters that are in sight, in one call. `isReady` holds them back until the rows are there: counts are for the next
 * click, rows for this one.
 */
export function useListFacets(
  address: ListAddress,
  open: readonly FilterKey[],
  isReady: boolean,
): ListFacets {
  const wanted = new Set<FilterKey>([
    ...open,
    ...entriesOf(address.filters).map(([key]) => key),
    // It tells how many of the stores are leads.
    'email',
  ])
  const groups = filterKeys.filter((key) => wanted.has(key) && key !== 'q').join(',')
  // Products trend on other days than those on which their stores were found.
  const ofAnyDay = address.view === 'products' && address.products.scope === 'trending'
  const answer = useQuery({
    ...q(listFacets, {
      query: { ...storesQueryOf(ofAnyDay ? { ...address, dates: NO_DATES } : address, address.view), groups },
    }),
    placeholderData: keepPreviousData,
    select: byKey,
    enabled: isReady,
  })
  const { data } = answer
  const facets = data?.facets ?? NO_FACETS
  const { isPlaceholderData: isOld, refetch } = answer
  // Without a connection the call waits; for the reader there is nothing to wait for.
  const hasFailed = answer.isError || (data === undefined && answer.fetchStatus === 'paused')
  const total = data && !isOld && !ofAnyDay ? data.total : null
  return useMemo(
    () => ({ facets, total, hasCounts: !ofAnyDay, isOld, hasFailed, retry: () => void refetch() }),
    [facets, total, ofAnyDay, isOld, hasFailed, refetch],
  )
}
