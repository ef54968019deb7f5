import { Bookmark } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ApiError } from '#web/api/api-error.ts'
import { cn } from '#web/lib/cn.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass, LinkButton } from '#web/ui/button.tsx'
import { Bone, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { EmptyState, UpgradeState } from '#web/ui/feedback/states.tsx'
import { WorkBar } from '#web/ui/work-bar.tsx'
import { isNarrowed, NOT_NARROWED, type SavedKind, type SavedView } from './saved-address.ts'

/**
 * Nothing is saved, nothing matches, or the page in the address is beyond the end; each case offers
 * its own next step.
 */
export function NothingToShow({ view, total }: { view: SavedView; total: number }) {
  const { t } = useTranslation('saved')
  const { kind, address, change, hrefOf } = view
  if (total > 0) {
    return (
      <EmptyState
        title={t('beyond.title')}
        action={
          <Link to={hrefOf(0)} replace className={buttonClass('secondary')}>
            {t('beyond.action')}
          </Link>
        }
      />
    )
  }
  if (isNarrowed(address)) {
    return (
      <EmptyState
        title={t('noMatch.title')}
        action={
          <Button variant="secondary" onClick={() => change(NOT_NARROWED)}>
            {t('noMatch.clear')}
          </Button>
        }
      >
        {t('noMatch.text')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Bookmark className="size-10 text-control" aria-hidden />}
      title={t(`empty.${kind}.title`)}
      action={
        <LinkButton to={kind === 'stores' ? paths.list() : paths.app()}>
          {t(`empty.${kind}.action`)}
        </LinkButton>
      }
    >
      {t(`empty.${kind}.text`)}
    </EmptyState>
  )
}

export function UpgradeToSave({ error }: { error: ApiError }) {
  const { t } = useTranslation('saved')
  return (
    <UpgradeState
      title={t('access.upgrade.title')}
      text={error.message || t('access.upgrade.text')}
      action={t('access.upgrade.action')}
    />
  )
}

const ENTRIES = 4

export const SavedPageSkeleton = () => (
  <>
    <WorkBar>
      <Bone className="h-5 w-64" />
    </WorkBar>
    <div className="page min-h-dvh py-4 max-work:py-2">
      <Skeleton
        bones={[
          'h-11 w-full max-w-[36rem]',
          'my-2 h-11 w-full work:mt-9',
          'my-4 h-6 w-full work:h-11',
        ]}
      />
      <SavedSkeleton kind="stores" />
    </div>
  </>
)

/** Placeholders in the final size of the entries. */
export function SavedSkeleton({ kind }: { kind: SavedKind }) {
  const isProduct = kind === 'products'
  return (
    <Skeleton className="rounded-lg border border-line bg-surface">
      {Array.from({ length: ENTRIES }, (_, at) => (
        <div
          key={at}
          className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 border-b border-line px-3 py-4 last:border-0 sm:px-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,25rem)]"
        >
          <div className="flex gap-3">
            <Bone className="size-4.5" />
            <Bone
              className={cn(
                'shrink-0',
                isProduct ? 'size-16 sm:size-24' : 'size-11 max-[26rem]:hidden',
              )}
            />
            <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-2.5">
              <Bone className="h-5 w-48 max-w-full" />
              <Bone className="h-5 w-36 max-w-full" />
              <Bone className="h-5 w-64 max-w-full" />
            </div>
          </div>
          <div className="grid content-start gap-2">
            <Bone className="h-10" />
            <Bone className="h-7 w-32" />
            <Bone className="h-4 w-28" />
          </div>
        </div>
      ))}
    </Skeleton>
  )
}
