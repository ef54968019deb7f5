import { ArrowUp, Columns3, Ellipsis, ListChecks } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#contracts/dates.ts'
import type { ListColumn } from '#contracts/workspace/list-views.ts'
import { ROOM_FOR_TABLE, useMedia } from '#web/lib/browser/media.ts'
import { presets } from '#web/lib/dates/date-selection.ts'
import { useIsLate } from '#web/lib/debounced-value.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { presetKeys } from '#web/ui/date-picker/periods.tsx'
import { Bone } from '#web/ui/feedback/loaded.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { ShortcutHelp, WorkBar } from '#web/ui/work-bar.tsx'
import { ExportButton, SavedSearchesButton, SaveSearchButton } from '#web/workspace/api.ts'
import { DayPicker } from './day-picker.tsx'
import { DisplayPanel } from './display/display-panel.tsx'
import type { ListDisplayState } from './display/use-list-display.ts'
import { HiddenSwitch } from './left-out.tsx'
import {
  chosenOf,
  type ListAddress,
  listQueryOf,
  productListQueryOf,
  type savedSearchOf,
  savedViewOf,
} from './list-address.ts'
import type { ChangeList } from './list-change.ts'
import { ListSearch } from './list-search.tsx'
import { listTicks } from './rows/tick-cells.tsx'
import type { StoreListState } from './rows/use-store-list.ts'
import { type TabsProps, ViewTabs } from './view-tabs.tsx'

type Props = DisplayProps &
  TabsProps & {
    today: Day
    search: string
    list: StoreListState
    filterButton: ReactNode
    toSave: SaveSearchProps['search']
  }

/** One line: which days and which view of them, and what one can do with the list. */
export function ListBar(props: Props) {
  const { address, today, search, list, listed, change, hrefOf, filterButton, ...tools } = props
  return (
    <WorkBar
      actions={
        <>
          <Tally
            total={listed}
            isLoading={list.stores.isFetching && listed === null}
            view={address.view}
            search={search}
          />
          <NewRows list={list} />
          <ListTools {...tools} address={address} total={listed} change={change} />
        </>
      }
    >
      {filterButton}
      <DayPicker today={today} change={change} />
      <ViewTabs address={address} listed={listed} change={change} hrefOf={hrefOf} />
    </WorkBar>
  )
}

const tallies = {
  stores: 'total',
  leads: 'totalLeads',
  prelaunch: 'prelaunch.total',
  products: 'products.total',
} as const

type TallyProps = {
  total: number | null
  isLoading: boolean
  view: ListAddress['view']
  search: string
}

/** An animated skeleton repaints in every frame, so it appears only after this wait. */
const BONE_AFTER_MS = 150

/** The total in words; where there is no room, for screen readers only: the tab says it too. */
function Tally({ total, isLoading, view, search }: TallyProps) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const isLate = useIsLate(isLoading, BONE_AFTER_MS)
  return (
    <p role="status" className="me-1 text-xs whitespace-nowrap text-muted max-2xl:sr-only">
      {/* Announced again for each address, because an unchanged total is also an answer. */}
      {total !== null && <span key={search}>{t(tallies[view], formats.counted(total))}</span>}
      {isLate && <Bone className="h-4 w-16" />}
    </p>
  )
}

/**
 * Announces stores that arrived while the user was reading. They wait until the user shows them, so
 * that no row moves under the pointer.
 */
function NewRows({ list: { pendingCount, fresh, showPending } }: Pick<Props, 'list'>) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  return (
    <>
      <p role="status" className="sr-only">
        {fresh.size > 0 && t('fresh', { count: fresh.size })}
      </p>
      <div role="status" className="empty:hidden">
        {pendingCount > 0 && (
          <button
            type="button"
            onClick={showPending}
            className="pop-in inline-flex min-h-8 items-center gap-1.5 rounded-full border border-sun-ink bg-sun-wash px-3 text-xs font-semibold whitespace-nowrap text-sun-ink hover:underline max-work:absolute max-work:inset-x-0 max-work:top-full max-work:mx-auto max-work:mt-2 max-work:w-fit max-work:shadow-float pointer-coarse:min-h-11"
          >
            <ArrowUp className="size-4" aria-hidden />
            {t('held.text', formats.counted(pendingCount))}
          </button>
        )}
      </div>
    </>
  )
}

