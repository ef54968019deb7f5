import fc from 'fast-check'
import { Category } from '#contracts/catalog/facts.ts'
import type { Factor, ScoreProfile } from '#contracts/catalog/score-profile.ts'

type Words = { apps: readonly string[]; themes: readonly string[]; countries: readonly string[] }

const distinct = <Value>(values: readonly Value[], least: number): fc.Arbitrary<Value[]> =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: least, maxLength: 3 })

const apart = <Value>(values: readonly Value[]) =>
  distinct(values, 1).map((some) => ({ all: some.slice(0, 1), half: some.slice(1) }))

const MAX_END = 400
const range = fc
  .tuple(fc.nat(MAX_END), fc.option(fc.nat(MAX_END)))
  .map(([one, other]) =>
    other === null
      ? { from: one, to: null }
      : { from: Math.min(one, other), to: Math.max(one, other) },
  )

const weight = 0

/** One of each kind, in any order, and any of them may be missing. */
const factorsOf = ({ apps, themes, countries }: Words): fc.Arbitrary<Factor[]> =>
  fc
    .tuple(
      fc.nat(60).map((fullDays): Factor => ({ kind: 'launchAge', weight, fullDays })),
      fc
        .constantFrom('named' as const, 'business' as const)
        .map((best): Factor => ({ kind: 'contact', weight, best })),
      distinct(apps, 1).map((some): Factor => ({ kind: 'hasApp', weight, apps: some })),
      distinct(apps, 1).map((some): Factor => ({ kind: 'lacksApp', weight, apps: some })),
      range.map((ends): Factor => ({ kind: 'catalogueSize', weight, ...ends })),
      range.map((ends): Factor => ({ kind: 'price', weight, ...ends })),
      apart(Category.options).map((some): Factor => ({ kind: 'category', weight, ...some })),
      fc
        .constantFrom(7 as const, 30 as const)
        .map((window): Factor => ({ kind: 'newProducts', weight, window })),
      distinct(themes, 1).map((some): Factor => ({ kind: 'theme', weight, themes: some })),
      apart(countries).map((some): Factor => ({ kind: 'country', weight, ...some })),
      fc.constant<Factor>({ kind: 'alive', weight }),
      fc.constant<Factor>({ kind: 'risk', weight }),
    )
    .chain((all) => fc.shuffledSubarray(all, { minLength: 1 }))

/** The first ones weigh a little, the last one the rest. */
export const profilesOf = (words: Words): fc.Arbitrary<ScoreProfile> =>
  fc
    .tuple(factorsOf(words), fc.array(fc.nat(9), { minLength: 11, maxLength: 11 }))
    .map(([factors, weights]) => {
      const first = weights.slice(0, factors.length - 1)
      const rest = 100 - first.reduce((sum, one) => sum + one, 0)
      return { factors: factors.map((factor, at) => ({ ...factor, weight: first[at] ?? rest })) }
    })
