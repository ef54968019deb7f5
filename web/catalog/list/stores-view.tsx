import { ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#contracts/dates.ts'
import { cn } from '#web/lib/cn.ts'
import { presetSelection } from '#web/lib/dates/date-selection.ts'
import { useIsLate } from '#web/lib/debounced-value.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Bone } from '#web/ui/feedback/skeleton.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { OpeningsStrip } from '#web/catalog/openings-strip.tsx'
import { NothingFound } from './empty-list.tsx'
import { ChosenFilters } from './filters/chosen-filters.tsx'
import type { ListAddress, ListChange } from './list-address.ts'
import type { ChangeFilter, ChangeList } from './list-change.ts'
import { AsOf, ListToolbar, PageSizeSelect, SaveSearch } from './list-toolbar.tsx'
import { ListBody } from './rows/list-body.tsx'
import { MORE_ROWS_STEP, type StoreListState } from './rows/use-store-list.ts'

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
  const { address, change } = props
  const { stores, total } = list
  return (
    <>
      <ListToolbar change={change} filterButton={props.filterButton} />
      <Chosen {...props}>
        <Total
          total={total}
          asOf={list.asOf}
          isLoading={stores.isFetching && total === null}
          view={address.view}
          search={props.search}
        />
      </Chosen>
      <NewRowsBanner
        pendingCount={list.pendingCount}
        freshCount={list.fresh.size}
        onShow={list.showPending}
      />
      {address.view !== 'prelaunch' && address.view !== 'products' && (
        <OpeningsStrip {...address} view={address.view} />
      )}
      <ListBody
        list={list}
        address={address}
        change={change}
        nothing={<NothingFound {...props} isBeyond={(total ?? 0) > 0} />}
      />
      {stores.data && list.rows.length > 0 && (
        <>
          <MoreRows list={list} before={address.page * address.size} />
          {total !== null && total <= SPARSE && <Sparse {...props} />}
          <Pages {...props} className="mt-5" totalPages={list.totalPages} />
        </>
      )}
    </>
  )
}

/** What is listed, given by `children`, and by which filters. */
export const Chosen = ({ children, ...view }: ViewProps & { children: ReactNode }) => (
  <div className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-2 pb-4">
    {children}
    <ChosenFilters address={view.address} change={view.change} changeFilter={view.changeFilter} />
    <SaveSearch address={view.address} query={view.search} />
  </div>
)

type PagesProps = ViewProps & { totalPages: number; className: string }

export const Pages = ({ address, change, hrefOf, totalPages, className }: PagesProps) => (
  <footer className={cn('flex flex-wrap items-center justify-between gap-4', className)}>
    <PageSizeSelect value={address.size} onChange={(size) => change({ size })} />
    <Pagination page={address.page} totalPages={totalPages} hrefOf={(page) => hrefOf({ page })} />
  </footer>
)

const totalTexts = {
  stores: 'total',
  leads: 'totalLeads',
  prelaunch: 'prelaunch.total',
  products: 'total',
} as const

type TotalProps = {
  total: number | null
  /** The moment up to which the rows are known, when that is not now. */
  asOf: string | null
  isLoading: boolean
  view: ListAddress['view']
  search: string
}

/** An animated skeleton repaints in every frame, so it appears only after this wait. */
const BONE_AFTER_MS = 150

/** Keeps its height and, while the next total is loading, its place. */
function Total({ total, asOf, isLoading, view, search }: TotalProps) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const isLate = useIsLate(isLoading, BONE_AFTER_MS)
  return (
    <p role="status" className="min-h-7 min-w-24 text-lg font-semibold">
      {/* Announced again for each address, because an unchanged total is also an answer. */}
      {total !== null && (
        <span key={search}>
          {t(totalTexts[view], { count: total, total: formats.number(total) })}
        </span>
      )}
      <AsOf time={asOf} />
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
      <Button
        variant="quiet"
        size="sm"
        onClick={() => change({ dates: presetSelection('last28', today) })}
      >
        {t('sparse.wider')}
      </Button>
    </p>
  )
}

type Props = { pendingCount: number; freshCount: number; onShow: () => void }

/**
 * Announces stores that arrived while the user was reading. They wait until the user shows them, so
 * that no row moves under the pointer.
 */
function NewRowsBanner({ pendingCount, freshCount, onShow }: Props) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  return (
    <>
      <p role="status" className="sr-only">
        {freshCount > 0 && t('fresh', { count: freshCount })}
      </p>
      <div role="status" className="sticky top-20 z-20 grid justify-items-center empty:hidden">
        {pendingCount > 0 && (
          <button
            type="button"
            onClick={onShow}
            className="pop-in mb-3 inline-flex min-h-10 items-center gap-2 rounded-full border border-sun-ink bg-sun-wash px-4 text-sm font-semibold text-sun-ink shadow-float hover:underline pointer-coarse:min-h-11"
          >
            <ArrowUp className="size-4" aria-hidden />
            {t('held.text', { count: pendingCount, total: formats.number(pendingCount) })}
            <span className="sr-only">: {t('held.show')}</span>
          </button>
        )}
      </div>
    </>
  )
}

type MoreRowsProps = { list: StoreListState; before: number }

/**
 * Loads more rows below the page, one batch at a time. `before` = rows of the pages before this
 * one.
 */
function MoreRows({ list: { rows, total, moreRows }, before }: MoreRowsProps) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  if (total === null) return null
  const left = total - before - rows.length
  const shown = t('walk.announced', {
    shown: formats.number(before + rows.length),
    total: formats.number(total),
  })
  return (
    <div className="grid justify-items-center gap-2 pt-5 empty:hidden">
      {moreRows.hasMore && left > 0 && (
        <Button variant="secondary" isBusy={moreRows.isLoading} onClick={moreRows.loadMore}>
          {moreRows.hasFailed
            ? t('walk.retry')
            : t('walk.more', {
                count: Math.min(left, MORE_ROWS_STEP),
                total: formats.number(Math.min(left, MORE_ROWS_STEP)),
              })}
        </Button>
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {moreRows.hasFailed && `${t('walk.failed')} `}
        {moreRows.rows.length > 0 && (moreRows.hasMore ? shown : `${shown}. ${t('walk.end')}`)}
      </p>
    </div>
  )
}
