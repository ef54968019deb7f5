import { useQuery } from '@tanstack/react-query'
import { getPublicStats } from '#contracts/public.ts'
import { listTrendingProducts } from '#contracts/trending-products.ts'
import { q } from '#web/api/query.ts'
import { dateQueryOf } from '#web/lib/date-selection.ts'
import { entriesOf, type ListAddress, type ListView, productListQueryOf } from './list-address.ts'
import type { ListFacets } from './use-list-facets.ts'
import { countOf } from './view-totals.ts'

/** How many each view would show, as far as that is known without asking for it. */
export function useViewTotals(
  address: ListAddress,
  shown: number | null,
  counts: ListFacets,
): Record<ListView, number | null> {
  const { view, filters, dates } = address
  const isTrending = view === 'products' && address.products.scope === 'trending'
  const stats = useQuery({
    ...q(getPublicStats, { query: dateQueryOf(dates) }),
    // The public counters know no filters.
    enabled: view !== 'products' && entriesOf(filters).length === 0,
  })
  const products = useQuery({
    ...q(listTrendingProducts, { query: productListQueryOf(address) }),
    enabled: view === 'products',
  })
  const byEmail = counts.isOld || isTrending ? undefined : counts.facets.email
  return {
    stores: view === 'stores' ? shown : countOf(filters.email, byEmail),
    leads: view === 'leads' ? shown : countOf({ include: ['yes'], exclude: [], unknown: false }, byEmail),
    products:
      view === 'products'
        ? (products.data?.totalElements ?? null)
        : entriesOf(filters).length === 0
          ? (stats.data?.totalProducts ?? null)
          : null,
  }
}
