import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { type FilterChoice, type FilterKey, NO_CHOICE } from '#contracts/store-filters.ts'
import { readAddress, withChange, type ListChange } from './list-address.ts'
import { prefetchRows, stopPrefetching } from './prefetch-rows.ts'

export type ChangeList = (to: ListChange, options?: { replace?: boolean }) => void
/** Changes the choice of one filter; `update` receives the latest choice. */
export type ChangeFilter = (key: FilterKey, update: (choice: FilterChoice) => FilterChoice) => void

/**
 * Both functions stay the same while the list is open. They start from the latest requested address, not from the rendered one or the
 * router's `params`, so that two presses in quick succession both count.
 */
export function useListChange(params: URLSearchParams): { change: ChangeList; changeFilter: ChangeFilter } {
  const navigate = useNavigate()
  const client = useQueryClient()
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  }, [params])
  const change = useCallback<ChangeList>(
    (to, { replace = false } = {}) => {
      latest.current = withChange(latest.current, to)
      void stopPrefetching(client)
      // Start the call before anything renders.
      void prefetchRows(client, readAddress(latest.current))
      // A new page starts at its top; every other change keeps the scroll position.
      void navigate(`?${latest.current}`, { replace, preventScrollReset: !('page' in to) })
    },
    [navigate, client],
  )
  const changeFilter = useCallback<ChangeFilter>(
    (key, update) => {
      const choice = readAddress(latest.current).filters[key] ?? NO_CHOICE
      change({ filters: { [key]: update(choice) } })
    },
    [change],
  )
  return { change, changeFilter }
}
