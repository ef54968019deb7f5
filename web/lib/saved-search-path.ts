import type { SavedSearch } from '#contracts/saved-searches.ts'
import { paths } from '#web/paths.ts'

type Search = Pick<SavedSearch, 'id' | 'view' | 'query' | 'newMatches'>

/** The parameter that tells the list which saved search was opened. */
export const SEARCH_PARAM = 'search'

/** The list with the saved filters; new matches come first. */
export const savedSearchPath = ({ id, view, query, newMatches }: Search): string =>
  paths.list({
    ...(view !== 'stores' && { view }),
    ...Object.fromEntries(new URLSearchParams(query)),
    // Products have their own order.
    ...(newMatches > 0 && view !== 'products' && { sortBy: 'visibleAt' }),
    [SEARCH_PARAM]: id,
  })
