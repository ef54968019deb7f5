import type { QueryClient } from '@tanstack/react-query'
import { listStores } from '#contracts/catalog/stores.ts'
import { listTrendingProducts } from '#contracts/catalog/trending-products.ts'
import { getListView } from '#contracts/workspace/list-views.ts'
import { q } from '#web/api/query.ts'
import { isTooLong } from '#web/lib/dates/date-selection.ts'
import { type ListAddress, listQueryOf, productListQueryOf } from './list-address.ts'

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
export const stopPrefetching = (client: QueryClient): Promise<void> =>
  client.cancelQueries({ queryKey: [listStores.name], type: 'inactive', fetchStatus: 'fetching' })
