import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#contracts/dates.ts'
import { presetSelection } from '#web/lib/date-selection.ts'
import { useFormats } from '#web/lib/format.ts'
import { useIsLate } from '#web/lib/use-is-late.ts'
import { Button } from '#web/ui/button.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Bone } from '#web/ui/skeleton.tsx'
import { ChosenFilters } from './chosen-filters.tsx'
import { HeldBar } from './held-bar.tsx'
import type { ListAddress, ListChange } from './list-address.ts'
import { ListBody } from './list-body.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { NothingFound } from './nothing-found.tsx'
import { PageSizeSelect } from './page-size-select.tsx'
import type { ChangeFilter, ChangeList } from './use-list-change.ts'
import type { StoreListState } from './use-store-list.ts'
import { SaveSearch } from './save-search.tsx'
import { WalkOn } from './walk-on.tsx'

export type ViewProps = {
  address: ListAddress
  today: Day
  change: ChangeList
  changeFilter: ChangeFilter
  hrefOf: (to: ListChange) => string
  filterButton: ReactNode
  /** The query string of the address, unchanged. */
  search: string
}

/** With this few stores, the page suggests a wider period. */
const SPARSE = 3

/** The stores, or those with an address: toolbar, chosen filters, rows, pager. */
export function StoresView({ list, ...props }: ViewProps & { list: StoreListState }) {
  const { address, change, changeFilter, hrefOf } = props
  const { stores, total } = list
  return (
    <>
      <ListToolbar change={change} filterButton={props.filterButton} />
      <div className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-2 pb-4">
        <Total
          total={total}
          isLoading={stores.isFetching && total === null}
          view={address.view}
          search={props.search}
        />
        <ChosenFilters address={address} change={change} changeFilter={changeFilter} />
        <SaveSearch address={address} query={props.search} />
      </div>
      <HeldBar waiting={list.waiting} freshCount={list.fresh.size} onLetIn={list.letIn} />
      <ListBody
        list={list}
        address={address}
        change={change}
        nothing={<NothingFound {...props} isBeyond={(total ?? 0) > 0} />}
      />
      {stores.data && list.rows.length > 0 && (
        <>
          <WalkOn list={list} before={address.page * address.size} />
          {total !== null && total <= SPARSE && <Sparse {...props} />}
          <footer className="mt-5 flex flex-wrap items-center justify-between gap-4">
            <PageSizeSelect value={address.size} onChange={(size) => change({ size })} />
            <Pagination
              page={address.page}
              totalPages={list.totalPages}
              hrefOf={(page) => hrefOf({ page })}
            />
          </footer>
        </>
      )}
    </>
  )
}

type TotalProps = { total: number | null; isLoading: boolean; view: ListAddress['view']; search: string }

/** An animated skeleton repaints in every frame, so it appears only after this wait. */
const BONE_AFTER_MS = 150

/** Keeps its height and, while the next total is loading, its place. */
function Total({ total, isLoading, view, search }: TotalProps) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const isLate = useIsLate(isLoading, BONE_AFTER_MS)
  return (
    <p role="status" className="min-h-7 min-w-24 text-lg font-semibold">
      {/* Announced again for each address, because an unchanged total is also an answer. */}
      {total !== null && (
        <span key={search}>
          {t(view === 'leads' ? 'totalLeads' : 'total', { count: total, total: formats.number(total) })}
        </span>
      )}
      {isLate && <Bone className="h-6 w-24" />}
    </p>
  )
}

/** For few stores: suggests where to find more. */
function Sparse({ address, today, change }: ViewProps) {
  const { t } = useTranslation('list')
  if (address.dates.kind === 'none') return null
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-3 pt-5 text-sm text-muted">
      {t('sparse.text')}
      <Button variant="quiet" size="sm" onClick={() => change({ dates: presetSelection('last28', today) })}>
        {t('sparse.wider')}
      </Button>
    </p>
  )
}
