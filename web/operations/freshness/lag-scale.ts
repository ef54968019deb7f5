import type { FreshnessDay } from '#contracts/freshness.ts'

/** Possible grid lines of the chart, from a second to a month, each several times the previous one. */
const TICKS = [1, 5, 15, 60, 300, 900, 3_600, 21_600, 86_400, 604_800, 2_592_000]
const MIN_TICKS = 3
/** With more lines than this there is no room for the labels; the chart then draws only the coarse lines and the two ends. */
const MAX_TICKS = 7
const COARSE = new Set([60, 3_600, 86_400])

export type LagScale = {
  ticks: number[]
  /** Percent from the top. The scale is logarithmic, because a slow day can take a thousand times as long as a fast one. */
  topOf: (seconds: number) => number
}

export const isLive = ({ live }: FreshnessDay): boolean => live.stores > 0

/** The figure that the chart shows for a day: stores followed live, or all stores when there is no live one. */
export const lagShown = (day: FreshnessDay) => (isLive(day) ? day.live : day.all)

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
  const drawn = (tick: number, at: number) => at === 0 || at === ticks.length - 1 || COARSE.has(tick)
  return {
    ticks: ticks.length > MAX_TICKS ? ticks.filter(drawn) : ticks,
    topOf: (seconds) => {
      const share = (Math.log(Math.max(seconds, 0.001)) - bottom) / (top - bottom)
      return 100 * (1 - Math.min(1, Math.max(0, share)))
    },
  }
}
