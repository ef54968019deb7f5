import { Fragment, memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoreSort, StoreSummary } from '#contracts/catalog/stores.ts'
import type { ListSort } from '#web/catalog/list/list-address.ts'
import type { ChangeList } from '#web/catalog/list/list-change.ts'
import { sortAfterClick } from '#web/catalog/list/sort-choices.ts'
import { cn } from '#web/lib/cn.ts'
import { HeadCell } from '#web/ui/table.tsx'
import { ContactMarks, FormMark } from './contact-marks.tsx'
import { DayHead, groupByDay } from './day-groups.tsx'
import { LeadEmail, LeadPhone, PrelaunchAge } from './lead-cells.tsx'
import {
  CategoryCell,
  CountryCell,
  cut,
  FoundCell,
  LaunchDay,
  NotPublished,
  PriceCell,
  ProductCount,
  SaveCell,
  SECOND_LINE,
  StoreCell,
  StoreMarks,
} from './store-cells.tsx'
import { TechnologyMarks } from './technology-cell.tsx'

export type RowsView = 'stores' | 'leads' | 'prelaunch'

export type RowsProps = {
  stores: readonly StoreSummary[]
  fresh: ReadonlySet<number>
  view: RowsView
  columns: readonly Column[]
  /** Whether the rows are grouped by day. */
  hasDays: boolean
  /** Whether the day of a row is known without it: the rows say the time. */
  hasTime: boolean
  sortBy: ListSort['by']
  sortDirection: ListSort['direction']
  change: ChangeList
}

/** What the list of each view is called. */
const viewCaptions = {
  stores: 'caption',
  leads: 'leadsCaption',
  prelaunch: 'prelaunch.caption',
} as const

type RowProps = Pick<RowsProps, 'view' | 'hasTime'> & { store: StoreSummary; isFresh: boolean }

export type ColumnName =
  | 'store'
  | 'marks'
  | 'launched'
  | 'country'
  | 'category'
  | 'price'
  | 'products'
  | 'theme'
  | 'apps'
  | 'email'
  | 'phone'
  | 'contact'
  | 'form'
  | 'age'
  | 'found'
  | 'save'

export type Column = {
  name: ColumnName
  Value: (props: RowProps) => ReactNode
  /** What a click on the heading sorts by. */
  by?: StoreSort
  isNumber?: true
  /** Classes of heading and cells. */
  className: string
  /** Classes of the cells alone. */
  cell?: string
}

/** The steps at which columns yield, by the width of the table itself; phones have two lines. */
const NARROW = 'work:@max-[50rem]/results:hidden'
const MIDDLE = 'max-work:hidden @max-[61.25rem]/results:hidden'
const WIDE = 'max-work:hidden @max-[85rem]/results:hidden'
const NO_PHONE = 'max-work:hidden'

const all: Record<ColumnName, Column> = {
  store: {
    name: 'store',
    Value: ({ store, view }) => <StoreCell store={store} hasDomain={view !== 'leads'} />,
    by: 'name',
    className: 'ps-pad!',
    cell: 'max-work:contents',
  },
  marks: { name: 'marks', Value: StoreMarks, className: cn('w-12 px-0.5!', NO_PHONE) },
  country: {
    name: 'country',
    Value: CountryCell,
    by: 'country',
    className: cn('w-13 @min-[75rem]/results:w-38', NO_PHONE),
  },
  category: { name: 'category', Value: CategoryCell, className: cn('w-36.5', NO_PHONE) },
  price: {
    name: 'price',
    Value: PriceCell,
    by: 'price',
    isNumber: true,
    className: cn('w-32', NARROW),
    cell: 'text-ink max-work:col-[3/5] max-work:row-start-2 max-work:leading-6',
  },
  products: {
    name: 'products',
    Value: ProductCount,
    by: 'productCount',
    isNumber: true,
    className: cn('w-22', MIDDLE),
    cell: 'text-ink',
  },
  theme: {
    name: 'theme',
    Value: ({ store }) => (
      <span className="flex min-w-0 items-center gap-0.5">
        <span className={cn('min-w-0', cut)} title={store.themeName ?? undefined}>
          {store.themeName ?? <NotPublished />}
        </span>
        <span className="contents @min-[85rem]/results:hidden">
          <TechnologyMarks store={store} isNamed={false} />
        </span>
      </span>
    ),
    className: cn('w-31 ps-4!', MIDDLE),
  },
  apps: { name: 'apps', Value: TechnologyMarks, by: 'appCount', className: cn('w-58', WIDE) },
  launched: {
    name: 'launched',
    Value: LaunchDay,
    by: 'launchDate',
    className: cn('w-22', MIDDLE),
  },
  email: {
    name: 'email',
    Value: LeadEmail,
    className: 'w-60 @min-[85rem]/results:w-84',
    cell: cn('max-work:w-auto', SECOND_LINE),
  },
  phone: { name: 'phone', Value: LeadPhone, className: cn('w-40', MIDDLE) },
  contact: {
    name: 'contact',
    Value: ContactMarks,
    className: 'w-23',
    cell: 'max-work:row-start-1 max-work:col-start-3',
  },
  form: {
    name: 'form',
    Value: ({ store }) => (
      <span className="grid w-6.25">
        <FormMark store={store} />
      </span>
    ),
    className: 'w-14',
    cell: 'max-work:row-start-1 max-work:col-start-3',
  },
  age: { name: 'age', Value: PrelaunchAge, isNumber: true, className: cn('w-22', NO_PHONE) },
  found: {
    name: 'found',
    Value: FoundCell,
    by: 'foundAt',
    isNumber: true,
    className: 'w-21 ps-0!',
    cell: 'max-work:row-start-1 max-work:col-start-4 max-work:leading-6',
  },
  save: {
    name: 'save',
    Value: SaveCell,
    className: cn('w-11 ps-0! pe-1!', NO_PHONE, NARROW),
    cell: 'text-end',
  },
}

