import { RotateCw } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMedia } from '#web/lib/media.ts'
import { isApiError } from '#web/api/api-error.ts'
import { cn } from '#web/lib/cn.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Mark } from '#web/ui/logo.tsx'
import { EmptyState, ErrorState, OfflineState } from '#web/ui/states.tsx'
import { NO_DATES } from '#web/lib/date-selection.ts'
import { RowsSkeleton } from './list-skeleton.tsx'
import { StoreCards } from './store-cards.tsx'
import { StoreTable } from './store-table.tsx'
import { useRowKeys } from './use-row-keys.ts'
import type { useStoreList } from './use-store-list.ts'

const ROOM_FOR_TABLE = '(min-width: 72rem)'

/** The rows, or what is to be said instead of them. */
export function ListBody({ list }: { list: ReturnType<typeof useStoreList> }) {
  const { t } = useTranslation('list')
  const { stores, address, fresh, change } = list
  const hasRoom = useMedia(ROOM_FOR_TABLE)
  const rows = useRef<HTMLDivElement>(null)
  useRowKeys(rows)
  if (!stores.data) {
    if (stores.isError) return <Refusal error={stores.error} onRetry={() => void stores.refetch()} />
    if (stores.fetchStatus === 'paused') return <OfflineState onRetry={() => void stores.refetch()} />
    return <RowsSkeleton />
  }
  if (stores.data.content.length === 0 && !stores.isPlaceholderData) return <NothingFound list={list} />
  const view = { stores: stores.data.content, fresh, sort: address.sort, change }
  return (
    <>
      {stores.isRefetchError && (
        <p
          role="alert"
          className="mb-3 flex flex-wrap items-center justify-between gap-2 rounded-md bg-bad-wash px-4 py-2 text-sm text-bad"
        >
          {t('stale')}
          <Button variant="quiet" size="sm" onClick={() => void stores.refetch()}>
            <RotateCw className="size-4" aria-hidden />
            {t('refresh')}
          </Button>
        </p>
      )}
      <div
        ref={rows}
        aria-busy={stores.isPlaceholderData}
        className={cn('transition-opacity duration-150', stores.isPlaceholderData && 'opacity-55')}
      >
        {hasRoom ? <StoreTable {...view} /> : <StoreCards {...view} />}
      </div>
    </>
  )
}

/** A page beyond the last one, or dates on which nothing was found: each has another way out. */
function NothingFound({ list: { address, stores, change } }: { list: ReturnType<typeof useStoreList> }) {
  const { t } = useTranslation(['list', 'date-picker'])
  const isBeyond = (stores.data?.totalElements ?? 0) > 0
  return (
    <EmptyState
      icon={<Mark className="size-12" />}
      title={t(isBeyond ? 'list:empty.beyond' : 'list:empty.title')}
      action={
        <>
          {isBeyond && <Button onClick={() => change({ page: 0 })}>{t('list:empty.firstPage')}</Button>}
          {!isBeyond && address.dates.kind !== 'none' && (
            <Button variant="secondary" onClick={() => change({ dates: NO_DATES })}>
              {t('date-picker:presets.allDays')}
            </Button>
          )}
          {!isBeyond && <LinkButton to={paths.app()}>{t('list:empty.otherDates')}</LinkButton>}
        </>
      }
    >
      {!isBeyond && t('list:empty.text')}
    </EmptyState>
  )
}

function Refusal({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('list')
  if (!isApiError(error) || error.status !== 403) {
    return <ErrorState title={t('failed')} error={error} onRetry={onRetry} />
  }
  return (
    <EmptyState
      title={t('forbidden.title')}
      action={<LinkButton to={paths.pricing()}>{t('forbidden.action')}</LinkButton>}
    >
      {error.message || t('forbidden.text')}
    </EmptyState>
  )
}
