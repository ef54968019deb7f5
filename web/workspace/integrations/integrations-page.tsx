import { Section, SettingsPage } from '#web/accounts/api.ts'
import { pageLoader } from '#web/lib/app/page.tsx'
import { WebhooksSection } from './webhooks-section.tsx'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Rss } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import {
  API_CALLS_PER_MINUTE,
  createApiKey,
  deleteApiKey,
  listApiKeys,
  MAX_API_KEY_NAME,
  MAX_API_KEYS,
} from '#contracts/workspace/integrations.ts'
import type { CurrentUser } from '#contracts/accounts/auth.ts'
import { OPENAPI_PATH } from '#contracts/endpoint.ts'
import { q } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { SecretRows, SecretSection } from './secret-list.tsx'
import { deleteFeed, type Feed, listFeeds } from '#contracts/workspace/changes.ts'

function IntegrationsPage() {
  return (
    <SettingsPage name="api">
      {(user) =>
        user && (
          <>
            <ApiKeysSection key={`keys-${user.id}`} user={user} />
            <WebhooksSection key={`webhooks-${user.id}`} user={user} />
            <FeedsSection key={`feeds-${user.id}`} />
          </>
        )
      }
    </SettingsPage>
  )
}

export { IntegrationsPage as Component }

export const loader = pageLoader(['changes'])

function ApiKeysSection({ user }: { user: CurrentUser }) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const creation = useCall(createApiKey)
  return (
    <SecretSection
      kind="apiKey"
      title={t('apiKeys.title')}
      text={
        <>
          {t('apiKeys.text', { calls: formats.number(API_CALLS_PER_MINUTE) })}{' '}
          <a href={OPENAPI_PATH} className="link">
            {t('apiKeys.reference')}
          </a>
        </>
      }
      user={user}
      query={useQuery(q(listApiKeys, {}))}
      listCall={listApiKeys}
      itemsOf={({ keys }) => keys}
      most={MAX_API_KEYS}
      plan={{ none: t('apiKeys.plan'), earlier: t('apiKeys.refused') }}
      Icon={KeyRound}
      words={({ name }) => ({
        button: t('apiKeys.delete'),
        label: t('apiKeys.deleteOf', { name }),
        title: t('apiKeys.deleteTitle', { name }),
        text: t('apiKeys.deleteText'),
        cancel: t('apiKeys.keep'),
      })}
      deletion={useCall(deleteApiKey)}
      create={(name) => creation.mutateAsync({ body: { name } })}
      isCreating={creation.isPending}
      secretOf={({ key }) => key}
      form={{
        label: t('apiKeys.name'),
        full: t('apiKeys.full', { most: MAX_API_KEYS }),
        submit: t(creation.isPending ? 'apiKeys.creating' : 'apiKeys.create'),
        secret: t('apiKeys.key'),
        once: t('apiKeys.once'),
      }}
      input={{ maxLength: MAX_API_KEY_NAME, placeholder: t('apiKeys.example') }}
    >
      {({ name, start, createdAt, lastUsedAt }) => (
        <>
          <p className="flex flex-wrap items-baseline gap-x-3 font-medium">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <code className="text-sm font-normal text-muted">{start}…</code>
          </p>
          <p className="text-sm text-muted">
            {t('apiKeys.created', { when: formats.moment(createdAt) })}
            {' · '}
            {lastUsedAt === null
              ? t('apiKeys.unused')
              : t('devices.lastUsed', { when: `${formats.moment(lastUsedAt)} UTC` })}
          </p>
        </>
      )}
    </SecretSection>
  )
}

/** Whatever the plan includes. They are made where their stores are. */
export function FeedsSection() {
  const { t } = useTranslation('changes')
  const formats = useFormats()
  const { data } = useQuery(q(listFeeds, {}))
  const deletion = useCall(deleteFeed)
  const nameOf = ({ kind, name }: Feed) =>
    name ?? t(kind === 'brief' ? 'feed.brief' : 'savedStores')
  if (!data || data.feeds.length === 0) return null
  return (
    <Section title={t('feed.list')} text={t('feed.text')}>
      <SecretRows
        kind="feed"
        items={data.feeds}
        Icon={Rss}
        listCall={listFeeds}
        deletion={deletion}
        words={(feed) => ({
          button: t('feed.revokeConfirm'),
          label: `${t('feed.revoke')}${formats.colon}${nameOf(feed)}`,
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
