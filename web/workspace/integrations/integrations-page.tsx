import { Section, SettingsPage, useFailureToast } from '#web/accounts/api.ts'
import { pageLoader } from '#web/lib/app/page.tsx'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Rss, Webhook as WebhookIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import {
  API_CALLS_PER_MINUTE,
  createApiKey,
  createWebhook,
  deleteApiKey,
  deleteWebhook,
  listApiKeys,
  listWebhooks,
  MAX_API_KEY_NAME,
  MAX_API_KEYS,
  MAX_WEBHOOK_URL,
  MAX_WEBHOOKS,
  testWebhook,
  type Webhook,
} from '#contracts/workspace/integrations.ts'
import type { CurrentUser } from '#contracts/accounts/auth.ts'
import { OPENAPI_PATH } from '#contracts/endpoint.ts'
import { q, useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { notify } from '#web/lib/toast.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
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

export function WebhooksSection({ user }: { user: Pick<CurrentUser, 'hasPassword'> }) {
  const { t } = useTranslation('settings')
  const creation = useCall(createWebhook)
  return (
    <SecretSection
      kind="webhook"
      title={t('webhooks.title')}
      text={
        <>
          {t('webhooks.text')}{' '}
          <a href={OPENAPI_PATH} className="link">
            {t('webhooks.reference')}
          </a>
        </>
      }
      user={user}
      query={useQuery(q(listWebhooks, {}))}
      listCall={listWebhooks}
      itemsOf={({ webhooks }) => webhooks}
      most={MAX_WEBHOOKS}
      plan={{ none: t('webhooks.plan'), earlier: t('webhooks.unsent') }}
      Icon={WebhookIcon}
      isLong
      words={({ url }) => ({
        button: t('webhooks.delete'),
        label: t('webhooks.deleteOf', { url }),
        title: t('webhooks.deleteTitle'),
        text: (
          <>
            <code className="mb-2 block text-sm break-all">{url}</code>
            {t('webhooks.deleteText')}
          </>
        ),
        cancel: t('webhooks.keep'),
      })}
      actions={(webhook, isIncluded) => isIncluded && <TestButton webhook={webhook} />}
      deletion={useCall(deleteWebhook)}
      create={(url) => creation.mutateAsync({ body: { url } })}
      isCreating={creation.isPending}
      secretOf={({ secret }) => secret}
      form={{
        label: t('webhooks.url'),
        full: t('webhooks.full', { most: MAX_WEBHOOKS }),
        submit: t(creation.isPending ? 'webhooks.creating' : 'webhooks.create'),
        secret: t('webhooks.secret'),
        once: t('webhooks.once'),
      }}
      input={{ type: 'url', maxLength: MAX_WEBHOOK_URL, placeholder: t('webhooks.example') }}
      refusal="invalid_webhook_url"
    >
      {(webhook, isIncluded) => (
        <>
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <code className="min-w-0 text-sm break-all">{webhook.url}</code>
            <Badge tone={tones[webhook.state]}>{t(`webhooks.state.${webhook.state}`)}</Badge>
          </p>
          {webhook.state === 'paused' && isIncluded && (
            <p className="text-sm">{t('webhooks.paused')}</p>
          )}
          <LastAttempt webhook={webhook} />
        </>
      )}
    </SecretSection>
  )
}

const tones: Record<Webhook['state'], BadgeTone> = {
  unused: 'plain',
  working: 'good',
  failing: 'sun',
  paused: 'bad',
}

function LastAttempt({ webhook: { createdAt, lastAttemptAt, lastStatus } }: { webhook: Webhook }) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const when = formats.moment(lastAttemptAt ?? createdAt)
  return (
    <p className="text-sm text-muted">
      {lastAttemptAt === null
        ? t('webhooks.created', { when })
        : lastStatus === null
          ? t('webhooks.unanswered', { when })
          : t('webhooks.answered', { when, status: lastStatus })}
    </p>
  )
}

/** Reports in a message how the test went; the list then shows the same. */
function TestButton({ webhook: { id, url } }: { webhook: Webhook }) {
  const { t } = useTranslation('settings')
  const reload = useReload()
  const fail = useFailureToast()
  const call = useCall(testWebhook)
  const test = async () => {
    try {
      const isAccepted = (await call.mutateAsync({ params: { id } })).state === 'working'
      notify({
        kind: isAccepted ? 'success' : 'error',
        subject: 'webhook',
        title: t(isAccepted ? 'webhooks.accepted' : 'webhooks.refused'),
        description: url,
      })
    } catch (error) {
      fail('webhookTest', error)
    }
    await reload(listWebhooks)
  }
  return (
    <Button
      variant="secondary"
      size="sm"
      isBusy={call.isPending}
      aria-label={t('webhooks.testOf', { url })}
      onClick={() => void test()}
    >
      {t(call.isPending ? 'webhooks.testing' : 'webhooks.test')}
    </Button>
  )
}
