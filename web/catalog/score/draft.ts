import { type Factor, type ScoreProfile, SUM_OF_WEIGHTS } from '#contracts/catalog/score-profile.ts'

export type DraftFactor = {
  /** The same while the profile is open: a profile may hold several factors of one kind. */
  id: number
  factor: Factor
  /** Its weight in the saved profile. */
  saved: number
  /** Set by the reader: it does not give way when another weight changes. */
  isPinned: boolean
}
export type Draft = readonly DraftFactor[]

export const draftOf = ({ factors }: ScoreProfile): Draft =>
  factors.map((factor, id) => ({ id, factor, saved: factor.weight, isPinned: false }))

export const profileIn = (draft: Draft): ScoreProfile => ({
  factors: draft.map(({ factor }) => factor),
})

const weightOf = ({ factor }: DraftFactor): number => factor.weight
const sumOf = (figures: readonly number[]): number => figures.reduce((sum, each) => sum + each, 0)
const weighing = (item: DraftFactor, weight: number): DraftFactor => ({
  ...item,
  factor: { ...item.factor, weight },
})

/**
 * The wanted weight, or the nearest possible one. The sum stays the same, because the factors that
 * are not pinned give or take in proportion to the saved profile. From now on this factor is pinned.
 */
export function withWeight(draft: Draft, id: number, wanted: number): Draft {
  const others = draft.filter((item) => item.id !== id)
  const fixed = sumOf(others.filter(({ isPinned }) => isPinned).map(weightOf))
  const room = SUM_OF_WEIGHTS - fixed
  const hasFree = others.some(({ isPinned }) => !isPinned)
  const weight = hasFree ? Math.max(0, Math.min(room, Math.round(wanted))) : room
  const set = draft.map((item) =>
    item.id === id ? { ...weighing(item, weight), isPinned: true } : item,
  )
  return balanced(set, SUM_OF_WEIGHTS - fixed - weight)
}

/** The factors that are not pinned share `left`. */
function balanced(draft: Draft, left: number): Draft {
  const free = draft.filter(({ isPinned }) => !isPinned)
  const shares = apportion(
    left,
    free.map(({ saved }) => saved),
  )
  const weights = new Map(free.map(({ id }, at) => [id, shares[at] ?? 0]))
  return draft.map((item) => weighing(item, weights.get(item.id) ?? weightOf(item)))
}

/**
 * Whole shares of `total` in proportion to `bases`, by the largest remainders; the first of equal
 * ones. Where all bases are 0, the shares are as equal as possible.
 */
export function apportion(total: number, bases: readonly number[]): number[] {
  const base = sumOf(bases)
  const parts = base > 0 ? bases : bases.map(() => 1)
  const whole = base > 0 ? base : parts.length
  const shares = parts.map((part) => Math.floor((total * part) / whole))
  const byRemainder = parts
    .map((part, at) => ({ at, remainder: (total * part) % whole }))
    .toSorted((a, b) => b.remainder - a.remainder || a.at - b.at)
  for (const { at } of byRemainder.slice(0, total - sumOf(shares)))
    shares[at] = (shares[at] ?? 0) + 1
  return shares
}

export const withPin = (draft: Draft, id: number, isPinned: boolean): Draft =>
  draft.map((item) => (item.id === id ? { ...item, isPinned } : item))

/** Other settings of a factor, of the same weight. */
export const withSettings = (draft: Draft, id: number, factor: Factor): Draft =>
  draft.map((item) =>
    item.id === id ? { ...item, factor: { ...factor, weight: weightOf(item) } } : item,
  )

/** Beside the others it begins with as much as they can spare of its weight. */
export function withFactor(draft: Draft, factor: Factor): Draft {
  const id = Math.max(-1, ...draft.map((item) => item.id)) + 1
  const added = [...draft, { id, factor: { ...factor, weight: 0 }, saved: 0, isPinned: false }]
  return withWeight(added, id, factor.weight)
}

/** What it weighed goes to the others, to pinned ones only where no other is free. */
export function withoutFactor(draft: Draft, id: number): Draft {
  const rest = draft.filter((item) => item.id !== id)
  if (rest.length === 0) return draft
  const isStuck = rest.every(({ isPinned }) => isPinned)
  const open = isStuck ? rest.map((item) => ({ ...item, isPinned: false })) : rest
  const fixed = sumOf(open.filter(({ isPinned }) => isPinned).map(weightOf))
  return balanced(open, SUM_OF_WEIGHTS - fixed)
}
