import { useTranslation } from 'react-i18next'
import { addDays, DAY_MS, type Day, dayStart, MINUTE_MS } from '#contracts/dates.ts'
import type { Lead, LeadDue } from '#contracts/workspace/leads.ts'
import { CLOSED_STAGES } from '#contracts/workspace/stage-keys.ts'
import { useCurrentDay } from '#web/lib/dates/calendar.ts'
import { useFormats } from '#web/lib/i18n/format.ts'

/** The reader's own calendar day: a step is due where its reader is. */
export function localDay(now = new Date()): Day {
  return new Date(now.getTime() - now.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 10)
}

export const useLocalDay = (): Day => useCurrentDay(localDay)

type Step = Pick<Lead, 'nextDay' | 'stage'>

export function dueOf({ nextDay, stage }: Step, today: Day): LeadDue {
  if (nextDay === null) return 'none'
  if (nextDay >= today) return nextDay === today ? 'today' : 'later'
  return CLOSED_STAGES.includes(stage) ? 'none' : 'overdue'
}

/** "3 days late", "today", "tomorrow", or the day. */
export function useDayText(): (step: Step, today: Day) => string {
  const { t } = useTranslation('leads')
  const formats = useFormats()
  return (step, today) => {
    const { nextDay: day } = step
    if (day === null) return ''
    const due = dueOf(step, today)
    const late = Math.round((dayStart(today).getTime() - dayStart(day).getTime()) / DAY_MS)
    if (due === 'overdue') return t('day.late', { count: late, days: formats.number(late) })
    if (due === 'today') return t('day.today')
    return day === addDays(today, 1) ? t('day.tomorrow') : formats.shortDay(day)
  }
}
