import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getPublicStats } from '#contracts/site/public.ts'
import type { FilterChoice } from '#contracts/catalog/store-filters.ts'
import { type Facet, listFacets } from '#contracts/catalog/stores.ts'
import { listTrendingProducts } from '#contracts/catalog/trending-products.ts'
import { q } from '#web/api/query.ts'
import { TabCount, TabLinks } from '#web/ui/tab-links.tsx'
import { dateQueryOf } from '#web/lib/dates/date-selection.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useCounts } from './filters/facet-counts.tsx'
import {
  entriesOf,
  type ListAddress,
  type ListView,
  listViews,
  productListQueryOf,
  scopeIn,
  storesQueryOf,
} from './list-address.ts'

type Props = {
  address: ListAddress
  /** Total of the open view; null while unknown. */
  listed: number | null
  hrefOf: (view: ListView) => string
}

/**
 * The same dates and filters as stores, leads or products. Links, because each view has its own
 * address.
 */
export function ViewTabs({ address, listed, hrefOf }: Props) {
  const { view } = address
  const totals = useViewTotals(address, listed)
  const { t } = useTranslation('list')
  const formats = useFormats()
  return (
    <TabLinks
      label={t('views.label')}
      className="-mb-px min-w-0"
      tabs={listViews}
      current={view}
      hrefOf={hrefOf}
    >
      {(each) => (
        <>
          {t(`views.${each}`)}
          {/* Reserves the space of the figure while the next one is loading. */}
          {(totals[each] !== null || (view !== 'products' && each !== 'products')) && (
            <TabCount className={each === view ? 'text-ink' : 'text-muted'}>
              {totals[each] !== null && formats.number(totals[each])}
            </TabCount>
          )}
        </>
      )}
    </TabLinks>
  )
}

/**
 * The number of stores, leads or products in the view, where `shown` is the number for stores and
 * leads; null while unknown.
 */
export function useListedTotal(address: ListAddress, shown: number | null): number | null {
  const isProducts = address.view === 'products'
  const products = useQuery({
    ...q(listTrendingProducts, { query: productListQueryOf(address) }),
    enabled: isProducts,
  })
  return isProducts ? (products.data?.totalElements ?? null) : shown
}

const WITH_EMAIL: FilterChoice = { include: ['yes'], exclude: [], unknown: false }
const PROTECTED: FilterChoice = { include: ['PASSWORD_PROTECTED'], exclude: [], unknown: false }

/**
 * The total of each view. The counts of the open view reveal some; others take a call, which
 * returns no counts.
 */
function useViewTotals(
  address: ListAddress,
  listed: number | null,
): Record<ListView, number | null> {
  const counts = useCounts()
  const { view, filters, dates } = address
  const isTrending = view === 'products' && address.products.scope === 'trending'
  const stats = useQuery({
    ...q(getPublicStats, { query: dateQueryOf(dates) }),
    // The public counters do not support filters.
    enabled: view !== 'products' && entriesOf(filters).length === 0,
  })
  const facets = counts.isOld || isTrending ? {} : counts.facets
  const isPrelaunch = view === 'prelaunch'
  // The counts of the open view cover its own scope only.
  const isOtherScope =
    scopeIn(isPrelaunch ? 'stores' : 'prelaunch', address) !== address.launchStatus
  // After the rows, for which the user waits.
  const isReady = listed !== null
  const stores = useTotal('stores', address, { isRequested: isPrelaunch && isOtherScope, isReady })
  const leads = useTotal('leads', address, { isRequested: isPrelaunch, isReady })
  const prelaunch = useTotal('prelaunch', address, {
    isRequested: view === 'leads' || (view === 'stores' && isOtherScope),
    isReady,
  })
  const derived = {
    stores: isPrelaunch
      ? countOf(filters.status, facets.status)
      : countOf(filters.email, facets.email),
    leads: countOf(WITH_EMAIL, facets.email),
    prelaunch: isOtherScope ? null : countOf(PROTECTED, facets.status),
    products: entriesOf(filters).length === 0 ? (stats.data?.totalProducts ?? null) : null,
  }
  const requested = { stores, leads, prelaunch, products: undefined }
  const totalOf = (each: ListView) =>
    each === view ? listed : requested[each] === undefined ? derived[each] : requested[each]
  return {
    stores: totalOf('stores'),
    leads: totalOf('leads'),
    prelaunch: totalOf('prelaunch'),
    products: totalOf('products'),
  }
}

/**
 * The total of another view for the same dates and filters: null while it loads, undefined where it
 * is not requested.
 */
function useTotal(
  view: ListView,
  address: ListAddress,
  { isRequested, isReady }: { isRequested: boolean; isReady: boolean },
): number | null | undefined {
  const { dates, filters } = address
  const query = storesQueryOf({ dates, launchStatus: scopeIn(view, address), filters }, view)
  const counts = useQuery({
    ...q(listFacets, { query: { ...query, groups: '' } }),
    enabled: isRequested && isReady,
  })
  return isRequested ? (counts.data?.total ?? null) : undefined
}

/**
 * Number of stores that a choice for a single-value filter would leave, calculated from its counts;
 * null when they do not suffice.
 */
export function countOf(choice: FilterChoice | undefined, facet: Facet | undefined): number | null {
  if (!facet || facet.any !== null || facet.more > 0) return null
  const { include = [], exclude = [], unknown = true } = choice ?? {}
  const known = facet.options
    .filter(
      ({ value }) => (include.length === 0 || include.includes(value)) && !exclude.includes(value),
    )
    .filter(() => !choice || include.length > 0 || exclude.length > 0)
    .reduce((sum, { count }) => sum + count, 0)
  return known + (unknown ? facet.unknown : 0)
}
