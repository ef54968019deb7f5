import * as z from 'zod/mini'
import {
  filterFields,
  type FilterChoices,
  filterKeys,
  readChoices,
  writeChoice,
} from './store-filters.ts'
import { type StoreScope, storeQueryFields } from './stores.ts'

/** The store query of a saved search. */
type SearchQuery = { scope: StoreScope; choices: FilterChoices }

type SearchReading =
  | { kind: 'query'; query: SearchQuery }
  /** `field`: the part of the text that caused the refusal. */
  | { kind: 'refused'; field: string }

const StoreQuery = z.object(storeQueryFields)
const known: ReadonlySet<string> = new Set(Object.keys(storeQueryFields))
const isFilter = (key: string): boolean =>
  key === 'launchStatus' || Object.hasOwn(filterFields, key)

type ListReading =
  | { kind: 'query'; fields: z.output<typeof StoreQuery> }
  | Extract<SearchReading, { kind: 'refused' }>

/** Reads the search part of a list's address, strictly: unknown values are refused. */
export function readListQuery(text: string): ListReading {
  const params = new URLSearchParams(text)
  const odd = [...params.keys()].find(
    (key, at, keys) => !known.has(key) || keys.indexOf(key) !== at,
  )
  if (odd !== undefined) return { kind: 'refused', field: odd }
  const parsed = StoreQuery.safeParse(Object.fromEntries(params))
  if (!parsed.success)
    return { kind: 'refused', field: String(parsed.error.issues[0]?.path[0] ?? '') }
  return { kind: 'query', fields: parsed.data }
}

/**
 * As `readListQuery`, without the days on which stores were found, since no new store can be found
 * on a past day, and without filters that change with each visit.
 */
export function readSearchQuery(text: string): SearchReading {
  const reading = readListQuery(text)
  if (reading.kind === 'refused') return reading
  const { launchStatus: scope } = reading.fields
  const choices = readChoices(reading.fields)
  // New since the last visit: that suits a list on the screen, but not a saved search.
  delete choices.isNew
  return { kind: 'query', query: { scope, choices } }
}

/** One canonical spelling per search: filters in their fixed order, defaults omitted. */
export function writeSearchQuery({ scope, choices }: SearchQuery): string {
  const params = new URLSearchParams()
  if (scope !== 'new') params.set('launchStatus', scope)
  for (const key of filterKeys) {
    const choice = choices[key]
    if (choice) params.set(key, writeChoice(choice))
  }
  return params.toString()
}

/**
 * The part of a list's address that a saved search keeps. Like the list, it ignores values that it
 * cannot read.
 */
export function searchQueryOf(address: URLSearchParams): string {
  const kept = [...address].filter(
    ([key, value], at, all) =>
      isFilter(key) &&
      all.findIndex(([name]) => name === key) === at &&
      readSearchQuery(new URLSearchParams({ [key]: value }).toString()).kind === 'query',
  )
  const reading = readSearchQuery(new URLSearchParams(kept).toString())
  return reading.kind === 'query' ? writeSearchQuery(reading.query) : ''
}
