import { useState } from 'react'
import { useToday } from '#web/lib/dates/calendar.ts'
import { NO_DATES } from '#web/lib/dates/date-selection.ts'
import { DatePicker } from '#web/ui/date-picker/date-picker.tsx'

/** The dashboard's picker in its landing mode. */
export function MembersPicker() {
  const [selection, choose] = useState(NO_DATES)
  return <DatePicker selection={selection} onChange={choose} today={useToday()} />
}
