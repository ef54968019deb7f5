import { useTranslation } from 'react-i18next'
import { weeksOf } from '#web/lib/calendar.ts'
import { cn } from '#web/lib/cn.ts'
import { useDateFormats } from '#web/lib/date-format.ts'
import { useWeekdays } from '#web/lib/date-weekdays.ts'
import { useFormats } from '#web/lib/format.ts'

const DAY = '2025-06-15'
const MONTH = '2025-06'

/** A picture of the calendar with one day selected; it is not interactive. */
export function SampleDates() {
  const { t } = useTranslation('demonstration')
  const formats = useDateFormats()
  const { day: dayText } = useFormats()
  const weeks = weeksOf(MONTH, formats.weekStart).filter((week) => week.some(Boolean))
  return (
    <div className="flex flex-1 flex-col justify-center px-4 py-4 sm:px-6">
      <p className="sr-only">{t('dates.chosen', { day: dayText(DAY) })}</p>
      <div aria-hidden>
        <p className="text-center font-semibold first-letter:uppercase">{formats.month(MONTH)}</p>
        <div className="mx-auto mt-3 grid max-w-80 grid-cols-7 text-center text-sm">
          {useWeekdays().map(({ short, long }) => (
            <span key={long} className="py-1 text-xs text-faint">
              {short}
            </span>
          ))}
          {weeks.flat().map((day, at) => (
            <span
              key={day ?? at}
              data-chosen={day === DAY || undefined}
              className={cn(
                'grid h-9 place-items-center rounded-md',
                day === DAY && 'bg-action font-semibold text-on-action',
              )}
            >
              {day && Number(day.slice(8))}
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}