const ROOM_FOR_SAVE = '(min-width: 85rem)'

type DisplayProps = {
  display: ListDisplayState
  /** The columns that have room. */
  fitting: readonly ListColumn[]
}

type ToolsProps = DisplayProps & {
  address: ListAddress
  toSave: SaveSearchProps['search']
  /** Null while unknown. */
  total: number | null
  change: ChangeList
}

/** What one can do with the list. What finds no room waits behind the last button. */
function ListTools({ address, toSave, total, change, ...rest }: ToolsProps) {
  const { t } = useTranslation('list')
  const hasRoom = useMedia(ROOM_FOR_TABLE)
  const hasSave = useMedia(ROOM_FOR_SAVE)
  const save = <SaveSearch address={address} search={toSave} />
  const file = <ListExport address={address} total={total} />
  const display = address.view !== 'products' && (
    <DisplayPanel view={address.view} state={rest.display} fitting={rest.fitting} change={change} />
  )
  const hidden = <HiddenSwitch address={address} change={change} />
  return (
    <>
      {hasRoom && hidden}
      {hasRoom && <ListSearch isWide={false} change={change} />}
      {hasRoom && display && (
        <Popover
          label={t('display.title')}
          className="w-80"
          button={{ ...iconButton(t('display.title')), children: <Columns3 {...icon} /> }}
        >
          {display}
        </Popover>
      )}
      {hasSave && save}
      {hasRoom && file}
      <Popover
        label={t('more')}
        className="w-64"
        button={{ ...iconButton(t('more')), children: <Ellipsis {...icon} /> }}
      >
        {() => (
          <div className="grid justify-items-start gap-2">
            {!hasRoom && <ListSearch isWide change={change} />}
            {!hasRoom && hidden}
            {!hasRoom && display && (
              <Button variant="secondary" size="sm" onClick={listTicks.open}>
                <ListChecks className="size-4 shrink-0" aria-hidden />
                {t('ticks.start')}
              </Button>
            )}
            {!hasRoom && display}
            {!hasSave && save}
            <SavedSearchesButton />
            {!hasRoom && file}
            <ListShortcuts />
          </div>
        )}
      </Popover>
    </>
  )
}

const icon = { className: 'size-4.5', 'aria-hidden': true } as const
const iconButton = (name: string) => ({
  'aria-label': name,
  title: name,
  className: buttonClass('quiet', 'icon', 'size-9!'),
})

type SaveSearchProps = {
  address: ListAddress
  search: ReturnType<typeof savedSearchOf>
}

/**
 * Saves the current search. Available only with filters, because a search without any would match
 * everything.
 */
export function SaveSearch({ address, search }: SaveSearchProps) {
  const { view, profile } = address
  return chosenOf(address).length > 0 || view === 'leads' || view === 'prelaunch' ? (
    <SaveSearchButton {...search} profile={profile} />
  ) : null
}

const ListExport = ({ address, total }: Pick<ToolsProps, 'address' | 'total'>) => (
  <ExportButton
    view={savedViewOf(address.view)}
    query={address.view === 'products' ? productListQueryOf(address) : listQueryOf(address)}
    total={total}
    size="sm"
  />
)

const ListShortcuts = memo(function ListShortcuts() {
  const { t } = useTranslation(['list', 'date-picker'])
  return (
    <ShortcutHelp
      lines={[
        { keys: ['j', 'k'], effect: t('list:keys.move') },
        { keys: ['Enter'], effect: t('list:keys.open') },
        { keys: ['s'], effect: t('list:keys.save') },
        { keys: ['x'], effect: t('list:keys.select') },
        { keys: ['Esc'], effect: t('list:keys.clear') },
        { keys: ['/'], effect: t('list:keys.search') },
        { keys: ['g'], effect: t('list:finder.label') },
        { keys: ['x'], effect: t('list:keys.exclude') },
        ...presets.map((preset) => ({
          keys: [presetKeys[preset]],
          effect: t(`date-picker:presets.${preset}`),
        })),
      ]}
    />
  )
})
