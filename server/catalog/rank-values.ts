import { PULSE_LEAST_STORES, PULSE_ROWS, type PulseRank } from '#contracts/stores/pulse.ts'

type Counts = { value: string; now: number; before: number }

const isLarge = ({ now, before }: Counts) => Math.max(now, before) >= PULSE_LEAST_STORES

const ranks: Record<PulseRank, { includes: (counts: Counts) => boolean; key: (counts: Counts) => number }> = {
  frequent: { includes: ({ now }) => now > 0, key: ({ now }) => now },
  rising: {
    includes: (counts) => isLarge(counts) && counts.now > counts.before,
    key: ({ now, before }) => now - before,
  },
  falling: {
    includes: (counts) => isLarge(counts) && counts.now < counts.before,
    key: ({ now, before }) => before - now,
  },
  growth: {
    includes: (counts) => isLarge(counts) && counts.now > counts.before,
    key: ({ now, before }) => (before === 0 ? Infinity : now / before),
  },
}

/** The first values of a rank; of equal ones those with more stores, then by their name. */
export function rankValues<Value extends Counts>(values: readonly Value[], rank: PulseRank): Value[] {
  const { includes, key } = ranks[rank]
  return values
    .filter(includes)
    .map((counts) => ({ counts, key: key(counts) }))
    .toSorted(
      (a, b) =>
        // Equal keys first: infinity minus infinity is not a number.
        (a.key === b.key ? 0 : b.key - a.key) ||
        b.counts.now + b.counts.before - a.counts.now - a.counts.before ||
        (a.counts.value < b.counts.value ? -1 : 1),
    )
    .slice(0, PULSE_ROWS)
    .map(({ counts }) => counts)
}
