import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { SEARCH_PARAM } from '#web/lib/saved-search-path.ts'
import { useSearchChanges } from './use-searches.ts'

/**
 * Whoever came by the link of a saved search has its matches before them: they are no longer new. The mark then leaves the address, so that
 * a copied address or a reload means the filters alone.
 */
export function useSeenSearch(): void {
  const [params, setParams] = useSearchParams()
  const { markSeen } = useSearchChanges()
  const searchId = params.get(SEARCH_PARAM)
  const marked = useRef<string | null>(null)
  useEffect(() => {
    if (searchId === null || marked.current === searchId) return
    marked.current = searchId
    // One that is gone, or another account's, has nothing to mark; the list shows the filters all the same.
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
