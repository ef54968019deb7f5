import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { DEFAULT_PROFILE, writeProfile } from '#contracts/catalog/score-profile.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { listSavedSearches, SavedSearch } from '#contracts/workspace/saved-searches.ts'
import { type ListAddress, readAddress, storesQueryOf } from '#web/catalog/list/list-address.ts'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { useFormats } from '#web/lib/i18n/format.ts'
import { savedSearchPath } from '#web/lib/navigation/search-path.ts'
import { notify } from '#web/lib/toast.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Bone, Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { RequirePaid } from '#web/ui/require-paid.tsx'
import { WorkBar } from '#web/ui/work-bar.tsx'
import { useSearchChanges, useSearches, useSearchFailure } from '#web/workspace/api.ts'
import { ScoreEditor } from './score-editor.tsx'

export function ScorePage() {
  return (
    <>
      <PageMeta page="score" noindex />
      <RequirePaid skeleton={<PageSkeleton />}>
        <Scoring />
      </RequirePaid>
    </>
  )
}

export { ScorePage as Component }

export const loader = pageLoader(['score', 'list'])

/** The profile of a saved search, or one for the list whose address this is. */
function Scoring() {
  const [params] = useSearchParams()
  const searchId = params.get('search')
  return searchId === null ? <OfList params={params} /> : <OfSearch searchId={searchId} />
}

const DEFAULT = writeProfile(DEFAULT_PROFILE)

function OfSearch({ searchId }: { searchId: string }) {
  const { t } = useTranslation(['score', 'list'])
  return (
    <Loaded
      query={useSearches()}
      title={t('list:searches.failed.load')}
      skeleton={<PageSkeleton />}
    >
      {(all) => {
        const search = all.searches.find(({ id }) => id === searchId)
        return search ? <SearchEditor key={search.id} search={search} all={all} /> : <Gone />
      }}
    </Loaded>
  )
}

type Searches = ResponseOf<typeof listSavedSearches>

function SearchEditor({ search, all }: { search: SavedSearch; all: Searches }) {
  const { t } = useTranslation('score')
  const formats = useFormats()
  const limit = all.profileLimit
  const used = all.searches.filter(({ profile }) => profile !== null).length
  const isFull = search.profile === null && used >= limit
  const saved = search.profile ?? DEFAULT
  const path = savedSearchPath(search)
  return (
    <ScoreEditor
      stores={storesQueryOf(addressOf(search), search.view)}
      back={{ name: search.name, to: path, toWith: (profile) => scored(path, profile) }}
      saved={saved}
      keeping={{
        note: t('profiles', {
          count: limit,
          used: formats.number(used),
          limit: formats.number(limit),
        }),
        refusal: isFull && (
          <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line bg-sun-wash px-pad py-2 text-xs text-sun-ink">
            <p className="min-w-0 flex-1 basis-56">{t('full.text', { count: limit })}</p>
            <LinkButton to={paths.pricing()} variant="secondary" size="sm">
              {t('full.action')}
            </LinkButton>
          </div>
        ),
        keep: (text, onKept) => (
          <SaveButton
            search={search}
            text={text}
            isDisabled={text === saved || (isFull && text !== DEFAULT)}
            onSaved={onKept}
          />
        ),
        isLossy: true,
      }}
    />
  )
}

const addressOf = ({ view, query }: SavedSearch): ListAddress => {
  const params = new URLSearchParams(query)
  params.set('view', view)
  return readAddress(params)
}

type SaveProps = {
  search: SavedSearch
  text: string
  isDisabled: boolean
  onSaved: () => void
}

function SaveButton({ search, text, isDisabled, onSaved }: SaveProps) {
  const { t } = useTranslation('score')
  const { update } = useSearchChanges()
  const fail = useSearchFailure()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await update(search, { profile: text === DEFAULT ? null : text })
      onSaved()
      notify({ kind: 'success', subject: 'search', title: t('saved'), description: search.name })
    } catch (error) {
      fail('change', error)
    }
    setBusy(false)
  }
  return (
    <Button size="sm" isBusy={isBusy} disabled={isDisabled} onClick={() => void save()}>
      <span className="max-work:hidden">{t('save')}</span>
      <span className="work:hidden">{t('saveShort')}</span>
    </Button>
  )
}

/** Without a saved search the profile stays in the address of the list. */
function OfList({ params }: { params: URLSearchParams }) {
  const { t } = useTranslation(['score', 'list'])
  const navigate = useNavigate()
  const address = readAddress(params)
  const list = new URLSearchParams(params)
  list.delete('part')
  const path = `${paths.list()}?${list}`
  const saved = address.profile ?? DEFAULT
  return (
    <ScoreEditor
      stores={storesQueryOf(address, address.view)}
      back={{
        name: t(`list:views.${address.view}`),
        to: path,
        toWith: (profile) => scored(path, profile),
      }}
      saved={saved}
      keeping={{
        note: null,
        refusal: null,
        keep: (text) => (
          <Button size="sm" onClick={() => void navigate(scored(path, text))}>
            <span className="max-work:hidden">{t('score:apply')}</span>
            <span className="work:hidden">{t('score:applyShort')}</span>
          </Button>
        ),
        isLossy: false,
      }}
    />
  )
}

function scored(path: string, profile: string): string {
  const [pathname = '', search] = path.split('?')
  const params = new URLSearchParams(search)
  params.set('sortBy', 'score')
  params.set('sortDirection', 'DESC')
  if (profile === DEFAULT) params.delete('profile')
  else params.set('profile', profile)
  return `${pathname}?${params}`
}

function Gone() {
  const { t } = useTranslation('score')
  return (
    <>
      <WorkBar title={t('title')} />
      <EmptyState
        title={t('gone.title')}
        action={
          <LinkButton to={paths.score({ view: 'leads' })} variant="secondary">
            {t('gone.action')}
          </LinkButton>
        }
      >
        {t('gone.text')}
      </EmptyState>
    </>
  )
}

const PageSkeleton = () => (
  <Skeleton>
    <div className="flex h-bar items-center gap-4 border-b border-line px-pad">
      <Bone className="h-6 w-52" />
      <Bone className="ms-auto h-8 w-28" />
    </div>
    <div className="grid min-h-dvh content-start gap-3 p-pad">
      {Array.from({ length: 8 }, (_, at) => (
        <Bone key={at} className="h-11" />
      ))}
    </div>
  </Skeleton>
)
