import { createContext, type ReactNode, use } from 'react'
import { usePainted } from '#web/lib/use-painted.ts'
import type { ListAddress } from './list-address.ts'
import { type ListFacets, useListFacets } from './use-list-facets.ts'
import { keysInSight, type OpenGroups } from './use-open-groups.ts'

const CountsContext = createContext<ListFacets | null>(null)

type Props = { address: ListAddress; open: OpenGroups; isReady: boolean; children: ReactNode }

/** Loads the counts beside the filters once the rows are painted. Only components that show a count re-render for them. */
export function ListCounts({ address, open, isReady, children }: Props) {
  const counts = useListFacets(address, keysInSight(open), usePainted(address, isReady))
  return <CountsContext value={counts}>{children}</CountsContext>
}

export function useCounts(): ListFacets {
  const counts = use(CountsContext)
  if (!counts) throw new Error('no ListCounts above this part of the list')
  return counts
}
