import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMedia } from '#web/lib/media.ts'
import { useToday } from '#web/lib/today.ts'
import { paths } from '#web/paths.ts'
import { FilterPanel } from './filter-panel.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { entriesOf, isFixed, type ListAddress, type ListChange, withChange } from './list-address.ts'
import { ListCounts } from './list-counts.tsx'
import { ListExport } from './list-export.tsx'
import { ListHero } from './list-hero.tsx'
import { ListKeys } from './list-keys.tsx'
import { ProductsView } from './products-view.tsx'
import { SavedSearchesButton } from './searches/saved-searches-button.tsx'
import { StoresView } from './stores-view.tsx'
import type { ChangeFilter, ChangeList } from './use-list-change.ts'
import { useOpenGroups } from './use-open-groups.ts'
import { useStoreList } from './use-store-list.ts'
import { useListedTotal } from './use-view-totals.ts'
import { ViewTabs } from './view-tabs.tsx'

const ROOM_FOR_SIDEBAR = '(min-width: 64rem)'

type Props = {
  /** The address to render, as parameters and parsed. */
  params: URLSearchParams
  address: ListAddress
  change: ChangeList
  changeFilter: ChangeFilter
}

/** Hero, filters, and one of three views of the same dates and filters. On small screens the filters open in a sheet. */
export const ListScreen = memo(function ListScreen({ params, address, change, changeFilter }: Props) {
  const { t } = useTranslation('list')
  const today = useToday()
  const open = useOpenGroups()
  const list = useStoreList(address, today)
  const isReady = address.view === 'products' || !list.stores.isFetching || list.total !== null
  const listed = useListedTotal(address, list.total)
  const hasSidebar = useMedia(ROOM_FOR_SIDEBAR)
  const filters = { open, today, change, changeFilter }
  const hrefOf = (to: ListChange) => `${paths.list()}?${withChange(params, to)}`
  const chosen = entriesOf(address.filters).filter(([key]) => key !== 'q' && !isFixed(address.view, key))
  const view = {
    address,
    today,
    change,
    changeFilter,
    hrefOf,
    search: params.toString(),
    filterButton: !hasSidebar && <FilterSheet {...filters} total={list.total} chosen={chosen.length} />,
  }
  return (
    <ListCounts address={address} open={open} isReady={isReady}>
      <ListHero params={params} address={address} />
      <div className="grid items-start gap-x-4 border-t border-rule pt-4 lg:grid-cols-[16rem_minmax(0,1fr)]">
        {hasSidebar && (
          <aside
            aria-label={t('filters.title')}
            className="sticky top-20 -ms-2 max-h-[calc(100dvh-6rem)] overflow-y-auto overscroll-contain ps-2 pe-1 pb-6 [scrollbar-gutter:stable] [scrollbar-width:thin]"
          >
            <h2 className="sr-only">{t('filters.title')}</h2>
            <FilterPanel {...filters} />
          </aside>
        )}
        <section aria-label={t('results')} className="min-w-0">
          <h2 className="sr-only">{t(`views.${address.view}`)}</h2>
          <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 border-b border-line">
            <ViewTabs address={address} listed={listed} hrefOf={(to) => hrefOf({ view: to })} />
            <div className="flex flex-wrap items-center gap-2 pb-2">
              <SavedSearchesButton />
              <ListExport address={address} total={listed} />
              <ListKeys />
            </div>
          </div>
          {address.view === 'products' ? <ProductsView {...view} /> : <StoresView {...view} list={list} />}
        </section>
      </div>
    </ListCounts>
  )
})
