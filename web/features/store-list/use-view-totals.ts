import { useQuery } from '@tanstack/react-query'
import { getPublicStats } from '#contracts/public.ts'
import { listTrendingProducts } from '#contracts/trending-products.ts'
import { q } from '#web/api/query.ts'
import { dateQueryOf } from '#web/lib/date-selection.ts'
import { entriesOf, type ListAddress, type ListView, productListQueryOf } from './list-address.ts'
import { useCounts } from './list-counts.tsx'
import { countOf } from './view-totals.ts'

/** The number of stores, leads or products in the view, where `shown` is the number for stores and leads; null while unknown. */
export function useListedTotal(address: ListAddress, shown: number | null): number | null {
  const isProducts = address.view === 'products'
  const products = useQuery({
    ...q(listTrendingProducts, { query: productListQueryOf(address) }),
    enabled: isProducts,
  })
  return isProducts ? (products.data?.totalElements ?? null) : shown
}

/** The total of each view, as far as it is known without an extra call. */
export function useViewTotals(address: ListAddress, listed: number | null): Record<ListView, number | null> {
  const counts = useCounts()
  const { view, filters, dates } = address
  const isTrending = view === 'products' && address.products.scope === 'trending'
  const stats = useQuery({
    ...q(getPublicStats, { query: dateQueryOf(dates) }),
    // The public counters do not support filters.
    enabled: view !== 'products' && entriesOf(filters).length === 0,
  })
  const byEmail = counts.isOld || isTrending ? undefined : counts.facets.email
  return {
    stores: view === 'stores' ? listed : countOf(filters.email, byEmail),
    leads: view === 'leads' ? listed : countOf({ include: ['yes'], exclude: [], unknown: false }, byEmail),
    products:
      view === 'products'
        ? listed
        : entriesOf(filters).length === 0
          ? (stats.data?.totalProducts ?? null)
          : null,
  }
}
