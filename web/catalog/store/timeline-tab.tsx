import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router'
import type { StoreDetails } from '#contracts/stores/stores.ts'
import { ChangeKind, getStoreTimeline } from '#contracts/stores/timeline.ts'
import { call } from '#web/api/call.ts'
import { transportOf } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Bone, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#web/ui/feedback/states.tsx'
import { Select } from '#web/ui/form/form-controls.tsx'
import { CHANGE_GROUPS } from './change-groups.ts'
import { TimelineEventRow } from './timeline-event.tsx'

/** What changed in the store, by day. The address holds the chosen kind. */
export function TimelineTab({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  const { kind, choose } = useKind()
  const timeline = useTimeline(store.id, kind)
  const retry = () => void timeline.refetch()
  if (timeline.isError && !timeline.data)
    return <ErrorState title={t('timeline.failed')} error={timeline.error} onRetry={retry} />
  return (
    <>
      <KindSelect kind={kind} choose={choose} />
      {timeline.data ? (
        <Days timeline={timeline} kind={kind} showAll={() => choose(null)} />
      ) : timeline.fetchStatus === 'paused' ? (
        <OfflineState onRetry={retry} />
      ) : (
        <TimelineSkeleton />
      )}
    </>
  )
}

function useTimeline(id: number, kind: ChangeKind | null) {
  const input = (before: string) => ({
    params: { id: String(id) },
    query: { ...(kind && { kinds: kind }), ...(before && { before }) },
  })
  return useInfiniteQuery({
    queryKey: [getStoreTimeline.name, id, kind],
    queryFn: ({ client, pageParam, signal }) =>
      call(transportOf(client), getStoreTimeline, input(pageParam), signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}

type Timeline = ReturnType<typeof useTimeline>

function useKind(): { kind: ChangeKind | null; choose: (kind: ChangeKind | null) => void } {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  return {
    kind: ChangeKind.safeParse(params.get('kind')).data ?? null,
    choose(kind) {
      const next = new URLSearchParams(params)
      if (kind === null) next.delete('kind')
      else next.set('kind', kind)
      setParams(next, { state, replace: true, preventScrollReset: true })
    },
  }
}

function KindSelect({ kind, choose }: ReturnType<typeof useKind>) {
  const { t } = useTranslation(['store-details', 'list'])
  return (
    <Select
      aria-label={t('timeline.filter')}
      className="max-sm:w-full"
      value={kind ?? ''}
      onChange={(event) => choose(ChangeKind.safeParse(event.target.value).data ?? null)}
    >
      <option value="">{t('timeline.all')}</option>
      {CHANGE_GROUPS.map(({ name, kinds }) => (
        <optgroup key={name} label={t(`timeline.groups.${name}`)}>
          {kinds.map((each) => (
            <option key={each} value={each}>
              {t(`list:changes.${each}`)}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  )
}

type DaysProps = { timeline: Timeline; kind: ChangeKind | null; showAll: () => void }

function Days({ timeline, kind, showAll }: DaysProps) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const pages = timeline.data?.pages ?? []
  const days = pages.flatMap((page) => page.days)
  if (days.length === 0) return <NoChanges isFiltered={kind !== null} showAll={showAll} />
  return (
    <>
      {pages.some((page) => page.contactsLimited) && (
        <Notice tone="sun" className="mt-5">
          <p>{t('timeline.limited')}</p>
        </Notice>
      )}
      <ol className="mt-6 grid grid-cols-1 gap-8">
        {days.map(({ day, events }) => (
          <li key={day}>
            <h2 className="mb-3 text-sm font-semibold text-muted">
              <time dateTime={day}>{formats.day(day)}</time>
            </h2>
            <ul className="grid grid-cols-1 gap-4 border-s border-line ps-5 sm:ps-6">
              {events.map((event) => (
                <TimelineEventRow key={event.id} event={event} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
      <footer className="mt-8">
        {timeline.hasNextPage ? (
          <Button
            variant="secondary"
            isBusy={timeline.isFetchingNextPage}
            onClick={() => void timeline.fetchNextPage()}
          >
            {t('timeline.earlier')}
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

function TimelineSkeleton() {
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
