import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { memo, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResponseOf } from '#contracts/endpoint.ts'
import { listFacets } from '#contracts/catalog/stores.ts'
import { listTrendingProducts } from '#contracts/catalog/trending-products.ts'
import { keysOf } from '#contracts/keys.ts'
import { getPublicStats } from '#contracts/site/public.ts'
import { q } from '#web/api/query.ts'
import { dateQueryOf } from '#web/lib/dates/date-selection.ts'
import { useDebouncedValue } from '#web/lib/debounced-value.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { TabLinks } from '#web/ui/choices.tsx'
import {
  entriesOf,
  type ListAddress,
  type ListChange,
  productListQueryOf,
  storesQueryOf,
} from './list-address.ts'
import type { ChangeList } from './list-change.ts'

/** Views of the same dates and filters. */
const targets = {
  new: { view: 'stores', launchStatus: 'new' },
  leads: { view: 'leads', launchStatus: 'new' },
  prelaunch: { view: 'prelaunch', launchStatus: 'all' },
  established: { view: 'stores', launchStatus: 'established' },
  all: { view: 'stores', launchStatus: 'all' },
  products: { view: 'products' },
} as const satisfies Record<string, ListChange>

type ListTab = keyof typeof targets
const listTabs = keysOf(targets)

const tabOf = ({ view, launchStatus }: ListAddress): ListTab =>
  view === 'stores' ? launchStatus : view

export type TabsProps = {
  address: ListAddress
  /** Total of the open view; null while unknown. */
  listed: number | null
  change: ChangeList
  hrefOf: (to: ListChange) => string
}

/** Links, because each view has its own address; on phones a select, for which there is room. */
export const ViewTabs = memo(function ViewTabs({ address, listed, change, hrefOf }: TabsProps) {
  const current = tabOf(address)
  const totals = useTabTotals(address, listed)
  const { t } = useTranslation('list')
  const formats = useFormats()
  const textOf = (tab: ListTab) => (totals[tab] === null ? '' : formats.number(totals[tab]))
  return (
    <>
      <TabLinks
        label={t('views.label')}
        className="min-w-0 flex-1 gap-x-3! self-stretch text-sm *:min-h-bar max-work:hidden"
        tabs={listTabs}
        current={current}
        hrefOf={(tab) => hrefOf(targets[tab])}
      >
        {(tab) => (
          <>
            {t(`views.${tab}`)}
            {/* Reserves the room of a figure that loads. */}
            <span className="min-w-5 text-xs font-normal text-muted">{textOf(tab)}</span>
          </>
        )}
      </TabLinks>
      <select
        className="field-sizing-content h-9 max-w-28 min-w-0 truncate bg-canvas text-base text-muted pointer-coarse:h-11 work:hidden"
        aria-label={t('views.label')}
        value={current}
        onChange={(event) => {
          const tab = listTabs.find((each) => each === event.target.value)
          if (tab) change(targets[tab])
        }}
      >
        {listTabs.map((tab) => (
          <option key={tab} value={tab}>
            {`${t(`views.${tab}`)} ${textOf(tab)}`}
          </option>
        ))}
      </select>
    </>
  )
})

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

const SETTLED_MS = 500

/** The total of each tab: of the open one as listed, of the others after the rows have arrived. */
function useTabTotals(address: ListAddress, listed: number | null): Record<ListTab, number | null> {
  const current = tabOf(address)
  const hasFilters = entriesOf(address.filters).length > 0
  const stats = useQuery({
    ...q(getPublicStats, { query: dateQueryOf(address.dates) }),
    // The public counters do not support filters.
    enabled: current !== 'products' && !hasFilters,
  })
  // The rows are painted first, and a choice that follows at once is about other stores.
  const key = JSON.stringify([address.dates, address.filters])
  const isSettled = useDebouncedValue(key, SETTLED_MS) === key
  const isListed = useDeferredValue(listed !== null && isSettled)
  const totals = useQueries({
    queries: countedTabs.map((tab) => ({
      ...totalQuery(tab, address),
      enabled: isListed && isSettled && listed !== null && current !== tab,
    })),
    combine: allTotals,
  })
  const found = {
    ...totals,
    products: hasFilters ? null : (stats.data?.totalProducts ?? null),
    [current]: listed,
  }
  const established = found.all === null || found.new === null ? null : found.all - found.new
  return { established, ...found }
}

/** Those of the established stores are the difference. */
const countedTabs = ['new', 'leads', 'prelaunch', 'all'] as const
type CountedTab = (typeof countedTabs)[number]
const UNKNOWN = { new: null, leads: null, prelaunch: null, all: null }

const totalQuery = (tab: CountedTab, { dates, filters, profile }: ListAddress) => {
  const { view, launchStatus } = targets[tab]
  const query = { ...storesQueryOf({ dates, launchStatus, filters, profile }, view), groups: '' }
  return q(listFacets, { query })
}

/** Together, because each figure on its own would render all tabs again. */
function allTotals(
  results: UseQueryResult<ResponseOf<typeof listFacets>>[],
): Record<CountedTab, number | null> {
  if (results.some(({ data, isFetching }) => isFetching && !data)) return UNKNOWN
  const [fresh = null, leads = null, prelaunch = null, all = null] = results.map(
    ({ data }) => data?.total,
  )
  return { new: fresh, leads, prelaunch, all }
}
