import { Fragment, memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoreSort, StoreSummary } from '#contracts/stores/stores.ts'
import type { ListSort } from '#web/catalog/list/list-address.ts'
import type { ChangeList } from '#web/catalog/list/list-change.ts'
import { sortAfterClick } from '#web/catalog/list/sort-choices.ts'
import { cn } from '#web/lib/cn.ts'
import { Cell, cellClass, HeadCell, rowClass, Table } from '#web/ui/table.tsx'
import { DayHeadRow, groupByDay } from './day-groups.tsx'
import { LeadEmail, LeadPhone } from './lead-cells.tsx'
import {
  ContactState,
  cut,
  cutLines,
  LaunchDay,
  NotPublished,
  PlaceCell,
  PriceCell,
  ProductCount,
  SaveCell,
  StoreNameCell,
} from './store-cells.tsx'
import { PrelaunchHeads, PrelaunchRow } from './prelaunch-row.tsx'
import { TechnologyMarks } from './technology-cell.tsx'

export type RowsProps = {
  stores: readonly StoreSummary[]
  fresh: ReadonlySet<number>
  view: 'stores' | 'leads' | 'prelaunch'
  /** Whether the rows are grouped by day. */
  hasDays: boolean
  sortBy: ListSort['by']
  sortDirection: ListSort['direction']
  change: ChangeList
}

/** What the list of each view is called. */
export const viewCaptions = {
  stores: 'caption',
  leads: 'leadsCaption',
  prelaunch: 'prelaunch.caption',
} as const

/** Only the wider table has room for this column; the cards always show it. */
const TECHNOLOGY = 'max-[80rem]:hidden'
const COLUMNS = 7

const cells = {
  first: cellClass('w-full max-w-0 ps-4'),
  plain: cellClass(),
  technology: cellClass(TECHNOLOGY),
  last: cellClass('ps-0 pe-2'),
}

type Sortable = (by: StoreSort) => {
  order: 'ascending' | 'descending' | undefined
  onSort: () => void
}

const sortableBy =
  (sort: ListSort, change: ChangeList): Sortable =>
  (by) => ({
    order: sort.by !== by ? undefined : sort.direction === 'ASC' ? 'ascending' : 'descending',
    onSort: () => change({ sort: sortAfterClick(sort, by) }),
  })

/**
 * The table for wide screens: two lines per row, so that everything has a fixed place and all rows
 * are equally high.
 */
export const StoreTable = memo(function StoreTable(props: RowsProps) {
  const { stores, fresh, view, hasDays, sortBy, sortDirection, change } = props
  const { t } = useTranslation('list')
  const ViewRow = viewRows[view]
  return (
    <Table caption={t(viewCaptions[view])} className="rounded-lg border border-line bg-surface">
      <thead>
        <Heads view={view} sortBy={sortBy} sortDirection={sortDirection} change={change} />
      </thead>
      <tbody>
        {groupByDay(stores, hasDays).map(({ day, stores: rows }) => (
          <Fragment key={day ?? 'all'}>
            {day && <DayHeadRow day={day} columns={COLUMNS} />}
            {rows.map((store) => (
              <ViewRow key={store.id} store={store} isFresh={fresh.has(store.id)} />
            ))}
          </Fragment>
        ))}
      </tbody>
    </Table>
  )
})

type HeadsProps = Pick<RowsProps, 'view' | 'sortBy' | 'sortDirection' | 'change'>

/** Re-renders only when the order changes. */
const Heads = memo(function Heads({ view, sortBy, sortDirection, change }: HeadsProps) {
  const { t } = useTranslation('list')
  const sortable = sortableBy({ by: sortBy, direction: sortDirection }, change)
  const ViewHeads = viewHeads[view]
  return (
    <tr>
      <ViewHeads sortable={sortable} />
      <th scope="col" className="border-b border-rule">
        <span className="sr-only">{t('columns.save')}</span>
      </th>
    </tr>
  )
})

