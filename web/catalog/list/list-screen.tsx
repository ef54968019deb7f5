import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import {
  unreadableDates,
  UnreadableDatesNote,
  withoutUnreadable,
} from '#web/catalog/unreadable-dates.tsx'
import { useMedia } from '#web/lib/browser/media.ts'
import { useToday } from '#web/lib/dates/calendar.ts'
import { useDateFormats } from '#web/lib/dates/date-format.ts'
import { isSameSelection, presets } from '#web/lib/dates/date-selection.ts'
import { paths } from '#web/paths.ts'
import { presetKeys } from '#web/ui/date-picker/date-presets.tsx'
import { ShortcutHelp } from '#web/ui/shortcut-help.tsx'
import { ExportButton, SavedSearchesButton } from '#web/workspace/api.ts'
import { ListCounts } from './filters/facet-counts.tsx'
import { FilterPanel } from './filters/filter-panel.tsx'
import { FilterSheet } from './filters/filter-sheet.tsx'
import { useOpenGroups } from './filters/use-open-groups.ts'
import {
  entriesOf,
  isFixed,
  type ListAddress,
  type ListChange,
  listQueryOf,
  productListQueryOf,
  savedViewOf,
  withChange,
} from './list-address.ts'
import type { ChangeFilter, ChangeList } from './list-change.ts'
import { ProductsView } from './products-view.tsx'
import { useStoreList } from './rows/use-store-list.ts'
import { StoresView } from './stores-view.tsx'
import { useListedTotal, ViewTabs } from './view-tabs.tsx'

const ROOM_FOR_SIDEBAR = '(min-width: 64rem)'

type Props = {
  /** The address to render, as parameters and parsed. */
  params: URLSearchParams
  address: ListAddress
  change: ChangeList
  changeFilter: ChangeFilter
}

/**
 * Hero, filters, and one of three views of the same dates and filters. On small screens the filters
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
  const hasSidebar = useMedia(ROOM_FOR_SIDEBAR)
  const filters = { open, today, change, changeFilter }
  const hrefOf = (to: ListChange) => `${paths.list()}?${withChange(params, to)}`
  const chosen = entriesOf(address.filters).filter(
    ([key]) => key !== 'q' && !isFixed(address.view, key),
  )
  const view = {
    address,
    today,
    change,
    changeFilter,
    hrefOf,
    search: params.toString(),
    filterButton: !hasSidebar && (
      <FilterSheet {...filters} total={list.total} chosen={chosen.length} />
    ),
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
              <ListShortcuts />
            </div>
          </div>
          {address.view === 'products' ? (
            <ProductsView {...view} />
          ) : (
            <StoresView {...view} list={list} />
          )}
        </section>
      </div>
    </ListCounts>
  )
})

/** The subject of the list and its days; also the picked dates if the filter differs from them. */
export function ListHero({ params, address }: { params: URLSearchParams; address: ListAddress }) {
  const { t } = useTranslation(['list', 'date-picker'])
  const formats = useDateFormats()
  const { dates, picked } = address
  const isNarrowed = picked.kind !== 'none' && !isSameSelection(dates, picked)
  const isTrending = address.view === 'products' && address.products.scope === 'trending'
  return (
    <header className="pb-4">
      <p className="eyebrow">{t(`list:hero.${kindOf(address)}`)}</p>
      <h1 className="mt-1 text-2xl">
        {dates.kind === 'none' ? t('list:hero.allDays') : formats.selection(dates)}
      </h1>
      <p className="mt-1.5 text-sm text-muted">
        {isNarrowed
          ? t('list:hero.picked', { dates: formats.selection(picked) })
          : t(isTrending ? 'list:hero.trendUtc' : 'list:hero.utc')}
      </p>
      <UnreadableDatesNote
        texts={unreadableDates(params)}
        search={withoutUnreadable(params).toString()}
        instead={
          dates.kind === 'none'
            ? t('date-picker:unreadable.allDays')
            : t('date-picker:unreadable.dates', { dates: formats.selection(dates) })
        }
      >
        <Link to={paths.app()} className="link font-semibold">
          {t('date-picker:unreadable.choose')}
        </Link>
      </UnreadableDatesNote>
    </header>
  )
}

function kindOf({ view, launchStatus, products }: ListAddress) {
  switch (view) {
    case 'stores':
      return launchStatus
    case 'leads':
    case 'prelaunch':
      return view
    case 'products':
      return products.scope === 'trending' ? 'products' : 'allProducts'
    default:
      return view satisfies never
  }
}

/** Single-key shortcuts of this page. */
const ListShortcuts = memo(function ListShortcuts() {
  const { t } = useTranslation(['list', 'date-picker'])
  return (
    <ShortcutHelp
      lines={[
        { keys: ['j', 'k'], effect: t('list:keys.move') },
        { keys: ['Enter'], effect: t('list:keys.open') },
        { keys: ['s'], effect: t('list:keys.save') },
        { keys: ['/'], effect: t('list:keys.search') },
        { keys: ['x'], effect: t('list:keys.exclude') },
        ...presets.map((preset) => ({
          keys: [presetKeys[preset]],
          effect: t(`date-picker:presets.${preset}`),
        })),
      ]}
    />
  )
})

type ListExportProps = {
  address: ListAddress
  /** Null while unknown. */
  total: number | null
}

/** Exports the current list with its dates, filters and order. */
const ListExport = ({ address, total }: ListExportProps) => (
  <ExportButton
    view={savedViewOf(address.view)}
    query={address.view === 'products' ? productListQueryOf(address) : listQueryOf(address)}
    total={total}
    size="sm"
  />
)
