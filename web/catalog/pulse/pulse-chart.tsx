import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useFormats } from '#web/lib/i18n/format.ts'
import type { Step } from './pulse-steps.ts'

const HEIGHT_PX = 260
const AXIS_PX = { x: 34, y: 52 }
/** A longer label would run into the next one. */
const LABEL_SPACE_PX = 72

type Props = { steps: readonly Step[]; names: { now: string; before: string } }

/**
 * Both periods as lines: the current one solid, the earlier one dashed, so that no colour is needed to tell them apart. A table beside it has
 * the same figures for screen readers.
 */
export function PulseChart({ steps, names }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const formats = useFormats()
  useEffect(() => {
    const element = host.current
    if (!element) return
    const draw = () => {
      const colour = (name: string) => colourOf(element, name)
      const axis = { stroke: colour('muted'), ticks: { show: false }, font: `13px ${fontOf(element)}` }
      return new UPlot(
        {
          width: element.clientWidth,
          height: HEIGHT_PX,
          cursor: { show: false },
          legend: { show: false },
          scales: { x: { time: false }, y: { range: (_plot, _least, most) => [0, Math.max(4, most * 1.1)] } },
          axes: [
            {
              ...axis,
              size: AXIS_PX.x,
              space: LABEL_SPACE_PX,
              grid: { show: false },
              incrs: [1, 2, 4, 7, 14, 28],
              values: (_plot, ticks) =>
                ticks.map((at) => (steps[at] ? formats.shortDay(steps[at].now.from) : '')),
            },
            {
              ...axis,
              size: AXIS_PX.y,
              grid: { stroke: colour('line'), width: 1 },
              incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000, 100_000],
              values: (_plot, ticks) => ticks.map(formats.number),
            },
          ],
          series: [
            {},
            { label: names.before, stroke: colour('muted'), width: 2, dash: [5, 5], points: { show: false } },
            {
              label: names.now,
              stroke: colour('sun'),
              width: 3,
              points: { show: steps.length < 32, size: 7, fill: colour('sun') },
            },
          ],
        },
        [
          steps.map((_, at) => at),
          steps.map(({ before }) => before.stores),
          steps.map(({ now }) => now.stores),
        ],
        element,
      )
    }
    let plot = draw()
    const redraw = () => {
      plot.destroy()
      plot = draw()
    }
    const sizes = new ResizeObserver(() => {
      if (element.clientWidth !== plot.width) plot.setSize({ width: element.clientWidth, height: HEIGHT_PX })
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
  }, [steps, names.now, names.before, formats])
  return <div ref={host} aria-hidden className="min-w-0 overflow-hidden" style={{ height: HEIGHT_PX }} />
}

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
