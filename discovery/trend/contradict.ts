import type { MatchTraits } from '#discovery/trend/match-signals.ts'

/** Shops charge two to three times the supplier's price; a larger factor means another product, or another size of it. */
const MOST_PRICE_FACTOR = 4
/** From this share of common words on, two titles use one language and describe one thing, so their differences matter. */
const ALIKE_SHARE = 0.4

/** True if two products cannot be the same despite an equal key: price, numbers, colours, models, or options differ. */
export function contradict(one: MatchTraits, other: MatchTraits): boolean {
  return arePricesFarApart(one, other) || differInModel(one, other) || differInChoices(one, other)
}

function arePricesFarApart({ usd: one }: MatchTraits, { usd: other }: MatchTraits): boolean {
  if (one === null || other === null) return false
  return Math.max(one, other) > MOST_PRICE_FACTOR * Math.min(one, other)
}

const HAS_NUMBER = /\p{N}/u

/** Numbers count in any language if both titles have some; words count only if the titles are similar. */
function differInModel(one: MatchTraits, other: MatchTraits): boolean {
  const numbers = [one, other].map(({ apart }) => apart.filter((word) => HAS_NUMBER.test(word)))
  if (numbers.every((list) => list.length > 0) && !isEqual(numbers[0], numbers[1])) return true
  return wordShare(one.words, other.words) >= ALIKE_SHARE && !isEqual(one.apart, other.apart)
}

function differInChoices({ kinds: one }: MatchTraits, { kinds: other }: MatchTraits): boolean {
  if (one.length === 0 || other.length === 0) return false
  return !one.some((kind) => other.includes(kind)) && (one.includes('scent') || other.includes('scent'))
}

const isEqual = (one: readonly string[] = [], other: readonly string[] = []): boolean =>
  one.length === other.length && one.every((word, at) => word === other[at])

/** Common words as a fraction of all words, 0 to 1. */
export function wordShare(one: readonly string[], other: readonly string[]): number {
  const common = one.filter((word) => other.includes(word)).length
  const all = one.length + other.length - common
  return all === 0 ? 0 : common / all
}
