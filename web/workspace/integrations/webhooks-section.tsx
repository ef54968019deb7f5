import { useQuery } from '@tanstack/react-query'
import { Webhook as WebhookIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { CurrentUser } from '#contracts/accounts/auth.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  MAX_WEBHOOK_URL,
  MAX_WEBHOOKS,
  testWebhook,
  type Webhook,
} from '#contracts/workspace/integrations.ts'
import { OPENAPI_PATH } from '#contracts/endpoint.ts'
import { useFailureToast } from '#web/accounts/api.ts'
import { q, useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { notify } from '#web/lib/toast.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SecretSection } from './secret-list.tsx'

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
