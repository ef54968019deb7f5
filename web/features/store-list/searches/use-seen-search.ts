import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { SEARCH_PARAM } from '#web/lib/saved-search-path.ts'
import { useSearchChanges } from './use-searches.ts'

/**
 * A visitor who follows the link of a saved search sees its matches, so they no longer count as new. Then the search id leaves the address,
 * so that a copied address or a reload means only the filters.
 */
export function useSeenSearch(): void {
  const [params, setParams] = useSearchParams()
  const { markSeen } = useSearchChanges()
  const searchId = params.get(SEARCH_PARAM)
  const marked = useRef<string | null>(null)
  useEffect(() => {
    if (searchId === null || marked.current === searchId) return
    marked.current = searchId
    // A search that was deleted, or that belongs to another account, cannot be marked; the list applies the filters all the same.
    markSeen(searchId).catch(() => {})
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete(SEARCH_PARAM)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }, [searchId, markSeen, setParams])
}
