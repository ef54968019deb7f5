import { useQuery } from '@tanstack/react-query'
import { Rss } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteFeed, type Feed, listFeeds } from '#contracts/workspace/changes.ts'
import { Section, useRowDeletion, useRowFocus } from '#web/accounts/api.ts'
import { q } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/**
 * The account's feeds, whatever the plan includes: lists and revokes them. They are made where
 * their stores are.
 */
export function FeedsSection() {
  const { t } = useTranslation('changes')
  const { data } = useQuery(q(listFeeds, {}))
  const { list, markDeleted, returnFocus } = useRowFocus()
  const [asked, setAsked] = useState<Feed | null>(null)
  if (!data || data.feeds.length === 0) return null
  const end = (isDeleted: boolean) => {
    setAsked(null)
    if (isDeleted) markDeleted()
  }
  return (
    <Section title={t('feed.list')} text={t('feed.text')}>
      <ul ref={list} className="-mt-2 divide-y divide-line">
        {data.feeds.map((feed) => (
          <FeedRow key={feed.id} feed={feed} onRevoke={() => setAsked(feed)} />
        ))}
      </ul>
      {asked && <RevokeFeed id={asked.id} onEnd={end} returnFocus={returnFocus} />}
    </Section>
  )
}

function FeedRow({ feed, onRevoke }: { feed: Feed; onRevoke: () => void }) {
  const { t } = useTranslation('changes')
  const formats = useFormats()
  const { createdAt, readAt } = feed
  const name = feed.name ?? t('savedStores')
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 py-3 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Rss className="mt-0.5 size-5 self-start text-muted" aria-hidden />
      <div>
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">
          {t('feed.since', { when: formats.moment(createdAt) })}
          {' · '}
          {readAt === null ? t('feed.unread') : t('feed.read', { when: formats.moment(readAt) })}
        </p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        className="max-sm:col-start-2 max-sm:justify-self-start"
        aria-label={`${t('feed.revoke')}: ${name}`}
        onClick={onRevoke}
      >
        {t('feed.revokeConfirm')}
      </Button>
    </li>
  )
}

type RevokeProps = {
  id: string
  onEnd: (isDeleted: boolean) => void
  returnFocus: () => HTMLElement | null
}

function RevokeFeed({ id, onEnd, returnFocus }: RevokeProps) {
  const { t } = useTranslation('changes')
  const call = useCall(deleteFeed)
  const revoke = useRowDeletion({ subject: 'feed', listName: listFeeds.name, onEnd })
  return (
    <ConfirmDialog
      title={t('feed.revoke')}
      text={t('feed.revokeQuestion')}
      confirm={t('feed.revokeConfirm')}
      variant="danger"
      isBusy={call.isPending}
      onConfirm={() => void revoke(() => call.mutateAsync({ params: { id } }))}
      onCancel={() => onEnd(false)}
      returnFocus={returnFocus}
    />
  )
}
