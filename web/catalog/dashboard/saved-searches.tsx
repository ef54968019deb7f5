import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import {
  listSavedSearches,
  markSearchSeen,
  type SavedSearch,
} from '#contracts/workspace/saved-searches.ts'
import { q, refetchEvery, REFRESH_EVERY_MS, useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { savedSearchPath } from '#web/lib/navigation/search-path.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Bone, Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { BoardCard } from './board-card.tsx'

const ROW =
  'relative flex h-7.5 items-center justify-between gap-3 border-t border-line px-4 text-xs max-work:h-11 pointer-coarse:h-11 min-[96rem]:h-9'

/** The account's searches, each with its new matches since the owner last looked. */
export function SavedSearches() {
  const { t } = useTranslation('today')
  const saved = useQuery({
    ...q(listSavedSearches, {}),
    refetchInterval: refetchEvery(REFRESH_EVERY_MS),
  })
  return (
    <BoardCard title={t('searches.title')} note={t('searches.note')} className="overflow-clip">
      <Loaded query={saved} title={t('searches.failed')} skeleton={<SearchBones />}>
        {({ searches }) => <Searches searches={searches} />}
      </Loaded>
    </BoardCard>
  )
}

const SearchBones = () => (
  <Skeleton>
    {Array.from({ length: 3 }, (_, at) => (
      <div key={at} className={ROW}>
        <Bone className="h-4 w-40" />
      </div>
    ))}
  </Skeleton>
)

function Searches({ searches }: { searches: readonly SavedSearch[] }) {
  const { t } = useTranslation('today')
  const reload = useReload()
  const markSeen = useCall(markSearchSeen, { onSuccess: () => reload(listSavedSearches) })
  if (searches.length === 0)
    return (
      <div className="grid justify-items-start gap-2 border-t border-line px-4 py-3">
        <p className="text-xs text-muted">{t('searches.none')}</p>
        <LinkButton to={paths.list()} variant="secondary" size="sm">
          {t('searches.open')}
        </LinkButton>
      </div>
    )
  return (
    <ul aria-label={t('searches.title')}>
      {searches.map((search) => (
        <SearchRow
          key={search.id}
          search={search}
          onOpen={() => search.newMatches > 0 && markSeen.mutate({ params: { id: search.id } })}
        />
      ))}
    </ul>
  )
}

function SearchRow({ search, onOpen }: { search: SavedSearch; onOpen: () => void }) {
  const { t } = useTranslation('today')
  const formats = useFormats()
  const { name, newMatches, total } = search
  return (
    <li className={`${ROW} hover:bg-canvas`}>
      <Link
        to={savedSearchPath(search)}
        onClick={onOpen}
        className="min-w-0 flex-1 truncate after:absolute after:inset-0"
      >
        {name}
      </Link>
      {newMatches > 0 && (
        <Badge tone="sun" className="py-0">
          {t('searches.isNew', formats.counted(newMatches))}
        </Badge>
      )}
      <span className="min-w-6 text-end text-faint">
        {total === null ? '–' : formats.number(total)}
      </span>
    </li>
  )
}
