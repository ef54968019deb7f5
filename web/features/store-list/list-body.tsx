import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#web/lib/cn.ts'
import { useMedia } from '#web/lib/media.ts'
import { useIsLate } from '#web/lib/use-is-late.ts'
import { StaleNote } from '#web/ui/stale-note.tsx'
import { OfflineState } from '#web/ui/states.tsx'
import { useAsked } from './asked-address.ts'
import { hasDayHeads } from './day-groups.ts'
import { ListRefusal } from './list-refusal.tsx'
import { RowsSkeleton } from './list-skeleton.tsx'
import type { ListAddress } from './list-address.ts'
import { RowActionsProvider } from './row-actions.tsx'
import { RowWordsProvider } from './row-words.tsx'
import { StoreCards } from './store-cards.tsx'
import { StoreTable } from './store-table.tsx'
import { useRowKeys } from './use-row-keys.ts'
import type { ChangeList } from './use-list-change.ts'
import type { StoreListState } from './use-store-list.ts'

const ROOM_FOR_TABLE = '(min-width: 72rem)'
/** Avoids flicker when the answer is fast. */
const DIM_AFTER_MS = 150

type Props = {
  list: StoreListState
  address: ListAddress
  change: ChangeList
  /** Content when there are no rows. */
  nothing: ReactNode
}

/** The rows, or a message instead. */
export function ListBody({ list, address, change, nothing }: Props) {
  const { t } = useTranslation('list')
  const { stores, rows, fresh } = list
  const hasRoom = useMedia(ROOM_FOR_TABLE)
  const retry = () => void stores.refetch()
  const isOffline = stores.fetchStatus === 'paused'
  const isOld = stores.isPlaceholderData
  if (!stores.data) {
    if (stores.isError) return <ListRefusal title={t('failed')} error={stores.error} onRetry={retry} />
    return isOffline ? <OfflineState onRetry={retry} /> : <RowsSkeleton />
  }
  if (rows.length === 0 && !isOld) return nothing
  const view = {
    stores: rows,
    fresh,
    isLeads: address.view === 'leads',
    hasDays: hasDayHeads(address),
    sortBy: address.sort.by,
    sortDirection: address.sort.direction,
    change,
  }
  return (
    <>
      <StaleNote query={stores} />
      <RowsBox isOld={isOld}>
        <RowWordsProvider>
          <RowActionsProvider>
            {hasRoom ? <StoreTable {...view} /> : <StoreCards {...view} />}
          </RowActionsProvider>
        </RowWordsProvider>
      </RowsBox>
    </>
  )
}

/** Marks the list as busy as soon as other rows are requested. Its content does not re-render for that. */
function RowsBox({ isOld, children }: { isOld: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const keys = useRowKeys(box)
  const isBusy = useAsked().isAhead || isOld
  const isDim = useIsLate(isBusy, DIM_AFTER_MS)
  return (
    <div
      ref={box}
      {...keys}
      aria-busy={isBusy}
      className={cn(isDim && 'opacity-55 transition-opacity duration-150')}
    >
      {children}
    </div>
  )
}
