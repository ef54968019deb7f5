import { useQuery } from '@tanstack/react-query'
import { Rss } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { deleteFeed, type Feed, listFeeds } from '#contracts/workspace/changes.ts'
import { Section } from '#web/accounts/api.ts'
import { q } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { SecretRows } from './secret-list.tsx'

/**
 * The account's feeds, whatever the plan includes: lists and revokes them. They are made where
 * their stores are.
 */
export function FeedsSection() {
  const { t } = useTranslation('changes')
  const formats = useFormats()
  const { data } = useQuery(q(listFeeds, {}))
  const deletion = useCall(deleteFeed)
  const nameOf = ({ name }: Feed) => name ?? t('savedStores')
  if (!data || data.feeds.length === 0) return null
  return (
    <Section title={t('feed.list')} text={t('feed.text')}>
      <SecretRows
        kind="feed"
        items={data.feeds}
        Icon={Rss}
        listName={listFeeds.name}
        deletion={deletion}
        words={(feed) => ({
          button: t('feed.revokeConfirm'),
          label: `${t('feed.revoke')}: ${nameOf(feed)}`,
          title: t('feed.revoke'),
          text: t('feed.revokeQuestion'),
        })}
      >
        {(feed) => (
          <>
            <p className="font-medium wrap-anywhere">{nameOf(feed)}</p>
            <p className="text-sm text-muted">
              {t('feed.since', { when: formats.moment(feed.createdAt) })}
              {' · '}
              {feed.readAt === null
                ? t('feed.unread')
                : t('feed.read', { when: formats.moment(feed.readAt) })}
            </p>
          </>
        )}
      </SecretRows>
    </Section>
  )
}
