import { SEARCH_PARAM } from '#web/lib/navigation/search-path.ts'

/**
 * The stores whose changes are listed: all, the saved ones, or those of a saved search by its id.
 */
export type Scope = 'all' | 'saved' | { search: string }

const SAVED_PARAM = 'saved'

export function readScope(params: URLSearchParams): Scope {
  const search = params.get(SEARCH_PARAM)
  if (search) return { search }
  return params.get(SAVED_PARAM) === 'yes' ? 'saved' : 'all'
}

/** Keeps the kinds; a saved search has its own filters. */
export function withScope(params: URLSearchParams, scope: Scope): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete(SEARCH_PARAM)
  next.delete(SAVED_PARAM)
  if (scope === 'saved') next.set(SAVED_PARAM, 'yes')
  else if (scope !== 'all') {
    next.set(SEARCH_PARAM, scope.search)
    for (const key of FILTERS) next.delete(key)
  }
  return next
}

export const FILTERS = ['country', 'theme'] as const
export type Filters = Partial<Record<(typeof FILTERS)[number], string>>

export const readFilters = (params: URLSearchParams): Filters =>
  params.has(SEARCH_PARAM)
    ? {}
    : Object.fromEntries(
        FILTERS.flatMap((key) => (params.get(key) ? [[key, params.get(key)]] : [])),
      )
