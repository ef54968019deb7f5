import { useQuery } from '@tanstack/react-query'
import { getPublicStats } from '#contracts/public.ts'
import { listTrendingProducts } from '#contracts/trending-products.ts'
import { q } from '#web/api/query.ts'
import { dateQueryOf } from '#web/lib/date-selection.ts'
import { entriesOf, type ListAddress, type ListView, productListQueryOf } from './list-address.ts'
import { useCounts } from './list-counts.tsx'
import { countOf } from './view-totals.ts'

/** How many stores, leads or products the view lists, of which `shown` are told where it lists stores; null while it is not known. */
export function useListedTotal(address: ListAddress, shown: number | null): number | null {
  const isProducts = address.view === 'products'
  const products = useQuery({
    ...q(listTrendingProducts, { query: productListQueryOf(address) }),
    enabled: isProducts,
  })
  return isProducts ? (products.data?.totalElements ?? null) : shown
}

/** How many each view would show, as far as that is known without asking for it. */
export function useViewTotals(address: ListAddress, listed: number | null): Record<ListView, number | null> {
  const counts = useCounts()
  const { view, filters, dates } = address
  const isTrending = view === 'products' && address.products.scope === 'trending'
  const stats = useQuery({
    ...q(getPublicStats, { query: dateQueryOf(dates) }),
    // The public counters know no filters.
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
