import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigationType, useSearchParams } from 'react-router'
import type { Day } from '#contracts/dates.ts'
import { isSameSelection, type DateSelection } from '#web/lib/date-selection.ts'
import { takePendingDates } from '#web/lib/pending-dates.ts'
import { readDates, withDates } from './dashboard-address.ts'

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
