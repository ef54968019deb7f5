import type { QueryClient } from '@tanstack/react-query'
import { listStores } from '#contracts/stores.ts'
import { listTrendingProducts } from '#contracts/trending-products.ts'
import { q } from '#web/api/query.ts'
import { isTooLong } from '#web/lib/date-selection.ts'
import { type ListAddress, listQueryOf, productListQueryOf } from './list-address.ts'

/** Asks for what the address lists; whoever draws it later finds the answer, or the call on its way. Never throws. */
export function prefetchRows(client: QueryClient, address: ListAddress): Promise<void> {
  // The call would be refused; the list says so by itself.
  if (isTooLong(address.dates)) return Promise.resolve()
  return address.view === 'products'
    ? client.prefetchQuery(q(listTrendingProducts, { query: productListQueryOf(address) }))
    : client.prefetchQuery(q(listStores, { query: listQueryOf(address) }))
}

/** Whoever presses again before the answer waits only for the last one. */
export const stopPrefetching = (client: QueryClient): Promise<void> =>
  client.cancelQueries({ queryKey: [listStores.name], type: 'inactive', fetchStatus: 'fetching' })
