import { SEARCH_PARAM } from '#web/lib/navigation/search-path.ts'

/**
 * The stores whose changes are listed: all, the saved ones, what the account follows, or those of a
 * saved search by its id.
 */
export type Scope = 'all' | 'saved' | 'followed' | { search: string }

const OWN_SCOPES = ['saved', 'followed'] as const

export function readScope(params: URLSearchParams): Scope {
  const search = params.get(SEARCH_PARAM)
  if (search) return { search }
  return OWN_SCOPES.find((scope) => params.get(scope) === 'yes') ?? 'all'
}

/** A saved search has its own filters, and followed products belong to any store. */
export const isNarrowed = (scope: Scope): boolean => scope === 'all' || scope === 'saved'

/** Keeps the kinds, and the filters where the scope has none of its own. */
export function withScope(params: URLSearchParams, scope: Scope): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete(SEARCH_PARAM)
  for (const own of OWN_SCOPES) next.delete(own)
  if (typeof scope !== 'string') next.set(SEARCH_PARAM, scope.search)
  else if (scope !== 'all') next.set(scope, 'yes')
  if (!isNarrowed(scope)) for (const key of FILTERS) next.delete(key)
  return next
}

export const FILTERS = ['country', 'theme'] as const
export type Filters = Partial<Record<(typeof FILTERS)[number], string>>

export const readFilters = (params: URLSearchParams): Filters =>
  !isNarrowed(readScope(params))
    ? {}
    : Object.fromEntries(
        FILTERS.flatMap((key) => (params.get(key) ? [[key, params.get(key)]] : [])),
      )
