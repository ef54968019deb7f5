import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import type { ResponseOf } from '#contracts/endpoint.ts'
import { type FilterKey, filterKeys } from '#contracts/catalog/store-filters.ts'
import { type Facet, listFacets } from '#contracts/catalog/stores.ts'
import { qKept } from '#web/api/query.ts'
import { entriesOf, type ListAddress, storesQueryOf } from '#web/catalog/list/list-address.ts'
import { NO_DATES } from '#web/lib/dates/date-selection.ts'
import { type OpenGroups, visibleFilters } from './use-open-groups.ts'

const CountsContext = createContext<ListFacets | null>(null)

type Props = { address: ListAddress; open: OpenGroups; isReady: boolean; children: ReactNode }

/**
 * Loads the counts beside the filters once the rows are painted. Only components that show a count
 * re-render for them.
 */
export function ListCounts({ address, open, isReady, children }: Props) {
  const counts = useListFacets(address, visibleFilters(open), usePainted(address, isReady))
  return <CountsContext value={counts}>{children}</CountsContext>
}

export function useCounts(): ListFacets {
  const counts = use(CountsContext)
  if (!counts) throw new Error('no ListCounts above this part of the list')
  return counts
}

export type Facets = Partial<Record<FilterKey, Facet>>

const NO_FACETS: Facets = {}

/**
 * Keeps the objects of unchanged facets from one answer to the next, so that those filters do not
 * re-render.
 */
export const byKey = ({ total, facets }: ResponseOf<typeof listFacets>) => ({
  total,
  facets: Object.fromEntries(facets.map((facet) => [facet.key, facet])) as Facets,
})

export type ListFacets = {
  facets: Facets
  /** Number of matching stores; null until known. */
  total: number | null
  /**
   * False when the counts would refer to other stores than the list; then only the set of values is
   * used.
   */
  hasCounts: boolean
  /** The counts belong to the previous choice; they are dimmed until the new ones arrive. */
  isOld: boolean
  hasFailed: boolean
  retry: () => void
}

/**
 * The counts of all visible filters, in one call. `isReady` delays the call until the rows have
 * arrived: this click needs the rows, only the next one needs the counts.
 */
function useListFacets(
  address: ListAddress,
  open: readonly FilterKey[],
  isReady: boolean,
): ListFacets {
  const wanted = new Set<FilterKey>([
    ...open,
    ...entriesOf(address.filters).map(([key]) => key),
    // Tells how many of the stores are leads.
    'email',
  ])
  const groups = filterKeys.filter((key) => wanted.has(key) && key !== 'q').join(',')
  // A product may trend on other days than the one on which its store was found.
  const ofAnyDay = address.view === 'products' && address.products.scope === 'trending'
  const answer = useQuery({
    ...qKept(listFacets, {
      query: {
        ...storesQueryOf(ofAnyDay ? { ...address, dates: NO_DATES } : address, address.view),
        groups,
      },
    }),
    select: byKey,
    enabled: isReady,
  })
  const { data } = answer
  const facets = data?.facets ?? NO_FACETS
  const { isPlaceholderData: isOld, isError: hasFailed, refetch } = answer
  const total = data && !isOld && !ofAnyDay ? data.total : null
  return useMemo(
    () => ({ facets, total, hasCounts: !ofAnyDay, isOld, hasFailed, retry: () => void refetch() }),
    [facets, total, ofAnyDay, isOld, hasFailed, refetch],
  )
}

/**
 * Whether `what` has been painted since `isReady`, so that work for the next step can wait until
 * the current frame is done. In a background tab nothing is painted, and the work never starts.
 */
function usePainted(what: unknown, isReady: boolean): boolean {
  const [painted, setPainted] = useState<{ what: unknown } | null>(null)
  useEffect(() => {
    if (!isReady) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // The callback runs at the start of a frame, which is painted right after it.
    const frame = requestAnimationFrame(() => (timer = setTimeout(() => setPainted({ what }))))
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [what, isReady])
  return isReady && painted?.what === what
}
