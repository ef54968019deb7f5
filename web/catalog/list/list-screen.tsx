import { memo, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DisplayedView, ListColumn } from '#contracts/workspace/list-views.ts'
import { UnreadableDatesNote } from '#web/catalog/unreadable-dates.tsx'
import { ROOM_FOR_TABLE, useMedia } from '#web/lib/browser/media.ts'
import { useToday } from '#web/lib/dates/calendar.ts'
import { useDateFormats } from '#web/lib/dates/date-format.ts'
import { paths } from '#web/paths.ts'
import {
  displayedColumns,
  useDisplayedOrder,
  useDisplayedScores,
  useListDisplay,
} from './display/use-list-display.ts'
import { ListCounts } from './filters/facet-counts.tsx'
import { FilterPanel } from './filters/filter-panel.tsx'
import { FilterButton, FilterSheet } from './filters/filter-sheet.tsx'
import { useOpenGroups } from './filters/use-open-groups.ts'
import { listReturn } from '#web/lib/navigation/return-state.ts'
import {
  chosenOf,
  type ListAddress,
  type ListChange,
  pageAt,
  savedSearchOf,
  withChange,
} from './list-address.ts'
import type { ChangeFilter, ChangeList } from './list-change.ts'
import { ListBar } from './list-bar.tsx'
import { ProductsView } from './products-view.tsx'
import { QuickLookSlot } from './quick-look/quick-look-slot.tsx'
import { columnsOf, fitColumns, phoneColumns } from './rows/store-columns.tsx'
import { useStoreList } from './rows/use-store-list.ts'
import { StoresView } from './stores-view.tsx'
import { useListedTotal } from './view-tabs.tsx'

const ROOM_FOR_SIDEBAR = '(min-width: 75rem)'

type Props = {
  /** The address to render, as parameters and parsed. */
  params: URLSearchParams
  address: ListAddress
  change: ChangeList
  changeFilter: ChangeFilter
}

/**
 * Bar, filters, and one of the views of the same dates and filters. On small screens the filters
 * open in a sheet.
 */
export const ListScreen = memo(function ListScreen({
  params,
  address,
  change,
  changeFilter,
}: Props) {
  const { t } = useTranslation('list')
  const today = useToday()
  const open = useOpenGroups()
  const list = useStoreList(address, today)
  const isReady = address.view === 'products' || !list.stores.isFetching || list.total !== null
  const listed = useListedTotal(address, list.total)
  const hasRoom = useMedia(ROOM_FOR_SIDEBAR)
  const hasSidebar = hasRoom && !open.isOpen('folded')
  const filters = { open, today, change, changeFilter }
  const chosen = chosenOf(address).filter(([key]) => key !== 'q').length
  const hrefOf = useCallback(
    (to: ListChange) => `${paths.list()}?${withChange(params, to)}`,
    [params],
  )
  const view = { address, today, change, changeFilter, hrefOf }
  const { view: shown } = address
  const rowsView = shown === 'products' ? 'stores' : shown
  const search = useMemo(() => savedSearchOf(address, params), [address, params])
  const display = useListDisplay(rowsView, search)
  useDisplayedOrder(params, address, display.display, change)
  useDisplayedScores(address, display.display, change)
  const { box, columns, fitting } = useColumns(rowsView, displayedColumns(display.display, address))
  return (
    <ListCounts address={address} open={open} isReady={isReady}>
      <SkipLink />
      <ListBar
        {...view}
        search={params.toString()}
        list={list}
        listed={listed}
        toSave={search}
        display={display}
        fitting={fitting}
        filterButton={
          hasRoom ? (
            <FilterButton
              isOpen={hasSidebar}
              onToggle={() => open.toggle('folded')}
              chosen={chosen}
            />
          ) : (
            <FilterSheet {...filters} total={list.total} chosen={chosen} />
          )
        }
      />
      <DatesNote params={params} address={address} />
      <div className="flex items-start">
        {hasSidebar && (
          <aside
            aria-label={t('filters.title')}
            className="sticky top-below h-[calc(100dvh-var(--spacing-below))] w-side shrink-0 overflow-y-auto overscroll-contain border-e border-line [scrollbar-width:thin]"
          >
            <h2 className="sr-only">{t('filters.title')}</h2>
            <FilterPanel {...filters} />
          </aside>
        )}
        <section
          id="results"
          ref={box}
          tabIndex={-1}
          aria-label={t('results')}
          className="@container/results min-h-[calc(100dvh-var(--spacing-below)-var(--spacing-foot))] min-w-0 flex-1 bg-surface outline-none"
        >
          <h2 className="sr-only">{t(`views.${shown}`)}</h2>
          {shown === 'products' ? (
            <ProductsView {...view} />
          ) : (
            <StoresView {...view} list={list} columns={columns} density={display.display.density} />
          )}
        </section>
        {shown !== 'products' && <LookSlot list={list} address={address} />}
      </div>
    </ListCounts>
  )
})

type LookProps = { list: ReturnType<typeof useStoreList>; address: ListAddress }

function LookSlot({ list: { rows, total }, address }: LookProps) {
  const looked = useMemo(
    () => ({
      rows,
      total,
      first: address.page * address.size,
      returnOf: (from: string, at: number) => listReturn(from, pageAt(address, at)),
    }),
    [rows, total, address],
  )
  return <QuickLookSlot list={looked} />
}

/** Past the bar and the filters, for keyboards. */
function SkipLink() {
  const { t } = useTranslation('list')
  return (
    <a
      href="#results"
      onClick={(event) => {
        event.preventDefault()
        document.getElementById('results')?.focus()
      }}
      className="sr-only rounded-md bg-action px-4 py-2 font-semibold text-on-action focus:not-sr-only focus:fixed focus:start-pad focus:top-2 focus:z-60"
    >
      {t('skip')}
    </a>
  )
}

export function DatesNote({ params, address }: { params: URLSearchParams; address: ListAddress }) {
  const { t } = useTranslation('date-picker')
  const formats = useDateFormats()
  const { dates } = address
  return (
    <div className="px-pad">
      <UnreadableDatesNote
        params={params}
        instead={
          dates.kind === 'none'
            ? t('unreadable.allDays')
            : t('unreadable.dates', { dates: formats.selection(dates) })
        }
      >
        <Link to={paths.app()} className="link font-semibold">
          {t('unreadable.choose')}
        </Link>
      </UnreadableDatesNote>
    </div>
  )
}

/** As measured last, so that a list that opens again renders once. */
let lastRoomRem = Infinity

/** The columns that have room in the box. They stay the same while these do. */
function useColumns(view: DisplayedView, chosen: readonly ListColumn[]) {
  const [roomRem, setRoomRem] = useState(lastRoomRem)
  const isTable = useMedia(ROOM_FOR_TABLE)
  const box = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const measure = () => {
      lastRoomRem = Math.floor(element.clientWidth / remPx())
      setRoomRem(lastRoomRem)
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])
  const text = JSON.stringify(
    isTable
      ? fitColumns(chosen, roomRem)
      : {
          names: phoneColumns(view, chosen.includes('score')),
          wide: [],
        },
  )
  return useMemo(() => {
    const fitting: ReturnType<typeof fitColumns> = JSON.parse(text)
    return { box, fitting: fitting.names, columns: columnsOf(fitting) }
  }, [box, text])
}

const remPx = () => parseFloat(getComputedStyle(document.documentElement).fontSize)
