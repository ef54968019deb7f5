import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { type Change, listChanges } from '#contracts/workspace/changes.ts'
import { listSavedSearches, type SavedSearch } from '#contracts/workspace/saved-searches.ts'
import { type ChangeKind, FILTERED_CHANGES } from '#contracts/catalog/timeline.ts'
import { call } from '#web/api/call.ts'
import { q, transportOf } from '#web/api/query.ts'
import { RequirePaid } from '#web/catalog/require-paid.tsx'
import { readKinds, TimelineFilter, withKinds } from '#web/catalog/store/timeline-filter.tsx'
import { NoChanges, TimelinePages, TimelineSkeleton } from '#web/catalog/store/timeline-tab.tsx'
import { pageLoader } from '#web/lib/app/page-loader.ts'
import { PageMeta } from '#web/lib/app/page-meta.tsx'
import { SEARCH_PARAM } from '#web/lib/navigation/search-path.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Bone, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/form-controls.tsx'
import { WorkBar } from '#web/ui/work-bar.tsx'
import { FeedButton } from '#web/workspace/api.ts'

export function ChangesPage() {
  const { t } = useTranslation('changes')
  return (
    <>
      <PageMeta page="changes" noindex />
      <WorkBar title={t('title')} lead={t('lead')} />
      <div className="page min-h-dvh py-4">
        <RequirePaid skeleton={<PageSkeleton />}>
          <Changes />
        </RequirePaid>
      </div>
    </>
  )
}

export { ChangesPage as Component }

export const loader = pageLoader(['changes', 'store-details', 'list'])

/**
 * The stores whose changes are listed: all, the saved ones, or those of a saved search by its id.
 */
type Scope = 'all' | 'saved' | { search: string }

/** The latest changes of many stores, by day. The address holds the stores and the kinds. */
function Changes() {
  const { t } = useTranslation('changes')
  const [params, setParams] = useSearchParams()
  const [scope, kinds] = [readScope(params), readKinds(params)]
  const changes = useChanges(scope, kinds)
  const choose = (kinds: readonly ChangeKind[]) =>
    setParams(withKinds(params, kinds), { replace: true, preventScrollReset: true })
  const gone = typeof scope === 'string' ? undefined : () => <SearchGone />
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-3 print:hidden">
        <ScopeSelect scope={scope} />
      </div>
      <TimelineFilter kinds={kinds} choose={choose} />
      <Loaded
        query={changes}
        title={t('failed')}
        skeleton={<TimelineSkeleton />}
        refusals={gone && { 404: gone, 400: gone }}
      >
        {() => (
          <ChangeList
            changes={changes}
            scope={scope}
            isFiltered={kinds.length > 0}
            showAll={() => choose([])}
          />
        )}
      </Loaded>
    </>
  )
}

const SAVED_PARAM = 'saved'

export function readScope(params: URLSearchParams): Scope {
  const search = params.get(SEARCH_PARAM)
  if (search) return { search }
  return params.get(SAVED_PARAM) === 'yes' ? 'saved' : 'all'
}

/** Keeps the kinds. */
export function withScope(params: URLSearchParams, scope: Scope): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete(SEARCH_PARAM)
  next.delete(SAVED_PARAM)
  if (scope === 'saved') next.set(SAVED_PARAM, 'yes')
  else if (scope !== 'all') next.set(SEARCH_PARAM, scope.search)
  return next
}

const queryOf = (scope: Scope) =>
  scope === 'all'
    ? {}
    : scope === 'saved'
      ? { saved: 'yes' as const }
      : { savedSearch: scope.search }

/** Without a choice, all kinds; but among all stores, those found today would bury what changed. */
export const shownKinds = (scope: Scope, chosen: readonly ChangeKind[]): readonly ChangeKind[] =>
  chosen.length === 0 && scope === 'all' ? FILTERED_CHANGES : chosen

export const changesKey = (scope: Scope, chosen: readonly ChangeKind[]) =>
  [listChanges.name, queryOf(scope), shownKinds(scope, chosen).join(',')] as const

