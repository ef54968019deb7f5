import { isDay, type Day } from '#contracts/dates.ts'
import { NO_DATES, spanOf, type DateSelection } from '#web/lib/date-selection.ts'

/** Reads the chosen dates from the dashboard's address, so that Back and reload restore them. */
export function readDates(params: URLSearchParams, today: Day): DateSelection {
  const [from, to] = [
    params.get('date') ?? params.get('startDate'),
    params.get('date') ?? params.get('endDate'),
  ]
  if (!from || !to || !isDay(from) || !isDay(to)) return NO_DATES
  if (from > today || to > today) return NO_DATES
  return spanOf(from, to)
}

/** The same address with other dates; the rest stays unchanged. */
export function withDates(params: URLSearchParams, selection: DateSelection): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of ['date', 'startDate', 'endDate']) next.delete(name)
  if (selection.kind === 'single') next.set('date', selection.date)
  if (selection.kind === 'range') {
    next.set('startDate', selection.from)
    next.set('endDate', selection.to)
  }
  return next
}
