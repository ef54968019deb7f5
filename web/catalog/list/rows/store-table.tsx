import { Fragment, memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoreSort, StoreSummary } from '#contracts/catalog/stores.ts'
import type { ListSort } from '#web/catalog/list/list-address.ts'
import type { ChangeList } from '#web/catalog/list/list-change.ts'
import { sortAfterClick } from '#web/catalog/list/sort-choices.ts'
import { cn } from '#web/lib/cn.ts'
import { cellClass, HeadCell, rowClass, Table } from '#web/ui/table.tsx'
import { DayHeadRow, groupByDay } from './day-groups.tsx'
import { LeadEmail, LeadPhone, PrelaunchAge, PrelaunchContact } from './lead-cells.tsx'
import {
  AmountCell,
  ContactState,
  cut,
  cutLines,
  LaunchDay,
  PlaceCell,
  SaveCell,
  StoreNameCell,
  ThemeName,
} from './store-cells.tsx'
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

type RowProps = { store: StoreSummary; isFresh: boolean }

export type Column = {
  text:
    | 'store'
    | 'found'
    | 'launched'
    | 'country'
    | 'products'
    | 'technology'
    | 'contact'
    | 'email'
    | 'phone'
  Value: (props: RowProps) => ReactNode
  /** What a click on the heading sorts by. */
  by?: StoreSort
  isNumber?: boolean
  /** Classes of the heading, of the cells, and of the box within each cell. */
  head?: string
  cell?: string
  box?: string
}

/** Only the wider table has room for these columns; the cards always show them. */
const TECHNOLOGY = 'max-[80rem]:hidden'
const LAUNCHED = 'max-[84rem]:hidden'

const name = { text: 'store', Value: StoreNameCell } as const
const place = {
  text: 'country',
  Value: PlaceCell,
  box: cn('w-32 min-[110rem]:w-40', cutLines),
} as const
const launched = {
  text: 'launched',
  Value: LaunchDay,
  by: 'launchDate',
  box: 'min-w-25',
} as const
const widest = { head: 'w-full ps-4', cell: cellClass('w-full max-w-0 ps-4') }
const wide = 'w-44 min-[110rem]:w-64'
const technology = { text: 'technology', Value: TechnologyCell } as const

/** The columns of each view, besides the last one, which saves the store. */
const viewColumns: Record<RowsProps['view'], readonly Column[]> = {
  stores: [
    { ...name, ...widest, by: 'name' },
    launched,
    { ...place, by: 'country' },
    {
      text: 'products',
      Value: AmountCell,
      by: 'productCount',
      isNumber: true,
      cell: cellClass('text-end'),
      box: cn('w-24 2xl:w-32', cutLines),
    },
    {
      ...technology,
      by: 'appCount',
      head: TECHNOLOGY,
      cell: cellClass(TECHNOLOGY),
      box: 'w-36 min-[110rem]:w-56',
    },
    { text: 'contact', Value: ContactState, box: 'w-18' },
  ],
  leads: [
    { ...name, by: 'name', head: 'w-2/5 ps-4', cell: cellClass('max-w-0 ps-4') },
    { text: 'email', Value: LeadEmail, head: 'w-3/5', cell: cellClass('max-w-0') },
    { text: 'phone', Value: LeadPhone, box: 'w-40' },
    { ...place, by: 'country' },
    { ...launched, head: LAUNCHED, cell: cellClass(LAUNCHED) },
  ],
  prelaunch: [
    { ...name, ...widest },
    { text: 'found', Value: PrelaunchAge, box: 'min-w-28' },
    place,
    { ...technology, box: wide },
    { text: 'contact', Value: PrelaunchContact, box: wide },
  ],
}

/** The theme above the apps and pixels. */
function TechnologyCell({ store }: { store: StoreSummary }) {
  return (
    <>
      <span className={cn('block', cut)} title={store.themeName ?? undefined}>
        <ThemeName store={store} />
      </span>
      <TechnologyMarks store={store} />
    </>
  )
}

/**
 * The table for wide screens: two lines per row, so that everything has a fixed place and all rows
 * are equally high.
 */
export const StoreTable = memo(function StoreTable(props: RowsProps) {
  const { stores, fresh, view, hasDays, sortBy, sortDirection, change } = props
  const { t } = useTranslation('list')
  return (
    <Table caption={t(viewCaptions[view])} className="rounded-lg border border-line bg-surface">
      <thead>
        <Heads view={view} sortBy={sortBy} sortDirection={sortDirection} change={change} />
      </thead>
      <tbody>
        {groupByDay(stores, hasDays).map(({ day, stores: rows }) => (
          <Fragment key={day ?? 'all'}>
            {day && <DayHeadRow day={day} columns={viewColumns[view].length + 1} />}
            {rows.map((store) => (
              <StoreRow key={store.id} view={view} store={store} isFresh={fresh.has(store.id)} />
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
  const sort: ListSort = { by: sortBy, direction: sortDirection }
  const order = sortDirection === 'ASC' ? 'ascending' : 'descending'
  return (
    <tr>
      {viewColumns[view].map(({ text, by, isNumber, head }) => (
        <HeadCell
          key={text}
          {...(isNumber && { isNumber })}
          {...(head && { className: head })}
          {...(by && {
            order: by === sortBy ? order : undefined,
            onSort: () => change({ sort: sortAfterClick(sort, by) }),
          })}
        >
          {t(`columns.${text}`)}
        </HeadCell>
      ))}
      <th scope="col" className="border-b border-rule">
        <span className="sr-only">{t('columns.save')}</span>
      </th>
    </tr>
  )
})

const PLAIN = cellClass()
const LAST = cellClass('ps-0 pe-2')

const StoreRow = memo(function StoreRow({ view, ...row }: RowProps & Pick<RowsProps, 'view'>) {
  return (
    <tr className={rowClass(row.isFresh ? 'relative row-fresh' : 'relative')}>
      {viewColumns[view].map(({ text, Value, cell = PLAIN, box }) => (
        <td key={text} className={cell}>
          <div className={box}>
            <Value {...row} />
          </div>
        </td>
      ))}
      <td className={LAST}>
        <SaveCell store={row.store} />
      </td>
    </tr>
  )
})
