import type { Factor, FactorKind, ScoreProfile } from '#contracts/catalog/score-profile.ts'
import type { FilterKey } from '#contracts/catalog/store-filters.ts'

type ScoredKey = Exclude<FilterKey, 'q'>

/**
 * Scores one store after the other, from the sentences about the factors and without any code that
 * the engines score with.
 */
type Share = readonly [part: number, whole: number]
const ALL: Share = [1, 1]
const HALF: Share = [1, 2]
const NOTHING: Share = [0, 1]

type Store = {
  /** A figure. */
  number: (key: ScoredKey) => number | null
  word: (key: ScoredKey) => string | null
  words: (key: ScoredKey) => readonly string[] | null
  today: string
}
type Rule<Kind extends FactorKind> = (
  factor: Extract<Factor, { kind: Kind }>,
  store: Store,
) => Share | null

const ifKnown = <Value>(value: Value | null, share: (value: Value) => Share): Share | null =>
  value === null ? null : share(value)

const DAY_MS = 24 * 60 * 60 * 1000

const within = ({ from, to }: { from: number; to: number | null }, value: number): Share => {
  const most = to ?? Infinity
  if (value >= from && value <= most) return ALL
  return value >= from / 2 && value <= most * 2 ? HALF : NOTHING
}

const among = ({ all, half }: { all: readonly string[]; half: readonly string[] }, value: string) =>
  all.includes(value) ? ALL : half.includes(value) ? HALF : NOTHING

const rules: { [Kind in FactorKind]: Rule<Kind> } = {
  // All in the first days, a tenth less for each day after.
  launchAge: ({ fullDays }, { word, today }) =>
    ifKnown(word('launched'), (day) => {
      const days = (Date.parse(today) - Date.parse(day)) / DAY_MS
      return [Math.min(10, Math.max(0, 10 - (days - fullDays))), 10]
    }),
  // All for the best kind, then a quarter less for each.
  contact({ best }, { word }) {
    const isDead = word('emailState') === 'no_mx' || word('emailState') === 'bounced'
    if (word('email') === 'yes' && !isDead) {
      if (word('ownDomain') !== 'yes') return HALF
      const isNamed = word('emailKind') === 'personal'
      return isNamed === (best === 'named') ? ALL : [3, 4]
    }
    const others = [word('phone'), word('contactForm')]
    if (others.includes('yes')) return [1, 4]
    return word('email') === null || others.includes(null) ? null : NOTHING
  },
  hasApp: ({ apps }, { words }) =>
    ifKnown(words('apps'), (own) => (apps.some((app) => own.includes(app)) ? ALL : NOTHING)),
  lacksApp: ({ apps }, { words }) =>
    ifKnown(words('apps'), (own) => (apps.some((app) => own.includes(app)) ? NOTHING : ALL)),
  catalogueSize: (ends, { number }) => ifKnown(number('products'), (count) => within(ends, count)),
  price: (ends, { number }) => ifKnown(number('price'), (dollars) => within(ends, dollars)),
  category: (values, { word }) => ifKnown(word('category'), (value) => among(values, value)),
  country: (values, { word }) => ifKnown(word('country'), (value) => among(values, value)),
  newProducts: ({ window }, { number }) =>
    ifKnown(number(window === 7 ? 'newProducts7' : 'newProducts30'), (added) => [
      Math.min(added, 6),
      6,
    ]),
  theme: ({ themes }, { word }) =>
    ifKnown(word('themeFamily'), (own) => (themes.includes(own) ? ALL : NOTHING)),
  alive: (_, { word }) => (word('alive') === 'yes' ? ALL : NOTHING),
  risk: (_, { words }) => ifKnown(words('risks'), (signs) => [ALL, HALF][signs.length] ?? NOTHING),
}

// Safe: the rule of a factor's kind takes the factor.
const ruleOf = (factor: Factor) => rules[factor.kind] as Rule<FactorKind>

/** A known value: several texts (often just one), a number; null = unknown. */
type Read = (key: ScoredKey) => readonly string[] | number | null

export function scoreBy(
  read: Read,
  { profile, today }: { profile: ScoreProfile; today: string },
): { points: number; known: number } {
  const words: Store['words'] = (key) => {
    const known = read(key)
    return typeof known === 'number' ? null : known
  }
  const store: Store = {
    words,
    word: (key) => words(key)?.[0] ?? null,
    number(key) {
      const known = read(key)
      return typeof known === 'number' ? known : null
    },
    today,
  }
  let [points, known] = [0, 0]
  for (const factor of profile.factors) {
    const share = ruleOf(factor)(factor, store)
    if (share === null) continue
    known += factor.weight
    // A half is exact in binary, so that it is rounded up.
    points += Math.round((factor.weight * share[0]) / share[1])
  }
  return { points, known }
}
