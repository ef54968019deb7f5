import type { SavedSearch } from '#contracts/saved-searches.ts'
import { paths } from '#web/paths.ts'

type Search = Pick<SavedSearch, 'view' | 'query' | 'newMatches'>

/** The list as it was saved; what is new in it stands first. */
export function searchListPath({ view, query, newMatches }: Search): string {
  return paths.list({
    ...(view !== 'stores' && { view }),
    ...Object.fromEntries(new URLSearchParams(query)),
    ...(newMatches > 0 && view !== 'products' && { sortBy: 'visibleAt' }),
  })
}
