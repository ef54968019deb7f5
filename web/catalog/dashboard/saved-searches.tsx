import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BookmarkCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import {
  listSavedSearches,
  markSearchSeen,
  type SavedSearch,
} from '#contracts/workspace/saved-searches.ts'
import { q, REFRESH_EVERY_MS, refetchEvery } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { savedSearchPath } from '#web/lib/navigation/search-path.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Bone, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { CardBody } from './dashboard-card.tsx'

/** The account's searches, each with its new matches since the owner last looked. */
export function SavedSearches() {
  const { t } = useTranslation('date-picker')
  const saved = useQuery({
    ...q(listSavedSearches, {}),
    refetchInterval: refetchEvery(REFRESH_EVERY_MS),
  })
  return (
    <Card className="min-w-0 overflow-hidden">
      <div className="border-b border-rule px-5 py-4 sm:px-6">
        <h2 className="text-lg font-semibold">{t('searches.title')}</h2>
      </div>
      <CardBody query={saved} failed={t('searches.failed')} skeleton={<SearchesSkeleton />}>
        {({ searches }) => <Searches searches={searches} />}
      </CardBody>
    </Card>
  )
}

const SearchesSkeleton = () => (
  <Skeleton className="grid gap-4 px-5 py-5 sm:px-6">
    <Bone className="h-10" />
    <Bone className="h-10" />
  </Skeleton>
)

function Searches({ searches }: { searches: readonly SavedSearch[] }) {
  const { t } = useTranslation('date-picker')
  const client = useQueryClient()
  const markSeen = useCall(markSearchSeen, {
    onSuccess: () => client.invalidateQueries({ queryKey: [listSavedSearches.name] }),
  })
  if (searches.length === 0) return <NoSearches />
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

function NoSearches() {
  const { t } = useTranslation('date-picker')
  return (
    <div className="grid justify-items-start gap-3 px-5 py-5 sm:px-6">
      <BookmarkCheck className="size-6 text-faint" aria-hidden />
      <p className="text-sm text-muted">{t('searches.none')}</p>
      <LinkButton to={paths.list()} variant="secondary" size="sm">
        {t('searches.open')}
      </LinkButton>
    </div>
  )
}

function SearchRow({ search, onOpen }: { search: SavedSearch; onOpen: () => void }) {
  const { t } = useTranslation('date-picker')
  const formats = useFormats()
  const { name, newMatches, total } = search
  return (
    <li className="relative flex min-h-17 items-center justify-between gap-4 border-b border-line px-5 py-2.5 last:border-0 hover:bg-canvas sm:px-6">
      <div className="min-w-0">
        <Link
          to={savedSearchPath(search)}
          onClick={onOpen}
          className="block truncate font-semibold after:absolute after:inset-0"
        >
          {name}
        </Link>
        {total !== null && (
          <p className="text-sm text-muted">
            {t('searches.total', { count: total, total: formats.number(total) })}
          </p>
        )}
      </div>
      {total === null ? null : newMatches > 0 ? (
        <Badge tone="sun">
          {t('searches.isNew', { count: newMatches, total: formats.number(newMatches) })}
        </Badge>
      ) : (
        <span className="shrink-0 text-xs text-faint">{t('searches.nothingNew')}</span>
      )}
    </li>
  )
}
