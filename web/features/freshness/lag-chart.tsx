import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { FreshnessDay } from '#contracts/freshness.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/format.ts'
import { DayFigures } from './day-figures.tsx'
import { LagMarks } from './lag-marks.tsx'
import { isLive, scaleOf } from './lag-scale.ts'
import { stepDay } from './step-day.ts'
import { useDayText } from './use-day-text.ts'
import { useDuration } from './use-duration.ts'

/**
 * Thirty days, each a line from the 50th to the 90th percentile. One tab stop: arrow keys walk through the days, the pointer picks the
 * nearest one. The figures of the selected day appear above in a fixed area, so that they never cover or move anything.
 */
export function LagChart({ days }: { days: readonly FreshnessDay[] }) {
  const { t } = useTranslation('freshness')
  const formats = useFormats()
  const duration = useDuration()
  const textOf = useDayText()
  const oldestFirst = days.toReversed()
  const count = oldestFirst.length
  // Counted in days ago, so that a page left open over midnight continues to show today.
  const [chosenAgo, setChosenAgo] = useState(0)
  const [pointedAgo, setPointedAgo] = useState<number | null>(null)
  const at = Math.max(0, count - 1 - (pointedAgo ?? chosenAgo))
  const shown = oldestFirst[at]
  const scale = scaleOf(days)
  if (!shown) return null

  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepDay(event.key, at, count)
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    setPointedAgo(null)
    setChosenAgo(count - 1 - next)
  }
  const agoOf = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const share = width > 0 ? (event.clientX - left) / width : 1
    return count - 1 - Math.min(count - 1, Math.max(0, Math.floor(share * count)))
  }
  return (
    <div>
      <DayFigures day={shown} isToday={at === count - 1} />
      <div className="mt-5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <div aria-hidden className="relative h-56 text-xs text-faint sm:h-64">
          {/* As wide as the widest label. The labels themselves are positioned and take no room. */}
          {scale.ticks.map((tick) => (
            <span key={tick} className="block h-0 overflow-hidden whitespace-nowrap">
              {duration(tick)}
            </span>
          ))}
          <svg className="absolute inset-0 size-full overflow-visible fill-current">
            {scale.ticks.map((tick) => (
              <text key={tick} x="100%" y={`${scale.topOf(tick)}%`} dy="0.35em" textAnchor="end">
                {duration(tick)}
              </text>
            ))}
          </svg>
        </div>
        <div
          role="slider"
          tabIndex={0}
          aria-label={t('chart.label')}
          aria-valuemin={1}
          aria-valuemax={count}
          aria-valuenow={at + 1}
          aria-valuetext={textOf(shown)}
          onKeyDown={onKeyDown}
          onPointerMove={(event) => setPointedAgo(agoOf(event))}
          onPointerDown={(event) => setChosenAgo(agoOf(event))}
          onPointerLeave={() => setPointedAgo(null)}
          className="relative h-56 cursor-crosshair touch-pan-y sm:h-64"
        >
          <LagMarks days={oldestFirst} at={at} scale={scale} />
        </div>
        <div aria-hidden className="col-start-2 mt-2 flex justify-between text-xs text-faint">
          {[0, Math.floor(count / 2), count - 1].map((place) => (
            <span key={place} className={cn(place > 0 && place < count - 1 && 'max-xs:hidden')}>
              {formats.shortDay(oldestFirst[place]?.day ?? shown.day)}
            </span>
          ))}
        </div>
      </div>
      <p className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="size-2.5 shrink-0 rounded-full bg-sun" />
          {t('chart.half')}
        </span>
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="h-0.5 w-3 shrink-0 bg-ink" />
          {t('chart.ninety')}
        </span>
        {days.some((day) => day.all.stores > 0 && !isLive(day)) && (
          <span className="inline-flex items-center gap-2">
            <span aria-hidden className="size-2.5 shrink-0 rounded-full border-2 border-control" />
            {t('chart.afterwards')}
          </span>
        )}
      </p>
    </div>
  )
}
