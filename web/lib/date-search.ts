import type { SearchView } from '#contracts/saved-searches.ts'
import type { DateSelection } from '#web/lib/date-selection.ts'
import { paths } from '#web/paths.ts'

/** What a search hands to the list: what was picked, and the same dates as the list's first filter. */
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
      return { mode: 'range', startDate: from, endDate: to, filterStartDate: from, filterEndDate: to }
    }
    default:
      return selection satisfies never
  }
}

/** Where the list shows what was found on these dates; the view of the stores needs no word in the address. */
export const searchPath = (selection: DateSelection, view: SearchView = 'stores'): string =>
  paths.list({ ...(view !== 'stores' && { view }), ...searchQuery(selection) })