function StoreHeads({ sortable }: { sortable: Sortable }) {
  const { t } = useTranslation('list')
  return (
    <>
      <HeadCell className="w-full ps-4" {...sortable('name')}>
        {t('columns.store')}
      </HeadCell>
      <HeadCell {...sortable('launchDate')}>{t('columns.launched')}</HeadCell>
      <HeadCell {...sortable('country')}>{t('columns.country')}</HeadCell>
      <HeadCell isNumber {...sortable('productCount')}>
        {t('columns.products')}
      </HeadCell>
      <HeadCell className={TECHNOLOGY} {...sortable('appCount')}>
        {t('columns.technology')}
      </HeadCell>
      <HeadCell>{t('columns.contact')}</HeadCell>
    </>
  )
}

const StoreRow = memo(function StoreRow({
  store,
  isFresh,
}: {
  store: StoreSummary
  isFresh: boolean
}) {
  return (
    <tr className={rowClass(isFresh ? 'relative row-fresh' : 'relative')}>
      <td className={cells.first}>
        <StoreNameCell store={store} isFresh={isFresh} />
      </td>
      <td className={cells.plain}>
        <div className="min-w-25">
          <LaunchDay store={store} />
        </div>
      </td>
      <td className={cells.plain}>
        <PlaceCell store={store} />
      </td>
      <Cell isNumber>
        <div className={cn('w-24 2xl:w-32', cutLines)}>
          <span>
            <ProductCount store={store} />
          </span>
          <span className="text-xs text-muted">
            <PriceCell store={store} />
          </span>
        </div>
      </Cell>
      <td className={cells.technology}>
        <div className="w-36 min-[110rem]:w-56">
          <span className={cn('block', cut)} title={store.themeName ?? undefined}>
            {store.themeName ?? <NotPublished />}
          </span>
          <TechnologyMarks store={store} />
        </div>
      </td>
      <td className={cells.plain}>
        <div className="w-18">
          <ContactState store={store} />
        </div>
      </td>
      <td className={cells.last}>
        <SaveCell store={store} />
      </td>
    </tr>
  )
})

const LAUNCHED = 'max-[84rem]:hidden'

const leadCells = {
  first: cellClass('max-w-0 ps-4'),
  narrow: cellClass('max-w-0'),
  plain: cellClass(),
  launched: cellClass(LAUNCHED),
  last: cellClass('ps-0 pe-2'),
}

function LeadHeads({ sortable }: { sortable: Sortable }) {
  const { t } = useTranslation('list')
  return (
    <>
      <HeadCell className="w-2/5 ps-4" {...sortable('name')}>
        {t('columns.store')}
      </HeadCell>
      <HeadCell className="w-3/5">{t('columns.email')}</HeadCell>
      <HeadCell>{t('columns.phone')}</HeadCell>
      <HeadCell {...sortable('country')}>{t('columns.country')}</HeadCell>
      <HeadCell className={LAUNCHED} {...sortable('launchDate')}>
        {t('columns.launched')}
      </HeadCell>
    </>
  )
}

/** A store with its contact details. */
const LeadRow = memo(function LeadRow({
  store,
  isFresh,
}: {
  store: StoreSummary
  isFresh: boolean
}) {
  return (
    <tr className={rowClass(isFresh ? 'relative row-fresh' : 'relative')}>
      <td className={leadCells.first}>
        <StoreNameCell store={store} isFresh={isFresh} />
      </td>
      <td className={leadCells.narrow}>
        <LeadEmail store={store} />
      </td>
      <td className={leadCells.plain}>
        <div className="w-40">
          <LeadPhone store={store} />
        </div>
      </td>
      <td className={leadCells.plain}>
        <PlaceCell store={store} />
      </td>
      <td className={leadCells.launched}>
        <div className="min-w-25">
          <LaunchDay store={store} />
        </div>
      </td>
      <td className={leadCells.last}>
        <SaveCell store={store} />
      </td>
    </tr>
  )
})

const viewHeads = { stores: StoreHeads, leads: LeadHeads, prelaunch: PrelaunchHeads }
const viewRows = { stores: StoreRow, leads: LeadRow, prelaunch: PrelaunchRow }
