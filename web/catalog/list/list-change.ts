import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useCallback, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { type FilterChoice, type FilterKey, NO_CHOICE } from '#contracts/catalog/store-filters.ts'
import {
  type ListAddress,
  type ListChange,
  readAddress,
  type StoresQuery,
  withChange,
} from './list-address.ts'
import { prefetchRows, stopPrefetching } from './prefetch-rows.ts'

export type ChangeList = (to: ListChange, options?: { replace?: boolean }) => void
/** Changes the choice of one filter; `update` receives the latest choice. */
export type ChangeFilter = (key: FilterKey, update: (choice: FilterChoice) => FilterChoice) => void

/**
 * Both functions stay the same while the list is open. They start from the latest requested
 * address, not from the rendered one or the router's `params`, so that two presses in quick
 * succession both count.
 */
export function useListChange(params: URLSearchParams) {
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

/**
 * The latest requested address. The rest of the list renders only when its rows have arrived
 * (`useRenderedStep`); the controls that show the press itself use this address.
 */
type RequestedAddress = {
  address: ListAddress
  /** True while the rendered list still belongs to the previous address. */
  isAhead: boolean
}

export const RequestedAddressContext = createContext<RequestedAddress | null>(null)

export function useRequestedAddress(): RequestedAddress {
  const requested = use(RequestedAddressContext)
  if (!requested) throw new Error('no RequestedAddressContext above this part of the list')
  return requested
}

/**
 * The query of the whole list, for the parts of the panel that load more. A context, so that other
 * parts do not re-render when it changes.
 */
export const StoresQueryContext = createContext<StoresQuery>({ launchStatus: 'new' })
