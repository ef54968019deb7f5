import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError } from './api-error.ts'

type Asked = Pick<UseQueryResult, 'data' | 'error' | 'errorUpdateCount'>

/** Whether a query waits for the search engine, also during the moment in which it asks again. */
export function useIsSearchAway({ data, error, errorUpdateCount }: Asked): boolean {
  // A query forgets its error as soon as it is sent again.
  const [latest, setLatest] = useState(error)
  if (error !== null && error !== latest) setLatest(error)
  const known = error ?? (errorUpdateCount > 0 ? latest : null)
  return data === undefined && isApiError(known, 'search_unavailable')
}
