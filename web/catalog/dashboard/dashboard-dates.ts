import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigationType, useSearchParams } from 'react-router'
import { type Day, isDay } from '#contracts/dates.ts'
import { type DateSelection, isSameSelection, NO_DATES, spanOf } from '#web/lib/dates/date-selection.ts'
import { takePendingDates } from '#web/lib/dates/pending-dates.ts'

/** The chosen dates, kept in the address. Dates picked before signing up are taken over once. */
export function useDates(today: Day): [DateSelection, (selection: DateSelection) => void] {
  const [params, setParams] = useSearchParams()
  const isHistory = useNavigationType() === 'POP'
  const address = readDates(params, today)
  const [seen, setSeen] = useState(address)
  // The address updates a moment later; fast key presses must step from the latest dates, not from the old ones.
  const [ahead, setAhead] = useState<DateSelection | null>(null)
  if (!isSameSelection(seen, address)) {
    setSeen(address)
    if (ahead && (isHistory || isSameSelection(ahead, address))) setAhead(null)
  }
  const write = (selection: DateSelection) =>
    setParams((current) => withDates(current, selection), { replace: true, preventScrollReset: true })
  const choose = (selection: DateSelection) => {
    setAhead(selection)
    write(selection)
  }

  const restore = useEffectEvent(() => {
    const pending = takePendingDates(sessionStorage, today)
    if (pending) write(pending)
  })
  useEffect(() => restore(), [])

  return [ahead ?? address, choose]
}

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
