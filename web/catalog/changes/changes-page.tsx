import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { type ChangeKind, FILTERED_CHANGES } from '#contracts/catalog/timeline.ts'
import { listChanges } from '#contracts/workspace/changes.ts'
import { call } from '#web/api/call.ts'
import { transportOf } from '#web/api/query.ts'
import { readKinds } from '#web/catalog/store/timeline-filter.tsx'
import { NoChanges, TimelinePages, TimelineSkeleton } from '#web/catalog/store/timeline-tab.tsx'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { RequirePaid } from '#web/ui/require-paid.tsx'
import { WorkBar } from '#web/ui/work-bar.tsx'
import { ChangeList } from './change-list.tsx'
import {
  ChangesBar,
  type Filters,
  readFilters,
  readScope,
  type Scope,
  withScope,
} from './changes-bar.tsx'

export function ChangesPage() {
  const { t } = useTranslation('changes')
  const skeleton = (
    <>
      <WorkBar title={t('title')} />
      <div className="page min-h-dvh">
        <TimelineSkeleton />
      </div>
    </>
  )
  return (
    <>
      <PageMeta page="changes" noindex />
      <RequirePaid skeleton={skeleton}>
        <Changes />
      </RequirePaid>
    </>
  )
}

export { ChangesPage as Component }

export const loader = pageLoader(['changes', 'store-details', 'list'])

/** The latest changes of many stores. The address holds the stores and the kinds. */
function Changes() {
  const { t } = useTranslation('changes')
  const [params, setParams] = useSearchParams()
  const [scope, kinds, filters] = [readScope(params), readKinds(params), readFilters(params)]
  const changes = useChanges(scope, kinds, filters)
  // An address may name a search that was deleted since, or no search at all.
  const gone = () => (
    <EmptyState
      title={t('gone.title')}
      action={
        <LinkButton variant="secondary" to={paths.changes()}>
          {t('gone.action')}
        </LinkButton>
      }
    >
      {t('gone.text')}
    </EmptyState>
  )
  return (
    <>
      <ChangesBar scope={scope} kinds={kinds} filters={filters} />
      <div className="page min-h-dvh pb-4">
        <Loaded
          query={changes}
          title={t('failed')}
          skeleton={<TimelineSkeleton />}
          refusals={typeof scope === 'string' ? undefined : { 404: gone, 400: gone }}
        >
          {() => (
            <LoadedChanges
              changes={changes}
              scope={scope}
              isFiltered={kinds.length > 0 || Object.keys(filters).length > 0}
              showAll={() => setParams(withScope(new URLSearchParams(), scope))}
            />
          )}
        </Loaded>
      </div>
    </>
  )
}

const queryOf = (scope: Scope) =>
  scope === 'all'
    ? {}
    : typeof scope === 'string'
      ? { [scope]: 'yes' as const }
      : { savedSearch: scope.search }

/** Without a choice, all kinds; but among all stores, those found today would bury what changed. */
export const shownKinds = (scope: Scope, chosen: readonly ChangeKind[]): readonly ChangeKind[] =>
  chosen.length === 0 && scope === 'all' ? FILTERED_CHANGES : chosen

export const changesKey = (scope: Scope, chosen: readonly ChangeKind[], filters: Filters = {}) =>
  [listChanges.name, queryOf(scope), shownKinds(scope, chosen).join(','), filters] as const

function useChanges(scope: Scope, chosen: readonly ChangeKind[], filters: Filters) {
  const kinds = shownKinds(scope, chosen)
  const input = (cursor: string) => ({
    query: {
      ...queryOf(scope),
      ...filters,
      ...(kinds.length > 0 && { kinds: kinds.join(',') }),
      ...(cursor && { cursor }),
    },
  })
  return useInfiniteQuery({
    queryKey: changesKey(scope, chosen, filters),
    queryFn: ({ client, pageParam, signal }) =>
      call(transportOf(client), listChanges, input(pageParam), signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

type ListProps = {
  changes: ReturnType<typeof useChanges>
  scope: Scope
  isFiltered: boolean
  showAll: () => void
}

function LoadedChanges({ changes, scope, isFiltered, showAll }: ListProps) {
  const { t } = useTranslation('changes')
  const pages = changes.data?.pages ?? []
  const listed = pages.flatMap((page) => page.changes)
  if (listed.length === 0 && !changes.hasNextPage)
    return (
      <NoChanges filtered={isFiltered && t('emptyFiltered')} showAll={showAll}>
        {scope === 'saved' || scope === 'followed' ? (
          <NoOwnChanges scope={scope} />
        ) : (
          <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
        )}
      </NoChanges>
    )
  return (
    <TimelinePages
      walk={changes}
      pages={pages}
      more={t('more')}
      end={t('end')}
      note={
        listed.length === 0 && (
          <p role="status" className="text-muted">
            {t('noneYet')}
          </p>
        )
      }
    >
      <ChangeList changes={listed} />
    </TimelinePages>
  )
}

const noOwn = {
  saved: { texts: 'emptySaved', to: paths.list() },
  followed: { texts: 'emptyFollowed', to: paths.follows() },
} as const

function NoOwnChanges({ scope }: { scope: keyof typeof noOwn }) {
  const { t } = useTranslation('changes')
  const { texts, to } = noOwn[scope]
  return (
    <EmptyState
      title={t(`${texts}.title`)}
      action={<LinkButton to={to}>{t(`${texts}.action`)}</LinkButton>}
    >
      {t(`${texts}.text`)}
    </EmptyState>
  )
}
