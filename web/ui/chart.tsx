import { lazy, Suspense } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Bone } from '#web/ui/feedback/loaded.tsx'
import type { Line, LineChartProps } from './line-chart.tsx'

/** Draws on a canvas, which the server cannot; and only pages with a chart need the library. */
const LineChart = lazy(async () => ({ default: (await import('./line-chart.tsx')).LineChart }))

/** For eyes only: put a table with the same figures beside it. */
export const Chart = (props: LineChartProps) => (
  <Suspense fallback={<Bone className={cn('m-2', props.isLow ? 'h-[160px]' : 'h-[260px]')} />}>
    <LineChart {...props} />
  </Suspense>
)

const SAMPLES: Record<Line['look'], string> = {
  main: 'border-t-3 border-sun',
  compared: 'border-t-2 border-dashed border-muted',
  background: 'border-t border-muted/60',
}

export const ChartLegend = ({
  entries,
}: {
  entries: readonly { look: Line['look']; text: string }[]
}) => (
  <p className="mt-1 flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
    {entries.map(({ look, text }) => (
      <span key={look} className="inline-flex items-center gap-2">
        <span className={cn('w-7', SAMPLES[look])} aria-hidden />
        {text}
      </span>
    ))}
  </p>
)
