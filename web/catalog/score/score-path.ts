import { useLocation } from 'react-router'
import { readAddress, savedSearchOf } from '#web/catalog/list/list-address.ts'
import { paths } from '#web/paths.ts'
import { useSearches } from '#web/workspace/api.ts'

/** What belongs to a place in the list, not to its stores. */
const OF_PLACE = ['page', 'peek', 'search', 'sortBy', 'sortDirection', 'withScores', 'size']

/**
 * The weights by which the open list is scored: those of the saved search that it shows, or its own.
 * Null on all other screens.
 */
export function useScorePath(): string | null {
  const { pathname, search } = useLocation()
  const { data } = useSearches()
  if (pathname !== paths.list()) return null
  const params = new URLSearchParams(search)
  const shown = savedSearchOf(readAddress(params), params)
  const saved = data?.searches.find(
    ({ view, query }) => view === shown.view && query === shown.query,
  )
  if (saved) return paths.score({ search: saved.id })
  for (const name of OF_PLACE) params.delete(name)
  return paths.score(Object.fromEntries(params))
}