/** The columns of each view, in order. */
const viewColumns: Record<RowsView, readonly ColumnName[]> = {
  stores: [
    'store',
    'marks',
    'country',
    'category',
    'price',
    'products',
    'theme',
    'apps',
    'launched',
    'contact',
    'found',
    'save',
  ],
  leads: [
    'store',
    'email',
    'phone',
    'form',
    'marks',
    'country',
    'category',
    'launched',
    'found',
    'save',
  ],
  prelaunch: ['store', 'marks', 'country', 'theme', 'apps', 'contact', 'age', 'found', 'save'],
}

/** Those that a reader may hide. */
export const optionalColumns = (view: RowsView): ColumnName[] =>
  viewColumns[view].filter((name) => !['store', 'marks', 'found', 'save'].includes(name))

export const columnsOf = (view: RowsView, hidden: ReadonlySet<string>): Column[] =>
  viewColumns[view].filter((name) => !hidden.has(name)).map((name) => all[name])

/** Rows of one height, so that everything has a fixed place. */
export const StoreTable = memo(function StoreTable(props: RowsProps) {
  const { stores, fresh, view, columns, hasDays, hasTime, sortBy, sortDirection, change } = props
  const { t } = useTranslation('list')
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 text-xs max-work:block work:@max-[34rem]/results:min-w-220">
      <caption className="sr-only">{t(viewCaptions[view])}</caption>
      <thead className="max-work:hidden">
        <Heads columns={columns} sortBy={sortBy} sortDirection={sortDirection} change={change} />
      </thead>
      <tbody className="max-work:block">
        {groupByDay(stores, hasDays).map(({ day, stores: rows }) => (
          <Fragment key={day ?? 'all'}>
            {day && <DayHead day={day} />}
            {rows.map((store) => (
              <StoreRow
                key={store.id}
                view={view}
                columns={columns}
                hasTime={hasTime}
                store={store}
                isFresh={fresh.has(store.id)}
              />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
})

type HeadsProps = Pick<RowsProps, 'columns' | 'sortBy' | 'sortDirection' | 'change'>

const HEAD =
  'sticky top-[calc(var(--spacing-header)+var(--spacing-bar))] z-10 h-thead px-2! py-0! bg-surface'

/** Where there is no room for the word, or no need of it. */
const headText: { [Name in ColumnName]?: string } = {
  marks: 'sr-only',
  save: 'sr-only',
  country: '@max-[75rem]/results:sr-only',
}

/** Re-renders only when the order or the columns change. */
const Heads = memo(function Heads({ columns, sortBy, sortDirection, change }: HeadsProps) {
  const { t } = useTranslation('list')
  const sort: ListSort = { by: sortBy, direction: sortDirection }
  const order = sortDirection === 'ASC' ? 'ascending' : 'descending'
  return (
    <tr>
      {columns.map(({ name, by, isNumber, className }) => (
        <HeadCell
          key={name}
          className={cn(HEAD, className)}
          {...(isNumber && { isNumber })}
          {...(by && {
            order: by === sortBy ? order : undefined,
            onSort: () => change({ sort: sortAfterClick(sort, by) }),
          })}
        >
          <span className={headText[name]}>{t(`columns.${name}`)}</span>
        </HeadCell>
      ))}
    </tr>
  )
})

const ROW =
  'relative hover:bg-canvas max-work:grid max-work:h-14.5 max-work:grid-cols-[2.125rem_minmax(0,1fr)_auto_auto] max-work:grid-rows-[1.5rem_1.5rem] max-work:content-center max-work:gap-x-2.5 max-work:border-b max-work:border-line max-work:px-pad'
const CELL =
  'h-row overflow-clip border-b border-line px-2 text-ellipsis whitespace-nowrap text-muted max-work:block max-work:h-auto max-work:w-auto max-work:border-0 max-work:p-0'

const StoreRow = memo(function StoreRow({
  columns,
  ...row
}: RowProps & Pick<RowsProps, 'columns'>) {
  return (
    <tr className={row.isFresh ? `${ROW} row-fresh` : ROW}>
      {columns.map(({ name, Value, className, isNumber, cell }) => (
        <td key={name} className={cn(CELL, isNumber && 'text-end', className, cell)}>
          <Value {...row} />
        </td>
      ))}
    </tr>
  )
})
