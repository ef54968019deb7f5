import { expect } from 'vitest'
import { writeProfile } from '#contracts/catalog/score-profile.ts'
import {
  ANY,
  type FilterChoice,
  type FilterKey,
  type FilterRule,
  NO_CHOICE,
  NONE,
  storeFilters,
  writeChoice,
} from '#contracts/catalog/store-filters.ts'
import type { Facet } from '#contracts/catalog/stores.ts'
import type { StoreId } from '#contracts/ids.ts'
import type { MadeStore } from './make-stores.ts'
import type { Question } from './questions.ts'
import { type Asked, findStores, inOrder, passes, type Person, readingOf } from './read-stores.ts'

/** Calls the product. */
export type Get = (path: string, query: Record<string, string>) => Promise<never>

/** What the product answers for, and of whom. */
type Truth = { get: Get; stores: readonly MadeStore[]; person: Person }

export type Page = {
  content: { id: StoreId }[]
  scores?: { id: StoreId; points: number; known: number }[]
  totalElements: number
  totalPages: number
  nextCursor: string | null
}

export const addressOf = ({ days, scope, choices }: Asked): Record<string, string> => ({
  ...(days && { dateRangeFrom: days.from, dateRangeTo: days.to }),
  launchStatus: scope,
  ...Object.fromEntries(Object.entries(choices).map(([key, choice]) => [key, writeChoice(choice)])),
})

/** The page of the list, its counts and its calendar, beside a plain read of every store. */
export async function checkAnswer(
  { get, stores, person }: Truth,
  { asked, sortBy, sortDirection, profile, size, page, groups }: Question,
): Promise<void> {
  const as = { ...person, profile }
  const truth = { get, stores, person: as }
  const found = findStores(stores, asked, as)
  const order = { sortBy, sortDirection, profile: writeProfile(profile) }
  const place = { size: String(size), page: String(page) }
  const answer: Page = await get('/api/stores', { ...addressOf(asked), ...order, ...place })
  expect(answer.totalElements).toBe(found.length)
  expect(answer.totalPages).toBe(Math.ceil(found.length / size))
  expect(answer.content.map(({ id }) => id)).toEqual(
    inOrder(found, { sortBy, sortDirection }, as).slice(page * size, (page + 1) * size),
  )
  expect(answer.nextCursor === null).toBe((page + 1) * size >= found.length)
  await checkFacets(truth, { asked, groups }, found.length)
  await checkCalendar(truth, asked, found)
}

async function checkFacets(
  truth: Truth,
  { asked, groups }: { asked: Asked; groups: FilterKey[] },
  total: number,
): Promise<void> {
  const { get, person } = truth
  const answer: { total: number; facets: Facet[] } = await get('/api/stores/facets', {
    ...addressOf(asked),
    profile: writeProfile(person.profile),
    groups: groups.join(','),
  })
  expect(answer.total).toBe(total)
  expect(answer.facets.map(({ key }) => key).toSorted()).toEqual(groups.toSorted())
  for (const facet of answer.facets) checkFacet(truth, asked, facet)
}

/** Each count equals the total of the list that is filtered by this value alone. */
function checkFacet(
  { stores, person }: Truth,
  asked: Asked,
  { key, options, unknown, any, none, more }: Facet,
): void {
  if (key === 'q') {
    expect([options, unknown]).toEqual([[], 0])
    return
  }
  const others = findStores(stores, asked, person, key)
  const count = (choice: FilterChoice) =>
    others.filter((store) => passes(key, choice, store, person)).length
  const isMany = 'isMany' in storeFilters[key]
  expect({ key, unknown, any, none }).toEqual({
    key,
    unknown: count({ ...NO_CHOICE, unknown: true }),
    any: isMany ? count({ ...NO_CHOICE, include: [ANY] }) : null,
    none: isMany ? count({ ...NO_CHOICE, include: [NONE] }) : null,
  })
  // Long lists are sampled.
  for (const { value, count: told } of options.filter((_, at) => at < 6 || at % 7 === 0))
    expect([key, value, told]).toEqual([key, value, count({ ...NO_CHOICE, include: [value] })])
  checkNothingIsMissing({ asked, key, options, more, person }, others)
}

type Told = Pick<Facet, 'options' | 'more'> & {
  asked: Asked
  key: Exclude<FilterKey, 'q'>
  person: Person
}

/**
 * For an open set, the most frequent values plus the selected ones; for a closed set, all values.
 */
function checkNothingIsMissing(
  { asked, key, options, more, person }: Told,
  others: readonly MadeStore[],
): void {
  const rule: FilterRule = storeFilters[key]
  const shown = options.map(({ value }) => value)
  if (rule.kind !== 'options') return
  if (rule.values) {
    expect(shown).toEqual([...rule.values])
    return
  }
  const counts = countValues(key, others, person)
  expect(options.map(({ count }) => count)).toEqual(shown.map((value) => counts.get(value) ?? 0))
  const chosen = [...(asked.choices[key]?.include ?? []), ...(asked.choices[key]?.exclude ?? [])]
  const hidden = [...counts].filter(([value]) => !shown.includes(value))
  const least = Math.min(
    ...options.filter(({ value }) => !chosen.includes(value)).map(({ count }) => count),
  )
  expect(Math.max(0, ...hidden.map(([, count]) => count))).toBeLessThanOrEqual(least)
  // A rare selected value is shown in addition, and still counts among the others.
  expect(more).toBeGreaterThanOrEqual(hidden.length)
  expect(more).toBeLessThanOrEqual(hidden.length + chosen.length)
}

function countValues(
  key: Exclude<FilterKey, 'q'>,
  among: readonly MadeStore[],
  person: Person,
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const store of among) {
    const known = readingOf(key, store, person)
    if (Array.isArray(known))
      for (const value of new Set(known)) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return counts
}

async function checkCalendar(
  { get, person: { profile } }: Truth,
  asked: Asked,
  found: readonly MadeStore[],
): Promise<void> {
  const answer: { days: { day: string; stores: number; leads: number }[] } = await get(
    '/api/stores/calendar',
    { ...addressOf(asked), profile: writeProfile(profile) },
  )
  const days = [...Map.groupBy(found, ({ found_day: day }) => day)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )
  expect(answer.days).toEqual(
    days.map(([day, own]) => ({
      day,
      stores: own.length,
      leads: own.filter(({ email }) => email !== null).length,
    })),
  )
}
