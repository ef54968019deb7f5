import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoreDetails } from '#contracts/catalog/stores.ts'
import { cn } from '#web/lib/cn.ts'
import { Bone, type Loadable, Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import type { HeadingLevel } from '#web/ui/feedback/error-state.tsx'
import { EmptyState, UpgradeState } from '#web/ui/feedback/states.tsx'
import { Mark } from '#web/ui/logo.tsx'
import { columns } from './details-tab.tsx'

type Props = {
  query: Loadable<StoreDetails>
  headingLevel: HeadingLevel
  /** The way out where there is no such store. */
  back: ReactNode
  children: (store: StoreDetails) => ReactNode
}

/** A store, or what is there instead: its skeleton, an erased store, an ended plan, a failure. */
export function StoreLoaded({ query, headingLevel, back, children }: Props) {
  const { t } = useTranslation('store-details')
  return (
    <Loaded
      isLive
      query={query}
      headingLevel={headingLevel}
      title={t('failed')}
      skeleton={<StoreSkeleton />}
      refusals={{
        404: () => (
          <EmptyState
            headingLevel={headingLevel}
            icon={<Mark className="size-12" />}
            title={t('notFound.title')}
            action={back}
          >
            {t('notFound.text')}
          </EmptyState>
        ),
        403: (error) => (
          <UpgradeState
            headingLevel={headingLevel}
            title={t('forbidden.title')}
            text={error.message || t('forbidden.text')}
            action={t('forbidden.action')}
          />
        ),
      }}
    >
      {children}
    </Loaded>
  )
}

export function StoreSkeleton() {
  return (
    <Skeleton className="@container">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <Bone className="size-14" />
        <div className="grid min-w-0 flex-1 basis-64 grid-cols-1 gap-3">
          <Bone className="h-8 w-64 max-w-full" />
          <Bone className="h-10 w-56" />
        </div>
        <Bone className="h-11 w-28 max-sm:w-full" />
      </div>
      <Bone className="mt-4 h-20 rounded-lg" />
      <Bone className="mt-2 h-11 w-52" />
      <div className={cn('mt-4', columns)}>
        <Bone className="h-96 rounded-lg" />
        <Bone className="h-96 rounded-lg" />
        <Bone className="h-96 rounded-lg" />
      </div>
    </Skeleton>
  )
}
