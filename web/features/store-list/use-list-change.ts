import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { type FilterChoice, type FilterKey, NO_CHOICE } from '#contracts/store-filters.ts'
import { readAddress, withChange, type ListChange } from './list-address.ts'
import { prefetchRows, stopPrefetching } from './prefetch-rows.ts'

export type ChangeList = (to: ListChange, options?: { replace?: boolean }) => void
/** Changes what is asked of one filter; `update` gets what is asked at that moment. */
export type ChangeFilter = (key: FilterKey, update: (choice: FilterChoice) => FilterChoice) => void

/**
 * Both stay the same functions for as long as the list is open. They go by the address that was asked for last, not by the one that is
 * drawn, nor by the router's `params`: two presses in quick succession both count.
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
      // The call is on its way before anything is drawn.
      void prefetchRows(client, readAddress(latest.current))
      // Another page begins at its top; everything else happens where the reader is.
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
