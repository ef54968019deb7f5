import fc from 'fast-check'
import { addDays } from '#contracts/dates.ts'
import {
  ANY,
  type FilterChoice,
  type FilterChoices,
  type FilterKey,
  filterKeys,
  type FilterRule,
  NO_CHOICE,
  NONE,
  storeFilters,
  writeSpan,
} from '#contracts/catalog/store-filters.ts'
import { StoreScope, StoreSort } from '#contracts/catalog/stores.ts'
import { profilesOf } from '#testing/make-profiles.ts'
import { LAST_DAY } from './filtered-columns.ts'
import type { MadeStore } from './make-stores.ts'
import { type Person, readingOf } from './read-stores.ts'

export function valuesOf(key: FilterKey, stores: readonly MadeStore[], person: Person): string[] {
  const rule: FilterRule = storeFilters[key]
  switch (rule.kind) {
    case 'text':
      return [
        'lamp',
        'LAMP',
        'cafe',
        'Zoe studio',
        'strasse',
        'mp',
        'x1',
        '日本',
        'no-such-word',
        '!?',
        'b lamp',
        'com',
      ]
    case 'yesNo':
      return ['yes', 'no']
    case 'range':
      return [...rule.bands.map(writeSpan), '7..', '..9', '3..3', '0..0']
    case 'days':
      return ['2026-03-01', '2026-02-01..2026-02-28', '2026-01-15..', '..2026-02-10']
    case 'options': {
      const marks = rule.isMany ? [ANY, NONE] : []
      // A query asks only for lists of its own account: other ids are left out of it.
      const unmet = key === 'list' ? [] : ['nobody has this']
      return [...marks, ...(rule.values ?? [...metValues(key, stores, person), ...unmet])]
    }
    default:
      return rule satisfies never
  }
}

function metValues(key: FilterKey, stores: readonly MadeStore[], person: Person): string[] {
  if (key === 'q') return []
  const met = new Set(
    stores.slice(0, 300).flatMap((store) => {
      const known = readingOf(key, store, person)
      return Array.isArray(known) ? known : []
    }),
  )
  return [...met].slice(0, 40)
}

const dates = fc.option(
  fc.tuple(fc.nat(100), fc.nat(60)).map(([back, length]) => {
    const to = addDays(LAST_DAY, -back)
    return { from: addDays(to, -length), to }
  }),
)

const choiceOf = (key: FilterKey, values: string[]): fc.Arbitrary<FilterChoice> => {
  if (key === 'q')
    return fc.constantFrom(...values).map((text) => ({ ...NO_CHOICE, include: [text] }))
  const some = (maxLength: number) => fc.uniqueArray(fc.constantFrom(...values), { maxLength })
  return fc
    .record({ include: some(3), exclude: some(2), unknown: fc.boolean() })
    .filter(({ include, exclude, unknown }) => include.length + exclude.length > 0 || unknown)
}

const choicesOf = (stores: readonly MadeStore[], person: Person): fc.Arbitrary<FilterChoices> =>
  fc
    .uniqueArray(fc.constantFrom(...filterKeys), { maxLength: 4 })
    .chain((keys) =>
      fc.record(
        Object.fromEntries(keys.map((key) => [key, choiceOf(key, valuesOf(key, stores, person))])),
      ),
    )

/** Of the made stores; the last of each is odd. */
export const MADE_WORDS = {
  apps: ['reviews', 'upsell', 'app-1', 'app-2', 'Loyalty', 'a b', 'none.'],
  themes: ['dawn', 'impulse', 'main', 'dawn by us'],
  countries: ['DE', 'US', 'GB', 'FR', 'TR'],
}

export const questions = (stores: readonly MadeStore[], person: Person) =>
  fc.record({
    asked: fc.record({
      days: dates,
      scope: fc.constantFrom(...StoreScope.options),
      choices: choicesOf(stores, person),
    }),
    sortBy: fc.constantFrom(...StoreSort.options),
    sortDirection: fc.constantFrom('ASC' as const, 'DESC' as const),
    profile: profilesOf(MADE_WORDS),
    size: fc.constantFrom(1, 7, 20),
    page: fc.oneof(fc.constant(0), fc.nat(30)),
    groups: fc.uniqueArray(fc.constantFrom(...filterKeys), { minLength: 1, maxLength: 3 }),
  })

export type Question =
  ReturnType<typeof questions> extends fc.Arbitrary<infer Value> ? Value : never
