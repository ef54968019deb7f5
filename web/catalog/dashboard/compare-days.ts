/** Days before today that a mean is made of. */
const MEAN_DAYS = 7

export type Comparison = {
  now: number
  /** Null for a day that our data does not cover. */
  yesterday: number | null
  /** Over those of the last seven days that our data covers; null if it covers none. */
  mean: number | null
  meanDays: number
}

/** `counts`: of consecutive days up to today; null for a day that our data does not cover. */
export function compareDays(counts: readonly (number | null)[]): Comparison {
  const week = counts.slice(-1 - MEAN_DAYS, -1).filter((count) => count !== null)
  const sum = week.reduce((total, count) => total + count, 0)
  return {
    now: counts.at(-1) ?? 0,
    yesterday: counts.length > 1 ? (counts.at(-2) ?? null) : null,
    mean: week.length > 0 ? Math.round(sum / week.length) : null,
    meanDays: week.length,
  }
}

/** Heights of the bars, 0 to 1 of the highest; null where the data does not cover the day. */
export function barHeights(counts: readonly (number | null)[]): (number | null)[] {
  const most = Math.max(1, ...counts.map((count) => count ?? 0))
  return counts.map((count) => (count === null ? null : count / most))
}
