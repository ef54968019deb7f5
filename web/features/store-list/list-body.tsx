import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#web/lib/cn.ts'
import { useMedia } from '#web/lib/media.ts'
import { OfflineState } from '#web/ui/states.tsx'
import { ListRefusal } from './list-refusal.tsx'
import { RowsSkeleton } from './list-skeleton.tsx'
import type { ListAddress } from './list-address.ts'
import { StaleNote } from './stale-note.tsx'
import { StoreCards } from './store-cards.tsx'
import { StoreTable } from './store-table.tsx'
import { useRowKeys } from './use-row-keys.ts'
import type { ChangeList } from './use-list-change.ts'
import type { StoreListState } from './use-store-list.ts'

const ROOM_FOR_TABLE = '(min-width: 72rem)'

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
  if (!stores.data) {
    if (stores.isError) return <ListRefusal title={t('failed')} error={stores.error} onRetry={retry} />
    return isOffline ? <OfflineState onRetry={retry} /> : <RowsSkeleton />
  }
  const isOld = stores.isPlaceholderData
  if (rows.length === 0 && !isOld) return nothing
  const view = { stores: rows, fresh, address, change }
  return (
    <>
      {(stores.isRefetchError || isOffline) && (
        <StaleNote kind={isOffline ? 'offline' : 'failed'} onRetry={retry} />
      )}
      <div
        ref={box}
        {...keys}
        aria-busy={isOld}
        // Dim only where the answer keeps one waiting: a quick one must not flicker.
        className={cn(isOld && 'opacity-55 transition-opacity delay-150 duration-150')}
      >
        {hasRoom ? <StoreTable {...view} /> : <StoreCards {...view} />}
      </div>
    </>
  )
}
