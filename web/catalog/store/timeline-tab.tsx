import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { StoreDetails } from '#contracts/stores/stores.ts'
import { type ChangeKind, getStoreTimeline } from '#contracts/stores/timeline.ts'
import { call } from '#web/api/call.ts'
import { transportOf } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Bone, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { TimelineDays } from './timeline-event.tsx'
import { TimelineFilter, readKinds, withKinds } from './timeline-filter.tsx'

/** What changed in the store, by day. The address holds the chosen kinds. */
export function TimelineTab({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  const { kinds, choose } = useKinds()
  const timeline = useTimeline(store.id, kinds)
  return (
    <>
      <TimelineFilter kinds={kinds} choose={choose} />
      <Loaded query={timeline} title={t('timeline.failed')} skeleton={<TimelineSkeleton />}>
        {({ pages }) => (
          <Days
            timeline={timeline}
            pages={pages}
            isFiltered={kinds.length > 0}
            showAll={() => choose([])}
          />
        )}
      </Loaded>
    </>
  )
}

export const timelineKey = (id: number, kinds: readonly ChangeKind[]) =>
  [getStoreTimeline.name, id, kinds.join(',')] as const

function useTimeline(id: number, kinds: readonly ChangeKind[]) {
  const input = (before: string) => ({
    params: { id: String(id) },
    query: { ...(kinds.length > 0 && { kinds: kinds.join(',') }), ...(before && { before }) },
  })
  return useInfiniteQuery({
    queryKey: timelineKey(id, kinds),
    queryFn: ({ client, pageParam, signal }) =>
      call(transportOf(client), getStoreTimeline, input(pageParam), signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}

type Timeline = ReturnType<typeof useTimeline>

function useKinds(): { kinds: ChangeKind[]; choose: (kinds: readonly ChangeKind[]) => void } {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  return {
    kinds: readKinds(params),
    choose: (kinds) =>
      setParams(withKinds(params, kinds), { state, replace: true, preventScrollReset: true }),
  }
}

type DaysProps = {
  timeline: Timeline
  pages: readonly ResponseOf<typeof getStoreTimeline>[]
  isFiltered: boolean
  showAll: () => void
}

function Days({ timeline, pages, isFiltered, showAll }: DaysProps) {
  const { t } = useTranslation(['store-details', 'list'])
  const isFailed = timeline.isFetchNextPageError
  const days = pages.flatMap((page) => page.days)
  if (days.length === 0) return <NoChanges isFiltered={isFiltered} showAll={showAll} />
  return (
    <>
      {pages.some((page) => page.contactsLimited) && (
        <Notice tone="sun" className="mt-5">
          <p>{t('timeline.limited')}</p>
        </Notice>
      )}
      <TimelineDays days={days} />
      <footer className="mt-8 grid justify-items-start gap-3">
        <p role="status" className="text-bad empty:hidden">
          {isFailed && t('list:walk.failed')}
        </p>
        {timeline.hasNextPage ? (
          <Button
            variant="secondary"
            isBusy={timeline.isFetchingNextPage}
            onClick={() => void timeline.fetchNextPage()}
          >
            {t(isFailed ? 'list:walk.retry' : 'timeline.earlier')}
          </Button>
        ) : (
          <p className="text-sm text-faint">
            {t('timeline.end')} {t('timeline.kept')}
          </p>
        )}
      </footer>
    </>
  )
}

function NoChanges({ isFiltered, showAll }: { isFiltered: boolean; showAll: () => void }) {
  const { t } = useTranslation('store-details')
  return (
    <div role="status" className="mt-6">
      {isFiltered ? (
        <EmptyState
          title={t('timeline.emptyFiltered')}
          action={
            <Button variant="secondary" onClick={showAll}>
              {t('timeline.showAll')}
            </Button>
          }
        />
      ) : (
        <EmptyState title={t('timeline.empty')}>{t('timeline.emptyText')}</EmptyState>
      )}
    </div>
  )
}

export function TimelineSkeleton() {
  return (
    <Skeleton className="mt-6 grid gap-4">
      <Bone className="h-5 w-32" />
      <Bone className="h-14 max-w-2xl" />
      <Bone className="h-14 max-w-2xl" />
      <Bone className="mt-4 h-5 w-32" />
      <Bone className="h-14 max-w-2xl" />
    </Skeleton>
  )
}