function useChanges(scope: Scope, chosen: readonly ChangeKind[]) {
  const kinds = shownKinds(scope, chosen)
  const input = (cursor: string) => ({
    query: {
      ...queryOf(scope),
      ...(kinds.length > 0 && { kinds: kinds.join(',') }),
      ...(cursor && { cursor }),
    },
  })
  return useInfiniteQuery({
    queryKey: changesKey(scope, chosen),
    queryFn: ({ client, pageParam, signal }) =>
      call(transportOf(client), listChanges, input(pageParam), signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

/** Which stores, and the feed of those. */
function ScopeSelect({ scope }: { scope: Scope }) {
  const { t } = useTranslation(['changes', 'list'])
  const [params, setParams] = useSearchParams()
  const { data } = useQuery(q(listSavedSearches, {}))
  const searches = data?.searches ?? []
  const chosen =
    typeof scope === 'string' ? undefined : searches.find(({ id }) => id === scope.search)
  const choose = (value: string) =>
    setParams(withScope(params, value === 'all' || value === 'saved' ? value : { search: value }), {
      preventScrollReset: true,
    })
  return (
    <>
      <Field label={t('scope.label')} className="min-w-0 max-sm:w-full">
        {(control) => (
          <Select
            {...control}
            value={typeof scope === 'string' ? scope : scope.search}
            onChange={(event) => choose(event.target.value)}
            className="w-full max-w-full sm:w-80"
          >
            <option value="all">{t('scope.all')}</option>
            <option value="saved">{t('savedStores')}</option>
            {searches.length > 0 && (
              <optgroup label={t('scope.searches')}>
                {searches.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </optgroup>
            )}
            {typeof scope !== 'string' && !chosen && (
              <option value={scope.search}>{data ? t('gone.title') : '…'}</option>
            )}
          </Select>
        )}
      </Field>
      <ScopeFeed scope={scope} chosen={chosen} />
    </>
  )
}

/** All stores have no feed: it would hold more than any reader can show. */
function ScopeFeed({ scope, chosen }: { scope: Scope; chosen: SavedSearch | undefined }) {
  const { t } = useTranslation('list')
  if (scope === 'saved') return <FeedButton key="saved" label={t('searches.feed')} />
  return chosen && <FeedButton key={chosen.id} search={chosen} label={t('searches.feed')} />
}

type ListProps = {
  changes: ReturnType<typeof useChanges>
  scope: Scope
  isFiltered: boolean
  showAll: () => void
}

function ChangeList({ changes, scope, isFiltered, showAll }: ListProps) {
  const { t } = useTranslation('changes')
  const pages = changes.data?.pages ?? []
  const listed = pages.flatMap((page) => page.changes)
  if (listed.length === 0 && !changes.hasNextPage)
    return (
      <NoChanges filtered={isFiltered && t('emptyFiltered')} showAll={showAll}>
        {scope === 'saved' ? (
          <EmptyState
            title={t('emptySaved.title')}
            action={<LinkButton to={paths.list()}>{t('emptySaved.action')}</LinkButton>}
          >
            {t('emptySaved.text')}
          </EmptyState>
        ) : (
          <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
        )}
      </NoChanges>
    )
  return (
    <TimelinePages
      walk={changes}
      pages={pages}
      days={byDay(listed)}
      more={t('more')}
      end={t('end')}
      note={
        listed.length === 0 && (
          <p role="status" className="text-muted">
            {t('noneYet')}
          </p>
        )
      }
    />
  )
}

function byDay(changes: readonly Change[]) {
  const days = Map.groupBy(changes, ({ at }) => at.slice(0, 10))
  return [...days].map(([day, events]) => ({ day, events }))
}

/** An address may name a search that was deleted since, or no search at all. */
function SearchGone() {
  const { t } = useTranslation('changes')
  return (
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
}

const PageSkeleton = () => (
  <Skeleton>
    <Bone className="mb-4 h-18 max-w-80" />
    <Bone className="h-11" />
  </Skeleton>
)
