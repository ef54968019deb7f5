/** The value that this fraction of the sample does not exceed; `part` in 0..1. */
export function quantile(sample: readonly number[], part: number): number {
  const sorted = sample.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN
}

export const median = (sample: readonly number[]): number => quantile(sample, 0.5)

/**
 * Whether two samples come from the same distribution: `p` is the two-sided probability of the
 * Mann-Whitney U test in its normal approximation, corrected for ties and continuity; for samples
 * of at least 20.
 */
export function compareSamples(
  a: readonly number[],
  b: readonly number[],
): { medianDifference: number; p: number } {
  const { ranksOfA, tieTerm } = rank(a, b)
  const [n, m] = [a.length, b.length]
  const total = n + m
  const u = ranksOfA - (n * (n + 1)) / 2
  const spread = Math.sqrt(((n * m) / 12) * (total + 1 - tieTerm / (total * (total - 1))))
  const z = Math.max(0, Math.abs(u - (n * m) / 2) - 0.5) / spread
  return { medianDifference: median(a) - median(b), p: spread > 0 ? 2 * (1 - normal(z)) : 1 }
}

/** Equal values share the mean of their ranks. */
function rank(a: readonly number[], b: readonly number[]): { ranksOfA: number; tieTerm: number } {
  const all = [
    ...a.map((value) => ({ value, isA: true })),
    ...b.map((value) => ({ value, isA: false })),
  ]
  const sorted = all.toSorted((left, right) => left.value - right.value)
  let [ranksOfA, tieTerm] = [0, 0]
  for (let from = 0; from < sorted.length;) {
    let to = from
    while (sorted[to + 1]?.value === sorted[from]?.value && to + 1 < sorted.length) to += 1
    const shared = (from + to) / 2 + 1
    for (const { isA } of sorted.slice(from, to + 1)) if (isA) ranksOfA += shared
    const ties = to - from + 1
    tieTerm += ties ** 3 - ties
    from = to + 1
  }
  return { ranksOfA, tieTerm }
}

/**
 * Probability below z in the standard normal distribution (Abramowitz and Stegun 26.2.17, error
 * below 1e-7).
 */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series
}
