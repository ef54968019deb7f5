import { ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#contracts/dates.ts'
import { useIsLate } from '#web/lib/debounced-value.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Bone } from '#web/ui/feedback/loaded.tsx'
import { WorkBar } from '#web/ui/work-bar.tsx'
import { DayPicker } from './day-picker.tsx'
import type { ListAddress, ListChange } from './list-address.ts'
import type { ChangeList } from './list-change.ts'
import { type DisplayProps, ListTools, type SaveSearchProps } from './list-tools.tsx'
import type { StoreListState } from './rows/use-store-list.ts'
import { ViewTabs } from './view-tabs.tsx'

type Props = DisplayProps & {
  address: ListAddress
  today: Day
  search: string
  list: StoreListState
  /** Total of the open view; null while unknown. */
  listed: number | null
  change: ChangeList
  hrefOf: (to: ListChange) => string
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
