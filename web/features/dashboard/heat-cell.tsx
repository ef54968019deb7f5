import type { KeyboardEvent, MouseEvent } from 'react'
import type { Day } from '#contracts/dates.ts'
import { cn } from '#web/lib/cn.ts'
import { useDateFormats } from '#web/lib/date-format.ts'
import { searchPath } from '#web/lib/date-search.ts'
import type { HeatDay, Level } from './heat-days.ts'
import { useHeatText } from './use-heat-text.ts'

/** From zero to the busiest day: the sun's colour, mixed into the background. */
export const shades: Record<Level, string> = {
  0: 'bg-sunken',
  1: 'bg-[color-mix(in_oklab,var(--color-sun)_28%,var(--color-surface))]',
  2: 'bg-[color-mix(in_oklab,var(--color-sun)_52%,var(--color-surface))]',
  3: 'bg-[color-mix(in_oklab,var(--color-sun)_76%,var(--color-surface))]',
  4: 'bg-sun',
}

type Props = {
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
export function HeatCell({ heatDay, isTabStop, isLoading, onKeyDown, onOpen, onFocus, onPointAt }: Props) {
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
