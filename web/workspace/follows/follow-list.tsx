import { Bell, BellOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Follow } from '#contracts/workspace/follows.ts'
import { useFilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { Picture, StoreLogo } from '#web/ui/store/picture.tsx'
import { useFollowChanges, useFollows } from './follow-button.tsx'

const KINDS = ['store', 'cluster', 'niche'] as const

/** Everything that the account follows, by kind, each with its end. */
export function FollowList() {
  const { t } = useTranslation('follows')
  const formats = useFormats()
  return (
    <Loaded
      query={useFollows()}
      title={t('failed.load')}
      skeleton={<Skeleton className="grid gap-3" bones={['h-5 w-80', 'h-40 rounded-lg']} />}
      empty={({ follows }) => follows.length === 0 && <NothingFollowed />}
    >
      {({ follows, limit }) => (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <p className="max-w-[44rem] text-sm text-muted">
              {t('about')}
              <span className="block tabular-nums">
                {t('room', { used: formats.number(follows.length), limit: formats.number(limit) })}
              </span>
            </p>
            <LinkButton to={paths.changes({ followed: 'yes' })} variant="secondary" size="sm">
              {t('changes')}
            </LinkButton>
          </div>
          <div className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(min(21rem,100%),1fr))] items-start gap-4">
            {KINDS.map((kind) => (
              <KindCard
                key={kind}
                kind={kind}
                follows={follows.filter(({ target }) => target.kind === kind)}
              />
            ))}
          </div>
        </>
      )}
    </Loaded>
  )
}

function NothingFollowed() {
  const { t } = useTranslation('follows')
  return (
    <EmptyState
      icon={<Bell className="size-10 text-control" aria-hidden />}
      title={t('empty.title')}
      action={<LinkButton to={paths.pulse()}>{t('empty.action')}</LinkButton>}
    >
      {t('empty.text')}
    </EmptyState>
  )
}

type CardProps = { kind: (typeof KINDS)[number]; follows: readonly Follow[] }

function KindCard({ kind, follows }: CardProps) {
  const { t } = useTranslation('follows')
  const formats = useFormats()
  if (follows.length === 0) return null
  return (
    <Card role="region" aria-label={t(`kinds.${kind}`)} className="min-w-0">
      <h2 className="flex items-baseline gap-2 border-b border-line px-4 py-2 text-sm font-semibold">
        {t(`kinds.${kind}`)}
        <span className="font-normal text-muted tabular-nums">
          {formats.number(follows.length)}
        </span>
      </h2>
      <ul>
        {follows.map((follow) => (
          <FollowRow key={follow.id} follow={follow} />
        ))}
      </ul>
    </Card>
  )
}

function FollowRow({ follow }: { follow: Follow }) {
  const { t } = useTranslation('follows')
  const formats = useFormats()
  const { unfollow, isPending } = useFollowChanges()
  const { name, to } = useShown(follow)
  return (
    <li className="flex min-h-12 items-center gap-3 border-b border-line px-4 py-1 last:border-0">
      <Sign follow={follow} name={name} />
      <div className="min-w-0 flex-1">
        {to === null ? (
          <span className="block truncate text-sm text-muted">{name}</span>
        ) : (
          <Link to={to} className="block truncate text-sm font-semibold hover:underline">
            {name}
          </Link>
        )}
        <p className="truncate text-xs text-muted">
          {[follow.domain, t('since', { day: formats.day(follow.createdAt) })]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <Button
        variant="quiet"
        size="sm"
        className="shrink-0 font-normal!"
        isBusy={isPending}
        aria-label={t('endThis', { name })}
        title={t('endThis', { name })}
        onClick={() => void unfollow({ target: follow.target, name }, follow)}
      >
        <BellOff className="size-4.5 sm:hidden" aria-hidden />
        <span className="max-sm:sr-only">{t('end')}</span>
      </Button>
    </li>
  )
}

function Sign({ follow: { target, imageUrl }, name }: { follow: Follow; name: string }) {
  if (target.kind === 'store')
    return <StoreLogo url={imageUrl} name={name} className="size-8! text-xs" />
  if (target.kind === 'cluster')
    return <Picture src={imageUrl} alt="" className="size-8 shrink-0 rounded-sm" />
  return (
    <span className="plate shrink-0 text-xs font-semibold text-muted" aria-hidden>
      {target.country}
    </span>
  )
}

/** `to`: null for a product that is gone. */
function useShown({ target, name }: Follow): { name: string; to: string | null } {
  const { t } = useTranslation('follows')
  const labels = useFilterLabels()
  switch (target.kind) {
    case 'store':
      return { name: name ?? '', to: paths.store(target.storeId) }
    case 'cluster':
      return name === null
        ? { name: t('gone'), to: null }
        : { name, to: paths.cluster(target.clusterId) }
    case 'niche': {
      const { category, country } = target
      const parts = [labels.value('category', category), labels.value('country', country)]
      return { name: parts.join(' · '), to: paths.niche(category, country) }
    }
    default:
      return target satisfies never
  }
}
