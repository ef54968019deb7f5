import { cn } from '#web/lib/cn.ts'

type Props = {
  values: readonly number[]
  label: string
  className?: string
}

const BAR = 3
const GAP = 1
const HEIGHT = 20
/** A day without any still shows that it was counted. */
const EMPTY_BAR = 1

export function Sparkline({ values, label, className }: Props) {
  const most = Math.max(1, ...values)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${values.length * (BAR + GAP) - GAP} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={cn('block h-5 w-full', className)}
    >
      <title>{label}</title>
      {values.map((value, at) => {
        const height = value === 0 ? EMPTY_BAR : Math.max(EMPTY_BAR * 2, (value / most) * HEIGHT)
        return (
          <rect
            key={at}
            x={at * (BAR + GAP)}
            y={HEIGHT - height}
            width={BAR}
            height={height}
            className={value === 0 ? 'fill-rule' : 'fill-sun-ink'}
          />
        )
      })}
    </svg>
  )
}
