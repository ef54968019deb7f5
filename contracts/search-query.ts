import * as z from 'zod/mini'
import {
  filterFields,
  type FilterChoices,
  type FilterKey,
  filterKeys,
  readChoices,
  writeChoice,
} from '#contracts/store-filters.ts'
import { type StoreScope, storeQueryFields } from '#contracts/stores.ts'

/** What a saved search asks of stores. */
export type SearchQuery = { scope: StoreScope; choices: FilterChoices }

export type SearchReading =
  | { kind: 'query'; query: SearchQuery }
  /** `field`: the part of the text that is to blame. */
  | { kind: 'refused'; field: string }

/** New since the last visit: of a list that is looked at, not of one that is watched. */
const PASSING: readonly FilterKey[] = ['isNew']
const DEFAULT_SCOPE: StoreScope = 'new'
const StoreQuery = z.object(storeQueryFields)
const known: ReadonlySet<string> = new Set(Object.keys(storeQueryFields))
const isFilter = (key: string): boolean => key === 'launchStatus' || Object.hasOwn(filterFields, key)

/**
 * Reads the part of the list's address that says what is looked for, strictly: what is not known is refused. Days on which stores were found
 * are left out, since no new store is found on a day of the past; so is what changes with each visit.
 */
export function readSearchQuery(text: string): SearchReading {
  const params = new URLSearchParams(text)
  const odd = [...params.keys()].find((key, at, keys) => !known.has(key) || keys.indexOf(key) !== at)
  if (odd !== undefined) return { kind: 'refused', field: odd }
  const parsed = StoreQuery.safeParse(Object.fromEntries(params))
  if (!parsed.success) return { kind: 'refused', field: String(parsed.error.issues[0]?.path[0] ?? '') }
  const { launchStatus: scope } = parsed.data
  const choices = readChoices(parsed.data)
  for (const key of PASSING) delete choices[key]
  return { kind: 'query', query: { scope, choices } }
}

/** One spelling for each search: filters in their order, nothing that is asked anyway. */
export function writeSearchQuery({ scope, choices }: SearchQuery): string {
  const params = new URLSearchParams()
  if (scope !== DEFAULT_SCOPE) params.set('launchStatus', scope)
  for (const key of filterKeys) {
    const choice = choices[key]
    if (choice) params.set(key, writeChoice(choice))
  }
  return params.toString()
}

/** Of any address of the list: what of it a saved search keeps. Whatever cannot be read there is left out, as the list does. */
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
