import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import {
  type FilterChoice,
  type FilterKey,
  MAX_FILTER_TEXT,
  MAX_LIST_QUERY,
  MAX_VALUES,
  NO_CHOICE,
  writeChoice,
} from '#contracts/catalog/store-filters.ts'
import { listStores } from '#contracts/catalog/stores.ts'
import { listTrendingProducts } from '#contracts/catalog/trending-products.ts'
import { getListView } from '#contracts/workspace/list-views.ts'
import { q } from '#web/api/query.ts'
import { isTooLong } from '#web/lib/dates/date-selection.ts'
import { notify } from '#web/lib/toast.ts'
import {
  type ListAddress,
  type ListChange,
  listQueryOf,
  productListQueryOf,
  readAddress,
  type StoresQuery,
  withChange,
} from './list-address.ts'

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
  const { t } = useTranslation('list')
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  }, [params])
  const change = useCallback<ChangeList>(
    (to, { replace = false } = {}) => {
      const next = withChange(latest.current, to)
      if (!fitsAddress(next, latest.current)) return refuse(t('filters.tooLong'))
      latest.current = next
      void stopPrefetching(client)
      // Start the call before anything renders.
      void prefetchRows(client, readAddress(latest.current))
      // A new page starts at its top; every other change keeps the scroll position.
      void navigate(`?${latest.current}`, { replace, preventScrollReset: !('page' in to) })
    },
    [navigate, client, t],
  )
  const changeFilter = useCallback<ChangeFilter>(
    (key, update) => {
      const choice = readAddress(latest.current).filters[key] ?? NO_CHOICE
      const updated = update(choice)
      if (updated.include.length + updated.exclude.length > MAX_VALUES)
        return refuse(t('filters.tooMany', { most: MAX_VALUES }))
      if (writeChoice(updated).length > MAX_FILTER_TEXT) return refuse(t('filters.tooLong'))
      change({ filters: { [key]: updated } })
    },
    [change, t],
  )
  return { change, changeFilter }
}

const refuse = (title: string) => notify({ kind: 'error', title, subject: 'filters' })

/** A change that shortens an overlong address always does. */
export const fitsAddress = (next: URLSearchParams, before: URLSearchParams): boolean =>
  next.toString().length <= Math.max(MAX_LIST_QUERY, before.toString().length)

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

/** Read once: only the list's own page changes it. */
export const listViewQuery = { ...q(getListView, {}), staleTime: Infinity }

/**
 * Loads the rows of an address in advance, so that a later render finds the answer or the pending
 * call. Never throws.
 */
export function prefetchRows(client: QueryClient, address: ListAddress): Promise<void> {
  // The server would refuse this call; the list shows its own message.
  if (isTooLong(address.dates)) return Promise.resolve()
  return address.view === 'products'
    ? client.prefetchQuery(q(listTrendingProducts, { query: productListQueryOf(address) }))
    : client.prefetchQuery(q(listStores, { query: listQueryOf(address) }))
}

/**
 * Cancels prefetches of outdated addresses, so that after several quick presses only the last call
 * counts.
 */
const stopPrefetching = (client: QueryClient): Promise<void> =>
  client.cancelQueries({ queryKey: [listStores.name], type: 'inactive', fetchStatus: 'fetching' })
