import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useFormats } from '#web/lib/i18n/format.ts'

const HEIGHT_PX = 260
const LOW_PX = 160
const AXIS_PX = { x: 40, y: 52 }
/** Between the line of zero and the labels below it. */
const LABEL_GAP_PX = 11
/** Half of the last label. */
const END_PX = 30
/** A longer label would run into the next one. */
const LABEL_SPACE_PX = 72
/** From this number on, the points of a line would touch. */
const MOST_POINTS = 31

export type Line = {
  /** One for each label; null where nothing is known. */
  values: readonly (number | null)[]
  /** They differ in width and dash, so that no colour is needed to tell them apart. */
  look: 'main' | 'compared' | 'background'
}

export type LineChartProps = {
  /** The last one is drawn on top. */
  lines: readonly Line[]
  labels: readonly string[]
  /**
   * Allowed distances between two labels that are written. With the longest the labels must fit at
   * 320 px, or there are none.
   */
  labelSteps: number[]
  /** The values are shares from 0 to 1, not counts. */
  isShare?: boolean
  /** A value holds until the next one. */
  isStepped?: boolean
  isLow?: boolean
}

export function LineChart({
  lines,
  labels,
  labelSteps,
  isShare = false,
  isStepped = false,
  isLow = false,
}: LineChartProps) {
  const height = isLow ? LOW_PX : HEIGHT_PX
  const host = useRef<HTMLDivElement>(null)
  const formats = useFormats()
  useEffect(() => {
    const element = host.current
    if (!element) return
    const draw = () => {
      const colour = (name: string) => colourOf(element, name)
      const axis = {
        stroke: colour('muted'),
        ticks: { show: false },
        font: `13px ${fontOf(element)}`,
      }
      const looks: Record<Line['look'], UPlot.Series> = {
        main: {
          stroke: colour('sun'),
          width: 3,
          points: { show: labels.length <= MOST_POINTS, size: 7, fill: colour('sun') },
        },
        compared: { stroke: colour('muted'), width: 2, dash: [5, 5], points: { show: false } },
        background: { stroke: colour('muted'), width: 1, alpha: 0.4, points: { show: false } },
      }
      const range: UPlot.Scale.Range = isShare
        ? [0, 1.03]
        : (_plot, _least, most) => [0, Math.max(4, most * 1.1)]
      return new UPlot(
        {
          width: element.clientWidth,
          height,
          padding: [null, END_PX, null, null],
          cursor: { show: false },
          legend: { show: false },
          scales: { x: { time: false }, y: { range } },
          axes: [
            {
              ...axis,
              size: AXIS_PX.x,
              gap: LABEL_GAP_PX,
              space: LABEL_SPACE_PX,
              grid: { show: false },
              incrs: labelSteps,
              values: (_plot, ticks) => ticks.map((at) => labels[at] ?? ''),
            },
            {
              ...axis,
              size: AXIS_PX.y,
              grid: { stroke: colour('line'), width: 1 },
              incrs: isShare ? SHARE_STEPS : COUNT_STEPS,
              values: (_plot, ticks) =>
                ticks.map(isShare ? formats.wholePercent : formats.axisNumber),
            },
          ],
          series: [{}, ...lines.map(({ look }) => ({ ...looks[look], ...(isStepped && STEPPED) }))],
        },
        [labels.map((_, at) => at), ...lines.map(({ values }) => [...values])],
        element,
      )
    }
    let plot = draw()
    const redraw = () => {
      plot.destroy()
      plot = draw()
    }
    const sizes = new ResizeObserver(() => {
      if (element.clientWidth !== plot.width) plot.setSize({ width: element.clientWidth, height })
    })
    sizes.observe(element)
    const theme = new MutationObserver(redraw)
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', redraw)
    return () => {
      sizes.disconnect()
      theme.disconnect()
      scheme.removeEventListener('change', redraw)
      plot.destroy()
    }
  }, [lines, labels, labelSteps, isShare, isStepped, height, formats])
  return <div ref={host} aria-hidden className="min-w-0 overflow-hidden" style={{ height }} />
}

const stepped = UPlot.paths.stepped?.({ align: 1 })
const STEPPED: UPlot.Series = { ...(stepped && { paths: stepped }), points: { show: false } }

const SHARE_STEPS = [0.25, 0.5]
/** Up to prices in small units: without a step that is long enough an axis has no labels at all. */
const COUNT_STEPS = Array.from({ length: 10 }, (_, digits) =>
  [1, 2, 5].map((n) => n * 10 ** digits),
).flat()

/** A canvas needs the colour that the token has in the active theme. */
function colourOf(element: HTMLElement, name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(--color-${name})`
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

const fontOf = (element: HTMLElement): string => getComputedStyle(element).fontFamily
