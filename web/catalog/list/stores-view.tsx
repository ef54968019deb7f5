import { useQuery } from '@tanstack/react-query'
import { DoorOpen } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type FilterChoices, NO_CHOICE, writeChoice } from '#contracts/catalog/store-filters.ts'
import { listFacets } from '#contracts/catalog/stores.ts'
import type { Day } from '#contracts/dates.ts'
import { q } from '#web/api/query.ts'
import { cn } from '#web/lib/cn.ts'
import { boundsOf, isTooLong, NO_DATES, presetSelection } from '#web/lib/dates/date-selection.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/form-controls.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { NothingFound } from './empty-list.tsx'
import { ContactedNote } from './left-out.tsx'
import {
  entriesOf,
  type ListAddress,
  type ListChange,
  pageSizes,
  storesQueryOf,
} from './list-address.ts'
import type { ChangeFilter, ChangeList } from './list-change.ts'
import { ListBody } from './rows/list-body.tsx'
import { TickBar } from './rows/tick-cells.tsx'
import { MORE_ROWS_STEP, type StoreListState } from './rows/use-store-list.ts'

export type ViewProps = {
  address: ListAddress
  today: Day
  change: ChangeList
  changeFilter: ChangeFilter
  hrefOf: (to: ListChange) => string
}

/** With this few stores, the page suggests a wider period. */
const SPARSE = 3

type Props = ViewProps & Pick<ComponentProps<typeof ListBody>, 'list' | 'columns' | 'density'>

/** The stores, or those with an address. */
export function StoresView({ list, columns, density, ...props }: Props) {
  const { t } = useTranslation('list')
  const { address, change } = props
  const { stores, total } = list
  const ignored = stores.data?.ignoredLists?.length ?? 0
  return (
    <>
      <TickBar address={address} total={total} />
      <AsOf time={list.asOf} />
      {ignored > 0 && (
        <p role="status" className="px-pad py-2 text-sm text-muted">
          {t('ignoredLists', { count: ignored })}
        </p>
      )}
      <ListBody
        list={list}
        address={address}
        columns={columns}
        density={density}
        change={change}
        nothing={<NothingFound {...props} isBeyond={(total ?? 0) > 0} />}
      />
      <div className="px-pad pb-8">
        {stores.data && list.rows.length > 0 && (
          <>
            <MoreRows list={list} before={address.page * address.size} />
            {total !== null && total <= SPARSE && address.dates.kind !== 'none' && (
              <p className="flex flex-wrap items-center justify-center gap-x-3 pt-5 text-sm text-muted">
                {t('sparse.text')}
                <Button
                  variant="quiet"
                  size="sm"
                  onClick={() => change({ dates: presetSelection('last28', props.today) })}
                >
                  {t('sparse.wider')}
                </Button>
              </p>
            )}
            <Pages {...props} className="mt-5" totalPages={list.totalPages} />
          </>
        )}
        {address.view === 'leads' && <ContactedNote address={address} change={change} />}
        {address.view !== 'prelaunch' && address.view !== 'products' && (
          <OpeningsStrip {...address} view={address.view} />
        )}
      </div>
    </>
  )
}

/** Says up to which moment an answer is complete, when it could not include the latest changes. */
export function AsOf({ time }: { time: string | null }) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  return (
    time !== null && (
      <p className="px-pad py-2 text-xs text-muted">{t('asOf', { time: formats.moment(time) })}</p>
    )
  )
}

type PagesProps = ViewProps & { totalPages: number; className: string }

export const Pages = ({ address, change, hrefOf, totalPages, className }: PagesProps) => (
  <footer className={cn('flex flex-wrap items-center justify-between gap-4', className)}>
    <PageSizeSelect address={address} change={change} />
    <Pagination page={address.page} totalPages={totalPages} hrefOf={(page) => hrefOf({ page })} />
  </footer>
)

function PageSizeSelect({ address, change }: Pick<ViewProps, 'address' | 'change'>) {
  const { t } = useTranslation('list')
  return (
    <label className="flex items-center gap-3 text-sm text-muted">
      {t('pageSize')}
      <Select
        value={address.size}
        onChange={(event) => {
          const size = pageSizes.find((each) => String(each) === event.target.value)
          if (size) change({ size })
        }}
      >
        {pageSizes.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </Select>
    </label>
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
            : t('walk.more', formats.counted(Math.min(left, MORE_ROWS_STEP)))}
        </Button>
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {moreRows.hasFailed && `${t('walk.failed')} `}
        {moreRows.rows.length > 0 && (moreRows.hasMore ? shown : `${shown}. ${t('walk.end')}`)}
      </p>
    </div>
  )
}

type StripProps = Pick<ListAddress, 'dates' | 'launchStatus' | 'filters' | 'profile'> & {
  view: 'stores' | 'leads'
}

/**
 * How many stores opened from behind their password page on these dates, with a link to them. They
 * may have been found weeks before, so the list of the day on which they were found does not show
 * them. Nothing without openings.
 */
function OpeningsStrip({ dates, launchStatus, filters, profile, view }: StripProps) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const bounds = boundsOf(dates)
  const days = bounds && (bounds.from === bounds.to ? bounds.from : `${bounds.from}..${bounds.to}`)
  const opened: FilterChoices = {
    ...filters,
    opened: { ...NO_CHOICE, include: days === null ? [] : [days] },
  }
  const counts = useQuery({
    ...q(listFacets, {
      query: {
        ...storesQueryOf({ dates: NO_DATES, launchStatus, filters: opened, profile }, view),
        groups: '',
      },
    }),
    enabled: days !== null && filters.opened === undefined && !isTooLong(dates),
  })
  const total = counts.data?.total ?? 0
  if (total === 0 || dates.kind === 'none') return null
  const to = paths.list({
    ...Object.fromEntries(entriesOf(opened).map(([key, choice]) => [key, writeChoice(choice)])),
    view: view === 'stores' ? undefined : view,
    launchStatus: launchStatus === 'new' ? undefined : launchStatus,
    profile: profile ?? undefined,
    sortBy: 'visibleAt',
  })
  return (
    <p className="my-4 flex flex-wrap items-center gap-x-2.5 gap-y-0.5 rounded-lg border border-s-4 border-line border-s-sun bg-surface px-4 py-2.5 text-sm">
      <DoorOpen className="size-4.5 shrink-0 text-sun-ink" aria-hidden />
      <Link to={to} className="link font-semibold">
        {t(`openings.${dates.kind}`, { total: formats.number(total) })}
      </Link>
      <span className="text-muted">{t('openings.meaning')}</span>
    </p>
  )
}
