import type { FreshnessDay } from '#contracts/freshness.ts'
import { isLive, lagShown, type LagScale } from './lag-scale.ts'

type Props = { days: readonly FreshnessDay[]; at: number; scale: LagScale }

/** Drawn in percentages of its box, so that it fits any width without a script. */
export function LagMarks({ days, at, scale }: Props) {
  const width = 100 / days.length
  const middle = (place: number) => `${(place + 0.5) * width}%`
  return (
    <svg aria-hidden className="absolute inset-0 size-full overflow-visible">
      <rect x={`${at * width}%`} y="0" width={`${width}%`} height="100%" className="fill-sun-wash" />
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
      {days.map((day, place) => (
        <DayMark key={day.day} day={day} x={middle(place)} width={width} place={place} scale={scale} />
      ))}
    </svg>
  )
}

type MarkProps = { day: FreshnessDay; x: string; width: number; place: number; scale: LagScale }

function DayMark({ day, x, width, place, scale }: MarkProps) {
  const { p50Seconds, p90Seconds } = lagShown(day)
  // We found no store on this day: a small mark on the baseline, not a zero.
  if (p50Seconds === null) return <circle cx={x} cy="100%" r="1.5" className="fill-rule" />
  const half = `${scale.topOf(p50Seconds)}%`
  const ninety = `${scale.topOf(p90Seconds ?? p50Seconds)}%`
  return (
    <>
      <line x1={x} x2={x} y1={half} y2={ninety} className="stroke-rule" strokeWidth="2" />
      <line
        x1={`${(place + 0.22) * width}%`}
        x2={`${(place + 0.78) * width}%`}
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
