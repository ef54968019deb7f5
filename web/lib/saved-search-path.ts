import type { SavedSearch } from '#contracts/saved-searches.ts'
import { paths } from '#web/paths.ts'

type Search = Pick<SavedSearch, 'id' | 'view' | 'query' | 'newMatches'>

/** The parameter by which the list knows which search was opened. */
export const SEARCH_PARAM = 'search'

/** The list as it was saved; what is new in it stands first. */
export const savedSearchPath = ({ id, view, query, newMatches }: Search): string =>
  paths.list({
    ...(view !== 'stores' && { view }),
    ...Object.fromEntries(new URLSearchParams(query)),
    // Products have an order of their own.
    ...(newMatches > 0 && view !== 'products' && { sortBy: 'visibleAt' }),
    [SEARCH_PARAM]: id,
  })
