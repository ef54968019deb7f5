import type { DateSelection } from '#web/lib/date-selection.ts'
import { paths } from '#web/paths.ts'

/** The tabs of the list; the stores need no word in the address. */
export type SearchView = 'stores' | 'leads' | 'products'

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

/** Where the list shows what was found on these dates. */
export const searchPath = (selection: DateSelection, view: SearchView = 'stores'): string =>
  paths.list({ ...(view !== 'stores' && { view }), ...searchQuery(selection) })
