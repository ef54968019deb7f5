import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#web/lib/cn.ts'
import { useMedia } from '#web/lib/media.ts'
import { useIsLate } from '#web/lib/use-is-late.ts'
import { StaleNote } from '#web/ui/stale-note.tsx'
import { OfflineState } from '#web/ui/states.tsx'
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
/** A quick answer must not flicker. */
const DIM_AFTER_MS = 150

type Props = {
  list: StoreListState
  address: ListAddress
  change: ChangeList
  /** What is said where there are no rows. */
  nothing: ReactNode
}

/** The rows, or what is to be said instead of them. */
export function ListBody({ list, address, change, nothing }: Props) {
  const { t } = useTranslation('list')
  const { stores, rows, fresh } = list
  const hasRoom = useMedia(ROOM_FOR_TABLE)
  const box = useRef<HTMLDivElement>(null)
  const keys = useRowKeys(box)
  const retry = () => void stores.refetch()
  const isOffline = stores.fetchStatus === 'paused'
  const isOld = stores.isPlaceholderData
  const isDim = useIsLate(isOld, DIM_AFTER_MS)
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
      <div
        ref={box}
        {...keys}
        aria-busy={isOld}
        className={cn(isDim && 'opacity-55 transition-opacity duration-150')}
      >
        <RowWordsProvider>
          <RowActionsProvider>
            {hasRoom ? <StoreTable {...view} /> : <StoreCards {...view} />}
          </RowActionsProvider>
        </RowWordsProvider>
      </div>
    </>
  )
}
