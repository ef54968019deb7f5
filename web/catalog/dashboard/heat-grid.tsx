import { type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Day } from '#contracts/dates.ts'
import { cn } from '#web/lib/cn.ts'
import { useDateFormats, useWeekdays } from '#web/lib/dates/date-format.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { searchPath } from '#web/lib/navigation/search-path.ts'
import {
  dayAfterHeatKey,
  type DayCount,
  type Heat,
  type HeatDay,
  type Level,
  monthSpans,
} from './heat-days.ts'

type Props = {
  heat: Heat
  /** The counts of the days are still loading. */
  isLoading: boolean
  onPointAt: (day: Day | null) => void
}

/** A month with fewer weeks than this has no room for its name. */
const NAMED_FROM_WEEKS = 3

/**
 * Weeks as columns, weekdays as rows. One tab stop; arrow keys move between the days; each day
 * links to its stores.
 */
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
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
      return
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
        className={cn(
          'w-full table-fixed border-separate border-spacing-[3px]',
          isLoading && 'bone-alive',
        )}
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

/** From zero to the busiest day: the sun's colour, mixed into the background. */
export const shades: Record<Level, string> = {
  0: 'bg-sunken',
  1: 'bg-[color-mix(in_oklab,var(--color-sun)_28%,var(--color-surface))]',
  2: 'bg-[color-mix(in_oklab,var(--color-sun)_52%,var(--color-surface))]',
  3: 'bg-[color-mix(in_oklab,var(--color-sun)_76%,var(--color-surface))]',
  4: 'bg-sun',
}

type HeatCellProps = {
  heatDay: HeatDay | null
  isTabStop: boolean
  isLoading: boolean
  onKeyDown: (day: Day, event: KeyboardEvent) => void
  onOpen: (path: string, event: MouseEvent) => void
  onFocus: (day: Day) => void
  onPointAt: (day: Day | null) => void
}

const square = 'block aspect-square w-full rounded-sm'

/** One day: its shade, its counts in words, and a link to its stores. */
function HeatCell({
  heatDay,
  isTabStop,
  isLoading,
  onKeyDown,
  onOpen,
  onFocus,
  onPointAt,
}: HeatCellProps) {
  const formats = useDateFormats()
  const textOf = useHeatText()
  if (!heatDay || isLoading) {
    return <td className="p-0">{heatDay && <span className={cn(square, shades[0])} />}</td>
  }
  const { day, level } = heatDay
  const path = searchPath({ kind: 'single', date: day })
  return (
    <td className="p-0">
      {/* A plain link: hundreds of router links would re-render on every change of the address. */}
      <a
        href={path}
        onClick={(event) => onOpen(path, event)}
        data-heat-day={day}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={`${formats.fullDay(day)}: ${textOf(heatDay)}`}
        onKeyDown={(event) => onKeyDown(day, event)}
        onFocus={() => {
          onFocus(day)
          onPointAt(day)
        }}
        onBlur={() => onPointAt(null)}
        onPointerEnter={() => onPointAt(day)}
        className={cn(
          square,
          shades[level],
          'hover:outline-2 hover:outline-ink focus-visible:relative focus-visible:z-10',
        )}
      />
    </td>
  )
}

/** `12 new stores, 3 merchant leads`. */
export function useHeatText(): (count: DayCount) => string {
  const { t } = useTranslation('date-picker')
  const formats = useFormats()
  return ({ stores, leads }) => {
    if (stores === 0) return t('heat.noStores')
    const texts = [t('heat.stores', { count: stores, total: formats.number(stores) })]
    if (leads > 0) texts.push(t('heat.leads', { count: leads, total: formats.number(leads) }))
    return texts.join(', ')
  }
}
