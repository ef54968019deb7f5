import { useId, type KeyboardEvent } from 'react'
import type { Day } from '#contracts/dates.ts'
import { markOf, weeksOf, type Month } from '#web/lib/calendar.ts'
import { useDateFormats } from '#web/lib/date-format.ts'
import type { DateSelection } from '#web/lib/date-selection.ts'
import { useWeekdays } from '#web/lib/date-weekdays.ts'
import { DayButton } from '#web/ui/date-picker/day-button.tsx'

type Props = {
  month: Month
  today: Day
  selection: DateSelection
  tentative: DateSelection | null
  tabDay: Day
  onPick: (day: Day) => void
  onPointAt: (day: Day | null) => void
  onDayKey: (day: Day, event: KeyboardEvent) => void
}

export function MonthGrid({
  month,
  today,
  selection,
  tentative,
  tabDay,
  onPick,
  onPointAt,
  onDayKey,
}: Props) {
  const formats = useDateFormats()
  const weekdays = useWeekdays()
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h3
        id={headingId}
        className="grid h-10 place-items-center text-base font-semibold first-letter:uppercase pointer-coarse:h-11"
      >
        {formats.month(month)}
      </h3>
      <table
        // oxlint-disable-next-line no-noninteractive-element-to-interactive-role -- the APG's date grid is a table with this role
        role="grid"
        aria-labelledby={headingId}
        aria-multiselectable
        className="mt-1 w-full table-fixed border-collapse"
      >
        <thead>
          <tr>
            {weekdays.map(({ short, long }) => (
              <th key={long} scope="col" abbr={long} className="h-8 text-xs font-medium text-faint">
                <span aria-hidden>{short}</span>
                <span className="sr-only">{long}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, formats.weekStart).map((week, row) => (
            <tr key={row}>
              {week.map((day, column) =>
                day ? (
                  <DayButton
                    key={day}
                    day={day}
                    mark={markOf(day, selection)}
                    tentativeMark={tentative && markOf(day, tentative)}
                    today={today}
                    isTabStop={day === tabDay}
                    onPick={onPick}
                    onPointAt={onPointAt}
                    onDayKey={onDayKey}
                  />
                ) : (
                  // oxlint-disable-next-line control-has-associated-label -- a cell of another month: nothing is in it
                  <td key={column} className="h-11 p-0" />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
