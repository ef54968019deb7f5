import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import type { Day } from '#contracts/dates.ts'
import type { DateSelection } from '#web/lib/date-selection.ts'
import { takePendingDates } from '#web/lib/pending-dates.ts'
import { readDates, withDates } from './dashboard-address.ts'

/** The chosen dates; they live in the address. What was picked before signing up is taken over once. */
export function useDates(today: Day): [DateSelection, (selection: DateSelection) => void] {
  const [params, setParams] = useSearchParams()
  const choose = (selection: DateSelection) =>
    setParams((current) => withDates(current, selection), { replace: true, preventScrollReset: true })

  const restore = useEffectEvent(() => {
    const pending = takePendingDates(sessionStorage, today)
    if (pending) choose(pending)
  })
  useEffect(() => restore(), [])

  return [readDates(params, today), choose]
}
