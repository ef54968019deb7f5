import { useId, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Day } from '#contracts/dates.ts'
import { cn } from '#web/lib/cn.ts'
import { useDateFormats } from '#web/lib/date-format.ts'
import { useWeekdays } from '#web/lib/date-weekdays.ts'
import { dayAfterHeatKey, monthSpans, type Heat } from './heat-days.ts'
import { HeatCell } from './heat-cell.tsx'

type Props = {
  heat: Heat
  /** The counts of the days are still loading. */
  isLoading: boolean
  onPointAt: (day: Day | null) => void
}

/** A month with fewer weeks than this has no room for its name. */
const NAMED_FROM_WEEKS = 3

/** Weeks as columns, weekdays as rows. One tab stop; arrow keys move between the days; each day links to its stores. */
export function HeatGrid({ heat, isLoading, onPointAt }: Props) {
  const { t } = useTranslation('date-picker')
  const formats = useDateFormats()
  const weekdays = useWeekdays()
  const helpId = useId()
  const grid = useRef<HTMLTableElement>(null)
  const [active, setActive] = useState<Day>(heat.to)
  const tabDay = active < heat.from ? heat.to : active

  const navigate = useNavigate()
  const onOpen = (path: string, event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(path)
  }
  const onKeyDown = (day: Day, event: KeyboardEvent) => {
    const next = dayAfterHeatKey(day, event.key, heat)
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    grid.current?.querySelector<HTMLElement>(`[data-heat-day="${next}"]`)?.focus()
  }
  return (
    <>
      <table
        ref={grid}
        // oxlint-disable-next-line no-noninteractive-element-to-interactive-role -- a grid of links, as the APG's data grid
        role="grid"
        aria-label={t('heat.title')}
        aria-busy={isLoading}
        aria-describedby={helpId}
        onPointerLeave={() => onPointAt(null)}
        className={cn('w-full table-fixed border-separate border-spacing-[3px]', isLoading && 'bone-alive')}
      >
        <thead>
          <tr>
            {/* oxlint-disable-next-line control-has-associated-label -- the corner above the weekdays */}
            <td className="w-7" />
            {monthSpans(heat.weeks).map(({ month, weeks }, at) => (
              <th
                key={month || at}
                scope="colgroup"
                colSpan={weeks}
                className="h-5 overflow-hidden text-start text-xs font-medium whitespace-nowrap text-faint"
              >
                <span className="sr-only">{month && formats.month(month)}</span>
                <span aria-hidden className="first-letter:uppercase">
                  {month && weeks >= NAMED_FROM_WEEKS ? formats.shortMonth(month) : ''}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map(({ short, long }, row) => (
            <tr key={long}>
              <th
                scope="row"
                abbr={long}
                className="h-0 p-0 text-start align-middle text-xs font-medium text-faint"
              >
                {/* Only every second weekday: seven names would be too close together. */}
                <span aria-hidden className="block h-0 leading-0 whitespace-nowrap">
                  {row % 2 === 0 ? short : ''}
                </span>
                <span className="sr-only">{long}</span>
              </th>
              {heat.weeks.map((week, column) => (
                <HeatCell
                  key={column}
                  heatDay={week[row] ?? null}
                  isTabStop={week[row]?.day === tabDay}
                  isLoading={isLoading}
                  onKeyDown={onKeyDown}
                  onOpen={onOpen}
                  onFocus={setActive}
                  onPointAt={onPointAt}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p id={helpId} className="sr-only">
        {t('heat.help')}
      </p>
    </>
  )
}
