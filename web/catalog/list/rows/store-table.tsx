import { Fragment, memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import type { Day } from '#contracts/dates.ts'
import type { DisplayedView, ListDensity } from '#contracts/workspace/list-views.ts'
import type { ListAddress, ListSort } from '#web/catalog/list/list-address.ts'
import type { ChangeList } from '#web/catalog/list/list-change.ts'
import { sortAfterClick } from '#web/catalog/list/sort-choices.ts'
import { cn } from '#web/lib/cn.ts'
import { useDateFormats } from '#web/lib/dates/date-format.ts'
import { HeadCell } from '#web/ui/table.tsx'
import { useTicked } from '#web/workspace/api.ts'
import type { Column, RowProps } from './store-columns.tsx'
import { listTicks } from './tick-cells.tsx'

export type RowsProps = {
  stores: readonly StoreSummary[]
  fresh: ReadonlySet<number>
  view: DisplayedView
  density: ListDensity
  columns: readonly Column[]
  hasDays: boolean
  /** Whether the day of a row is known without it: the rows say the time. */
  hasTime: boolean
  sortBy: ListSort['by']
  sortDirection: ListSort['direction']
  change: ChangeList
}

const viewCaptions = {
  stores: 'caption',
  leads: 'leadsCaption',
  prelaunch: 'prelaunch.caption',
} as const

/** Rows of one height, so that everything has a fixed place. */
export const StoreTable = memo(function StoreTable(props: RowsProps) {
  const { stores, fresh, view, columns, density, hasDays, hasTime } = props
  const { t } = useTranslation('list')
  return (
    <table
      className={cn(
        'w-full table-fixed border-separate border-spacing-0 text-xs max-work:block work:@max-[34rem]/results:min-w-220',
        density === 'compact' && 'pointer-fine:[--spacing-row:2rem]',
      )}
    >
      <caption className="sr-only">{t(viewCaptions[view])}</caption>
      <thead className="max-work:hidden">
        <Heads
          stores={stores}
          columns={columns}
          sortBy={props.sortBy}
          sortDirection={props.sortDirection}
          change={props.change}
        />
      </thead>
      <tbody className="max-work:block">
        {groupByDay(stores, hasDays).map(({ day, stores: rows }) => (
          <Fragment key={day ?? 'all'}>
            {day && <DayHead day={day} span={columns.length} />}
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

type HeadsProps = Pick<RowsProps, 'stores' | 'columns' | 'sortBy' | 'sortDirection' | 'change'>

const HEAD = 'sticky top-below z-10 h-thead px-2! py-0! bg-surface'

/** Renders again only when the rows, their order, the columns or the ticks change. */
const Heads = memo(function Heads({ stores, columns, sortBy, sortDirection, change }: HeadsProps) {
  const { t } = useTranslation('list')
  const { isOpen: isCovered } = useTicked(listTicks)
  const sort: ListSort = { by: sortBy, direction: sortDirection }
  const order = sortDirection === 'ASC' ? 'ascending' : 'descending'
  return (
    <tr>
      {columns.map(({ name, by, isNumber, rem, hasNoHead, Head, className }) => (
        <HeadCell
          key={name}
          className={cn(HEAD, className)}
          rem={rem}
          {...(isNumber && { isNumber })}
          {...(by && {
            order: by === sortBy ? order : undefined,
            onSort: () => change({ sort: sortAfterClick(sort, by) }),
            isCovered,
          })}
        >
          {Head ? (
            <Head stores={stores} />
          ) : (
            <span className={hasNoHead ? 'sr-only' : undefined}>{t(`columns.${name}`)}</span>
          )}
        </HeadCell>
      ))}
    </tr>
  )
})

const ROW =
  'relative hover:bg-canvas has-[[aria-current]]:bg-sunken has-[[data-tick]:checked]:bg-sunken has-[[aria-current]]:shadow-[inset_3px_0_0_var(--color-ink)] max-work:grid max-work:h-14.5 max-work:grid-cols-[2.125rem_minmax(0,1fr)_auto_auto] max-work:grid-rows-[1.5rem_1.5rem] max-work:content-center max-work:gap-x-2.5 max-work:border-b max-work:border-line max-work:px-pad'
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

const DayHead = memo(function DayHead({ day, span }: { day: Day; span: number }) {
  const formats = useDateFormats()
  return (
    <tr className="bg-canvas shadow-[inset_0_-1px_var(--color-line)] max-work:block">
      <th
        scope="rowgroup"
        colSpan={span}
        className="h-6.5 overflow-visible px-pad text-start text-xs font-semibold whitespace-nowrap max-work:block max-work:leading-6.5"
      >
        {formats.fullDay(day)}
      </th>
    </tr>
  )
})

type DayGroup = { day: Day | null; stores: readonly StoreSummary[] }

/**
 * Rows in the order of days are grouped by day. In any other order, or on a single day, day
 * headings would add nothing.
 */
export const hasDayHeads = ({ sort, dates }: Pick<ListAddress, 'sort' | 'dates'>): boolean =>
  sort.by === 'foundAt' && dates.kind !== 'single'

export function groupByDay(stores: readonly StoreSummary[], hasDays: boolean): DayGroup[] {
  if (!hasDays) return [{ day: null, stores }]
  const groups: { day: Day; stores: StoreSummary[] }[] = []
  for (const store of stores) {
    const last = groups.at(-1)
    if (last?.day === store.foundDay) last.stores.push(store)
    else groups.push({ day: store.foundDay, stores: [store] })
  }
  return groups
}
