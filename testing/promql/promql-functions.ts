import { keyOf, type Sample, withoutName } from './series.ts'

export type Points = { at: number; value: number }[]

/**
 * As `increase` of Prometheus: what the counter gained, extrapolated to the ends of the window.
 * Null for fewer than two points.
 */
export function extrapolatedIncrease(
  points: Points,
  { from, to }: { from: number; to: number },
): number | null {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 2) return null
  const gained = points.slice(1).reduce((sum, { value }, index) => {
    const before = points[index]?.value ?? 0
    return sum + (value >= before ? value - before : value) // a counter that fell was started again
  }, 0)
  const sampled = last.at - first.at
  const average = sampled / (points.length - 1)
  const limit = average * 1.1
  // A counter is never extrapolated to below zero.
  const untilZero =
    gained > 0 && first.value >= 0 ? sampled * (first.value / gained) : Number.POSITIVE_INFINITY
  const toStart = Math.min(first.at - from, untilZero)
  const toEnd = to - last.at
  const extend = (distance: number) => (distance < limit ? distance : average / 2)
  return gained * ((sampled + extend(toStart) + extend(toEnd)) / sampled)
}

export const changes = (points: Points): number =>
  points.slice(1).filter(({ value }, index) => value !== points[index]?.value).length

/**
 * As `histogram_quantile`: linear within the bucket; the upper end of the last finite bucket for
 * what lies beyond it.
 */
export function histogramQuantile(quantile: number, buckets: Sample[]): Sample[] {
  const withoutEnd = ({ labels: { le: _le, ...labels } }: Sample) => withoutName(labels)
  const histograms = Map.groupBy(buckets, (sample) => keyOf(withoutEnd(sample)))
  return [...histograms.values()].flatMap((histogram) => {
    const [first] = histogram
    if (!first) return []
    const ends = histogram
      .map(({ labels, value }) => ({
        end: Number(labels['le']?.replace('Inf', 'Infinity')),
        value,
      }))
      .toSorted((a, b) => a.end - b.end)
    return [{ labels: withoutEnd(first), value: quantileOf(quantile, ends) }]
  })
}

function quantileOf(quantile: number, ends: { end: number; value: number }[]): number {
  const total = ends.at(-1)
  if (total?.end !== Number.POSITIVE_INFINITY || ends.length < 2 || total.value === 0)
    return Number.NaN
  const rank = quantile * total.value
  const index = ends.findIndex(({ value }) => value >= rank)
  const bucket = ends[index]
  if (!bucket || index === ends.length - 1) return ends.at(-2)?.end ?? Number.NaN
  if (index === 0 && bucket.end <= 0) return bucket.end
  const below = ends[index - 1] ?? { end: 0, value: 0 }
  return (
    below.end + (bucket.end - below.end) * ((rank - below.value) / (bucket.value - below.value))
  )
}
