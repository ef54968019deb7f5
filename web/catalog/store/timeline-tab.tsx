import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router'
import type { StoreDetails } from '#contracts/catalog/stores.ts'
import { type ChangeKind, getStoreTimeline } from '#contracts/catalog/timeline.ts'
import { call } from '#web/api/call.ts'
import { transportOf } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { TimelineDays } from './timeline-event.tsx'
import { TimelineFilter, readKinds, withKinds } from './timeline-filter.tsx'

/** What changed in the store, by day. The address holds the chosen kinds. */
export function TimelineTab({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const kinds = readKinds(params)
  const choose = (kinds: readonly ChangeKind[]) =>
    setParams(withKinds(params, kinds), { state, replace: true, preventScrollReset: true })
  const timeline = useTimeline(store.id, kinds)
  return (
    <>
      <TimelineFilter kinds={kinds} choose={choose} />
      <Loaded query={timeline} title={t('timeline.failed')} skeleton={<TimelineSkeleton />}>
        {({ pages }) => {
          const days = pages.flatMap((page) => page.days)
          return days.length > 0 ? (
            <TimelinePages
              walk={timeline}
              pages={pages}
              more={t('timeline.earlier')}
              end={t('timeline.end')}
            >
              <TimelineDays days={days} />
            </TimelinePages>
          ) : (
            <NoChanges
              filtered={kinds.length > 0 && t('timeline.emptyFiltered')}
              showAll={() => choose([])}
            >
              <EmptyState title={t('timeline.empty')}>{t('timeline.emptyText')}</EmptyState>
            </NoChanges>
          )
        }}
      </Loaded>
    </>
  )
}

export const timelineKey = (id: number, kinds: readonly ChangeKind[]) =>
  [getStoreTimeline.name, id, kinds.join(',')] as const

export function useTimeline(id: number, kinds: readonly ChangeKind[]) {
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

type PagesProps = {
  walk: Pick<
    ReturnType<typeof useTimeline>,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
  > & { fetchNextPage: () => Promise<unknown> }
  pages: readonly { contactsLimited: boolean }[]
  /** The text of the button for earlier changes, and the text in its place after the last page. */
  more: string
  end: string
  note?: ReactNode
  children: ReactNode
}

export function TimelinePages({ walk, pages, more, end, note, children }: PagesProps) {
  const { t } = useTranslation(['store-details', 'list'])
  const isFailed = walk.isFetchNextPageError
  return (
    <>
      {pages.some((page) => page.contactsLimited) && (
        <Notice tone="sun" className="mt-5">
          <p>{t('timeline.limited')}</p>
        </Notice>
      )}
      {children}
      <footer className="mt-8 grid justify-items-start gap-3">
        {note}
        <p role="status" className="text-bad empty:hidden">
          {isFailed && t('list:walk.failed')}
        </p>
        {walk.hasNextPage ? (
          <Button
            variant="secondary"
            isBusy={walk.isFetchingNextPage}
            onClick={() => void walk.fetchNextPage()}
          >
            {isFailed ? t('list:walk.retry') : more}
          </Button>
        ) : (
          <p className="text-sm text-faint">
            {end} {t('timeline.kept')}
          </p>
        )}
      </footer>
    </>
  )
}

type NoChangesProps = {
  /** Says that no change is of the chosen kinds. */
  filtered: string | false
  showAll: () => void
  children: ReactNode
}

export function NoChanges({ filtered, showAll, children }: NoChangesProps) {
  const { t } = useTranslation('store-details')
  return (
    <div role="status" className="mt-6">
      {filtered ? (
        <EmptyState
          title={filtered}
          action={
            <Button variant="secondary" onClick={showAll}>
              {t('timeline.showAll')}
            </Button>
          }
        />
      ) : (
        children
      )}
    </div>
  )
}

const EVENT_BONE = 'h-14 max-w-2xl'
const BONES = ['h-5 w-32', EVENT_BONE, EVENT_BONE, 'mt-4 h-5 w-32', EVENT_BONE]

export const TimelineSkeleton = () => <Skeleton className="mt-6 grid gap-4" bones={BONES} />
