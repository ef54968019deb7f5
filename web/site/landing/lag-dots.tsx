import { useTranslation } from 'react-i18next'
import type { Highlights } from '#contracts/site/highlights.ts'
import { useDuration } from '#web/operations/api.ts'

const WIDTH = 520
const AXIS_Y = 168
const RADIUS = 4.6
const STEP = 11
const COLUMNS = 44
/** More dots in a column would leave the picture. */
const MOST_IN_COLUMN = 14

/** One dot for each store, at its delay; the slowest set the right end. */
export function LagDots({ lag }: { lag: Highlights['lag'] }) {
  const { t } = useTranslation('testimonials')
  const duration = useDuration()
  const { seconds, p50Seconds: half, p90Seconds: ninety } = lag
  if (seconds.length === 0 || half === null || ninety === null) return null
  const most = Math.max(...seconds, ninety)
  const xOf = (value: number) => 6 + (value / most) * (WIDTH - 18)
  const label = t('badges.lag.chart', {
    half: duration(half),
    ninety: duration(ninety),
    most: duration(most),
  })
  return (
    <svg
      viewBox={`0 0 ${WIDTH} 190`}
      role="img"
      aria-label={label}
      className="mt-auto w-full overflow-visible pt-3"
    >
      <path d={`M0 ${AXIS_Y}H${WIDTH}`} className="stroke-rule" />
      {dotsOf(seconds, most).map(({ column, level }) => (
        <circle
          key={`${column} ${level}`}
          cx={6 + (column / COLUMNS) * (WIDTH - 18)}
          cy={AXIS_Y - 9 - level * STEP}
          r={RADIUS}
          className="fill-sun"
        />
      ))}
      <Mark x={xOf(half)} y={8} text={t('badges.lag.half', { delay: duration(half) })} />
      <Mark x={xOf(ninety)} y={78} text={t('badges.lag.ninety', { delay: duration(ninety) })} />
      <text x="6" y="186" className="fill-muted text-[0.7rem]">
        {duration(0)}
      </text>
      <text x={WIDTH - 6} y="186" textAnchor="end" className="fill-muted text-[0.7rem]">
        {duration(most)}
      </text>
    </svg>
  )
}

function dotsOf(seconds: readonly number[], most: number): { column: number; level: number }[] {
  const levels = new Map<number, number>()
  return seconds.flatMap((value) => {
    const column = Math.round((value / most) * COLUMNS)
    const level = levels.get(column) ?? 0
    levels.set(column, level + 1)
    return level < MOST_IN_COLUMN ? [{ column, level }] : []
  })
}

/** The text stays inside the picture, on the side of the line that has room. */
function Mark({ x, y, text }: { x: number; y: number; text: string }) {
  const isLeft = x > WIDTH * 0.6
  return (
    <>
      <path d={`M${x} ${y}V${AXIS_Y}`} className="stroke-ink stroke-[1.5]" />
      <text
        x={isLeft ? x - 6 : x + 6}
        y={y + 9}
        textAnchor={isLeft ? 'end' : 'start'}
        className="fill-ink text-xs font-semibold max-sm:text-[1.1rem]"
      >
        {text}
      </text>
    </>
  )
}
