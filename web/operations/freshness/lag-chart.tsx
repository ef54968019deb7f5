import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FreshnessDay } from '#contracts/operations/freshness.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useDuration } from './duration.ts'

/**
 * One tab stop: arrow keys walk through the days, the pointer picks the nearest. The figures appear
 * above in a fixed area, so that they never cover or move anything.
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
          {[0, Math.floor(count / 2), count - 1].map((index) => (
            <span key={index} className={cn(index > 0 && index < count - 1 && 'max-xs:hidden')}>
              {formats.shortDay(oldestFirst[index]?.day ?? shown.day)}
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

type Props = { days: readonly FreshnessDay[]; at: number; scale: LagScale }

/** Drawn in percentages of its box, so that it fits any width without a script. */
function LagMarks({ days, at, scale }: Props) {
  const width = 100 / days.length
  const middle = (index: number) => `${(index + 0.5) * width}%`
  return (
    <svg aria-hidden className="absolute inset-0 size-full overflow-visible">
      <rect
        x={`${at * width}%`}
        y="0"
        width={`${width}%`}
        height="100%"
        className="fill-sun-wash"
      />
      {scale.ticks.map((tick) => (
        <line
          key={tick}
          x1="0"
          x2="100%"
          y1={`${scale.topOf(tick)}%`}
          y2={`${scale.topOf(tick)}%`}
          className="stroke-line"
          shapeRendering="crispEdges"
        />
      ))}
      {days.map((day, index) => (
        <DayMark
          key={day.day}
          day={day}
          x={middle(index)}
          width={width}
          index={index}
          scale={scale}
        />
      ))}
    </svg>
  )
}

type MarkProps = { day: FreshnessDay; x: string; width: number; index: number; scale: LagScale }

function DayMark({ day, x, width, index, scale }: MarkProps) {
  const { p50Seconds, p90Seconds } = lagShown(day)
  // We found no store on this day: a small mark on the baseline, not a zero.
  if (p50Seconds === null) return <circle cx={x} cy="100%" r="1.5" className="fill-rule" />
  const half = `${scale.topOf(p50Seconds)}%`
  const ninety = `${scale.topOf(p90Seconds ?? p50Seconds)}%`
  return (
    <>
      <line x1={x} x2={x} y1={half} y2={ninety} className="stroke-rule" strokeWidth="2" />
      <line
        x1={`${(index + 0.22) * width}%`}
        x2={`${(index + 0.78) * width}%`}
        y1={ninety}
        y2={ninety}
        className={isLive(day) ? 'stroke-ink' : 'stroke-control'}
        strokeWidth="2"
      />
      <circle
        cx={x}
        cy={half}
        r="4"
        strokeWidth="1.5"
        className={isLive(day) ? 'fill-sun stroke-sun' : 'fill-surface stroke-control'}
      />
    </>
  )
}

function DayFigures({ day, isToday }: { day: FreshnessDay; isToday: boolean }) {
  const { t } = useTranslation('freshness')
  const formats = useFormats()
  const duration = useDuration()
  const { p50Seconds, p90Seconds } = lagShown(day)
  const figures = [
    { key: 'half', value: duration(p50Seconds) },
    { key: 'ninety', value: duration(p90Seconds) },
    { key: 'stores', value: formats.number(day.newStores) },
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-b border-line pb-4 sm:grid-cols-4">
      <div>
        <dt className="text-xs text-muted">{t('chart.day')}</dt>
        <dd className="font-semibold whitespace-nowrap">
          {isToday ? t('chart.today') : formats.day(day.day)}
        </dd>
      </div>
      {figures.map(({ key, value }) => (
        <div key={key}>
          <dt className="text-xs text-muted">{t(`chart.${key}`)}</dt>
          <dd className="font-semibold whitespace-nowrap">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function useDayText(): (day: FreshnessDay) => string {
  const { t } = useTranslation('freshness')
  const formats = useFormats()
  const duration = useDuration()
  return (day) => {
    const { p50Seconds, p90Seconds } = lagShown(day)
    if (p50Seconds === null) return t('chart.noneOf', { day: formats.day(day.day) })
    return t('chart.spoken', {
      day: formats.day(day.day),
      half: duration(p50Seconds),
      ninety: duration(p90Seconds),
      stores: formats.number(day.newStores),
    })
  }
}

const WEEK = 7

/** The day that a key leads to, of `count` days from the oldest; null for other keys. */
export function stepDay(key: string, at: number, count: number): number | null {
  const within = (next: number) => Math.min(count - 1, Math.max(0, next))
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return within(at - 1)
    case 'ArrowRight':
    case 'ArrowUp':
      return within(at + 1)
    case 'PageDown':
      return within(at - WEEK)
    case 'PageUp':
      return within(at + WEEK)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/**
 * Possible grid lines of the chart, from a second to a month, each several times the previous one.
 */
const TICKS = [1, 5, 15, 60, 300, 900, 3_600, 21_600, 86_400, 604_800, 2_592_000]
const MIN_TICKS = 3
/** More lines have no room for labels: then only the coarse ones and the two ends. */
const MAX_TICKS = 7
const COARSE = new Set([60, 3_600, 86_400])

type LagScale = {
  ticks: number[]
  /**
   * Percent from the top, logarithmic: a slow day can take a thousand times as long as a fast one.
   */
  topOf: (seconds: number) => number
}

const isLive = ({ live }: FreshnessDay): boolean => live.stores > 0

/** Stores followed live, or all stores when there is no live one. */
const lagShown = (day: FreshnessDay) => (isLive(day) ? day.live : day.all)

/** From the tick below the fastest median to the tick above the slowest 90th percentile. */
export function scaleOf(days: readonly FreshnessDay[]): LagScale {
  const values = days.flatMap((day) => {
    const { p50Seconds, p90Seconds } = lagShown(day)
    return p50Seconds === null ? [] : [p50Seconds, p90Seconds ?? p50Seconds]
  })
  const [low, high] = values.length > 0 ? [Math.min(...values), Math.max(...values)] : [15, 300]
  const last = TICKS.length - 1
  const above = TICKS.findIndex((tick) => tick >= high)
  const to = Math.max(MIN_TICKS - 1, above === -1 ? last : above)
  const below = TICKS.findLastIndex((tick) => tick <= low)
  const from = Math.min(Math.max(0, below), to - MIN_TICKS + 1)
  const ticks = TICKS.slice(from, to + 1)
  const [bottom, top] = [Math.log(ticks[0] ?? 1), Math.log(ticks.at(-1) ?? 1)]
  const drawn = (tick: number, at: number) =>
    at === 0 || at === ticks.length - 1 || COARSE.has(tick)
  return {
    ticks: ticks.length > MAX_TICKS ? ticks.filter(drawn) : ticks,
    topOf: (seconds) => {
      const share = (Math.log(Math.max(seconds, 0.001)) - bottom) / (top - bottom)
      return 100 * (1 - Math.min(1, Math.max(0, share)))
    },
  }
}
