import type { SavedSearch, SearchView } from '#contracts/workspace/saved-searches.ts'
import type { DateSelection } from '#web/lib/dates/date-selection.ts'
import { paths } from '#web/paths.ts'

/**
 * Query parameters of a search: the picked dates, and the same dates as the list's first filter.
 */
export function searchQuery(selection: DateSelection): Record<string, string> {
  switch (selection.kind) {
    case 'none':
      return {}
    case 'single': {
      const { date } = selection
      return { mode: 'single', date, filterStartDate: date, filterEndDate: date }
    }
    case 'range': {
      const { from, to } = selection
      return {
        mode: 'range',
        startDate: from,
        endDate: to,
        filterStartDate: from,
        filterEndDate: to,
      }
    }
    default:
      return selection satisfies never
  }
}

/** Address of the list for these dates; the default view of stores has no parameter. */
export const searchPath = (selection: DateSelection, view: SearchView = 'stores'): string =>
  paths.list({ ...(view !== 'stores' && { view }), ...searchQuery(selection) })

type Search = Pick<SavedSearch, 'id' | 'view' | 'query' | 'newMatches' | 'profile'>

export const SEARCH_PARAM = 'search'

/** The list with the saved filters; new matches come first. */
export const savedSearchPath = ({ id, view, query, newMatches, profile }: Search): string =>
  paths.list({
    ...(view !== 'stores' && { view }),
    ...Object.fromEntries(new URLSearchParams(query)),
    // Products have their own order.
    ...(newMatches > 0 && view !== 'products' && { sortBy: 'visibleAt' }),
    ...(profile !== null && { profile }),
    [SEARCH_PARAM]: id,
  })
