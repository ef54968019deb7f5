import { type KeyboardEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#contracts/dates.ts'
import { cn } from '#web/lib/cn.ts'
import { type DayMark, isSelectable, markOf, type Month, weeksOf } from '#web/lib/dates/calendar.ts'
import { useDateFormats, useWeekdays } from '#web/lib/dates/date-format.ts'
import type { DateSelection } from '#web/lib/dates/date-selection.ts'
import { useFormats } from '#web/lib/i18n/format.ts'

/** What the days of all months share. */
type DayActions = {
  tentative: DateSelection | null
  /** The day that Tab reaches. */
  tabDay: Day
  pick: (day: Day) => void
  pointAt: (day: Day | null) => void
  onDayKey: (day: Day, event: KeyboardEvent) => void
}

type Props = {
  month: Month
  today: Day
  selection: DateSelection
  days: DayActions
  isCompact: boolean
  counts: ReadonlyMap<Day, number> | undefined
}

export function MonthGrid({ month, today, selection, days, isCompact, counts }: Props) {
  const formats = useDateFormats()
  const weekdays = useWeekdays()
  const headingId = useId()
  const most =
    2 *
    medianOf([...(counts ?? [])].flatMap(([day, count]) => (day.startsWith(month) ? [count] : [])))
  const weeks = weeksOf(month, formats.weekStart).filter(
    (week) => (!isCompact && !counts) || week.some((day) => day !== null),
  )
  return (
    <section aria-labelledby={headingId}>
      <h3
        id={headingId}
        className={
          isCompact
            ? 'sr-only'
            : 'grid h-10 place-items-center text-base font-semibold first-letter:uppercase pointer-coarse:h-11'
        }
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
              <th
                key={long}
                scope="col"
                abbr={long}
                className={cn('text-xs font-medium text-faint', isCompact ? 'h-5' : 'h-8')}
              >
                <span aria-hidden>{short}</span>
                <span className="sr-only">{long}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, row) => (
            <tr key={row}>
              {week.map((day, column) =>
                day ? (
                  <DayButton
                    key={day}
                    day={day}
                    mark={markOf(day, selection)}
                    tentativeMark={days.tentative && markOf(day, days.tentative)}
                    today={today}
                    days={days}
                    isCompact={isCompact}
                    count={counts?.get(day)}
                    most={most}
                  />
                ) : (
                  // oxlint-disable-next-line control-has-associated-label -- a cell of another month: nothing is in it
                  <td key={column} className={cn('p-0', heightOf(isCompact))} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type DayButtonProps = Pick<Props, 'today' | 'days' | 'isCompact'> & {
  day: Day
  mark: DayMark
  /** Position in the range that a click would make. */
  tentativeMark: DayMark
  count: number | undefined
  /** The count with the full shade: twice the usual one, so that one great day hides no other. */
  most: number
}

/** The more, the nearer to the sun. */
const shades = ['bg-sun/5', 'bg-sun/10', 'bg-sun/16', 'bg-sun/23', 'bg-sun/32'] as const
const shadeOf = (share: number) => shades[Math.ceil(Math.min(share, 1) * shades.length) - 1]

const medianOf = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 1

const heightOf = (isCompact: boolean) =>
  isCompact ? 'h-6.5 min-[96rem]:h-8.5 max-work:h-10 pointer-coarse:h-10' : 'h-11'

/** The band of a range is behind the days, with rounded ends. */
const bands: Record<Exclude<DayMark, null>, string> = {
  only: '',
  start: 'bg-sun-wash rounded-s-md',
  between: 'bg-sun-wash',
  end: 'bg-sun-wash rounded-e-md',
}

function DayButton({
  day,
  mark,
  tentativeMark,
  today,
  days,
  isCompact,
  count,
  most,
}: DayButtonProps) {
  const { t } = useTranslation('date-picker')
  const formats = useDateFormats()
  const { number, counted } = useFormats()
  const isEnabled = isSelectable(day, today)
  const isEdge = mark === 'only' || mark === 'start' || mark === 'end'
  const notes = [
    formats.fullDay(day),
    count !== undefined && t('day.stores', counted(count)),
    day === today && t('day.today'),
    mark && t(`day.${mark}`),
    !isEnabled && t('day.future'),
  ]
  const band = mark ?? (isEnabled ? tentativeMark : null)
  return (
    <td
      aria-selected={mark !== null}
      className={cn(
        'p-0',
        heightOf(isCompact),
        tentativeMark && !isEdge ? bands.between : band && bands[band],
      )}
    >
      <button
        type="button"
        data-day={day}
        tabIndex={day === days.tabDay ? 0 : -1}
        aria-label={notes.filter(Boolean).join(', ')}
        aria-current={day === today ? 'date' : undefined}
        aria-disabled={!isEnabled || undefined}
        onClick={() => days.pick(day)}
        onPointerEnter={() => days.pointAt(day)}
        onFocus={() => days.pointAt(day)}
        onBlur={() => days.pointAt(null)}
        onKeyDown={(event) => days.onDayKey(day, event)}
        className={cn(
          'relative grid w-full place-items-center rounded-md text-sm focus-visible:z-10',
          heightOf(isCompact),
          isEnabled
            ? 'hover:outline-2 hover:-outline-offset-2 hover:outline-control'
            : 'cursor-not-allowed! text-control',
          count !== undefined && 'content-center leading-4.5',
          isEdge
            ? 'bg-action font-semibold text-on-action'
            : isEnabled && cn('text-ink', !band && shadeOf((count ?? 0) / most)),
        )}
      >
        {Number(day.slice(8))}
        {count !== undefined && (
          // Drawn, because the label says it: a button's text must be part of its name.
          <span
            data-count={number(count)}
            className={cn(
              'block text-2xs after:content-[attr(data-count)]',
              !isEdge && 'text-muted',
            )}
          />
        )}
        {day === today && (
          <span
            className={cn(
              'absolute h-0.75 w-4 rounded-full bg-sun',
              isCompact ? 'bottom-0.5' : 'bottom-1.5',
            )}
            aria-hidden
          />
        )}
      </button>
    </td>
  )
}
