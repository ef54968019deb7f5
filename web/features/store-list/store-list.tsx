import { useTranslation } from 'react-i18next'
import { useMedia } from '#web/lib/media.ts'
import { useToday } from '#web/lib/today.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { ListBody } from './list-body.tsx'
import { ListHero } from './list-hero.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { PageSizeSelect } from './page-size-select.tsx'
import { useStoreList } from './use-store-list.ts'

const ROOM_FOR_SIDEBAR = '(min-width: 64rem)'

/** Hero, filters, rows. On small screens the filters come in a sheet. */
export function StoreList() {
  const { t } = useTranslation('list')
  const today = useToday()
  const list = useStoreList(today)
  const hasSidebar = useMedia(ROOM_FOR_SIDEBAR)
  const { address, stores, change } = list
  const total = stores.data && !stores.isPlaceholderData ? stores.data.totalElements : null
  const filters = { address, change, today }
  return (
    <>
      <ListHero address={address} />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[15.5rem_minmax(0,1fr)]">
        {hasSidebar && (
          <aside aria-label={t('filters.title')} className="sticky top-22">
            <FilterPanel {...filters} />
          </aside>
        )}
        <section aria-label={t('results')} className="min-w-0">
          <ListToolbar
            address={address}
            change={change}
            total={total}
            isLoading={stores.isFetching && total === null}
            freshCount={list.fresh.size}
            filterButton={!hasSidebar && <FilterSheet {...filters} total={total} />}
          />
          <ListBody list={list} />
          {stores.data && stores.data.totalElements > 0 && (
            <footer className="mt-5 flex flex-wrap items-center justify-between gap-4">
              <PageSizeSelect value={address.size} onChange={(size) => change({ size })} />
              <Pagination
                page={address.page}
                totalPages={stores.data.totalPages}
                hrefOf={(page) => list.hrefOf({ page })}
              />
            </footer>
          )}
        </section>
      </div>
    </>
  )
}
