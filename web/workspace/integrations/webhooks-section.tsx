import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Webhook as WebhookIcon } from 'lucide-react'
import { type FormEvent, useState } from 'react'
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
import { OPENAPI_PATH, type ResponseOf } from '#contracts/endpoint.ts'
import {
  PlanNote,
  Section,
  useFailureToast,
  useReauthentication,
  useRowDeletion,
  useRowFocus,
} from '#web/accounts/api.ts'
import { isApiError } from '#web/api/api-error.ts'
import { q } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { notify } from '#web/lib/toast.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Bone, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/form-controls.tsx'
import { SecretField } from '#web/ui/form/secret-field.tsx'

type Member = Pick<CurrentUser, 'hasPassword'>

/**
 * The account's webhooks: adds, tests and deletes them. Plans without webhooks see what they are
 * for.
 */
export function WebhooksSection({ user }: { user: Member }) {
  const { t } = useTranslation('settings')
  const webhooks = useQuery(q(listWebhooks, {}))
  const [created, setCreated] = useState<CreatedWebhook | null>(null)
  return (
    <Section
      title={t('webhooks.title')}
      text={
        <>
          {t('webhooks.text')}{' '}
          <a href={OPENAPI_PATH} className="link">
            {t('webhooks.reference')}
          </a>
        </>
      }
    >
      <Loaded query={webhooks} skeleton={<WebhookSkeleton />}>
        {(data) => (
          <>
            <WebhookList
              webhooks={data.webhooks}
              canTest={data.isIncluded}
              onDeleted={(id) => setCreated((current) => (current?.id === id ? null : current))}
            />
            {data.isIncluded ? (
              <NewWebhook
                user={user}
                created={created}
                onCreated={setCreated}
                isFull={data.webhooks.length >= MAX_WEBHOOKS}
              />
            ) : (
              <PlanNote>
                {t(data.webhooks.length > 0 ? 'webhooks.unsent' : 'webhooks.plan')}
              </PlanNote>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

const WebhookSkeleton = () => (
  <Skeleton className="grid gap-4">
    <Bone className="h-11" />
  </Skeleton>
)

type ListProps = { webhooks: readonly Webhook[]; canTest: boolean; onDeleted: (id: string) => void }

function WebhookList({ webhooks, canTest, onDeleted }: ListProps) {
  const { list, markDeleted, returnFocus } = useRowFocus()
  const [asked, setAsked] = useState<Webhook | null>(null)
  const end = (isDeleted: boolean) => {
    setAsked(null)
    if (!asked || !isDeleted) return
    markDeleted()
    onDeleted(asked.id)
  }
  if (webhooks.length === 0) return null
  return (
    <>
      <ul ref={list} className="-mt-2 mb-4 divide-y divide-line">
        {webhooks.map((webhook) => (
          <WebhookRow
            key={webhook.id}
            webhook={webhook}
            canTest={canTest}
            onDelete={() => setAsked(webhook)}
          />
        ))}
      </ul>
      {asked && <DeleteWebhook webhook={asked} onEnd={end} returnFocus={returnFocus} />}
    </>
  )
}

const tones: Record<Webhook['state'], BadgeTone> = {
  unused: 'plain',
  working: 'good',
  failing: 'sun',
  paused: 'bad',
}

type RowProps = { webhook: Webhook; canTest: boolean; onDelete: () => void }

function WebhookRow({ webhook, canTest, onDelete }: RowProps) {
  const { t } = useTranslation('settings')
  const { url, state } = webhook
  const { test, isBusy } = useTest(webhook)
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 py-3">
      <WebhookIcon className="mt-0.5 size-5 self-start text-muted" aria-hidden />
      <div>
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <code className="min-w-0 text-sm break-all">{url}</code>
          <Badge tone={tones[state]}>{t(`webhooks.state.${state}`)}</Badge>
        </p>
        {state === 'paused' && canTest && <p className="text-sm">{t('webhooks.paused')}</p>}
        <LastAttempt webhook={webhook} />
      </div>
      <div className="col-start-2 flex flex-wrap gap-2">
        {canTest && (
          <Button
            variant="secondary"
            size="sm"
            isBusy={isBusy}
            aria-label={t('webhooks.testOf', { url })}
            onClick={() => void test()}
          >
            {t(isBusy ? 'webhooks.testing' : 'webhooks.test')}
          </Button>
        )}
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('webhooks.deleteOf', { url })}
          onClick={onDelete}
        >
          {t('webhooks.delete')}
        </Button>
      </div>
    </li>
  )
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
function useTest({ id, url }: Webhook) {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
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
    await client.invalidateQueries({ queryKey: [listWebhooks.name] })
  }
  return { test, isBusy: call.isPending }
}

type DeleteProps = {
  webhook: Webhook
  onEnd: (isDeleted: boolean) => void
  returnFocus: () => HTMLElement | null
}

function DeleteWebhook({ webhook: { id, url }, onEnd, returnFocus }: DeleteProps) {
  const { t } = useTranslation('settings')
  const call = useCall(deleteWebhook)
  const remove = useRowDeletion({ subject: 'webhook', listName: listWebhooks.name, onEnd })
  return (
    <ConfirmDialog
      title={t('webhooks.deleteTitle')}
      text={
        <>
          <code className="mb-2 block text-sm break-all">{url}</code>
          {t('webhooks.deleteText')}
        </>
      }
      confirm={t('webhooks.delete')}
      cancel={t('webhooks.keep')}
      variant="danger"
      isBusy={call.isPending}
      onConfirm={() => void remove(() => call.mutateAsync({ params: { id } }))}
      onCancel={() => onEnd(false)}
      returnFocus={returnFocus}
    />
  )
}

type CreatedWebhook = ResponseOf<typeof createWebhook>
type NewProps = {
  user: Member
  created: CreatedWebhook | null
  onCreated: (webhook: CreatedWebhook) => void
  isFull: boolean
}

function NewWebhook({ user, created, onCreated, isFull }: NewProps) {
  const { t } = useTranslation('settings')
  const [url, setUrl] = useState('')
  const { create, refusal, forgetRefusal, isBusy, dialog } = useCreateWebhook(user, (webhook) => {
    setUrl('')
    onCreated(webhook)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (url.trim() !== '') void create(url.trim())
  }
  return (
    <>
      {created && (
        <div className="mb-5">
          <SecretField
            label={t('webhooks.secret')}
            hint={t('webhooks.once')}
            value={created.secret}
          />
        </div>
      )}
      <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <Field
          label={t('webhooks.url')}
          error={refusal}
          className="min-w-0 grow basis-56"
          {...(isFull && { hint: t('webhooks.full', { most: MAX_WEBHOOKS }) })}
        >
          {(control) => (
            <Input
              {...control}
              type="url"
              value={url}
              maxLength={MAX_WEBHOOK_URL}
              placeholder={t('webhooks.example')}
              autoComplete="off"
              disabled={isFull}
              onChange={(event) => {
                setUrl(event.target.value)
                forgetRefusal()
              }}
            />
          )}
        </Field>
        <Button type="submit" isBusy={isBusy} disabled={isFull || url.trim() === ''}>
          {t(isBusy ? 'webhooks.creating' : 'webhooks.create')}
        </Button>
      </form>
      {dialog}
    </>
  )
}

/** `refusal`: why the address was refused. */
function useCreateWebhook({ hasPassword }: Member, onCreated: (webhook: CreatedWebhook) => void) {
  const client = useQueryClient()
  const fail = useFailureToast()
  const call = useCall(createWebhook)
  const reauthentication = useReauthentication({ hasPassword })
  const [refusal, setRefusal] = useState<string>()
  const create = async (url: string) => {
    try {
      const outcome = await reauthentication.run(() => call.mutateAsync({ body: { url } }))
      if (outcome.kind === 'cancelled') return
      onCreated(outcome.value)
    } catch (error) {
      if (isApiError(error, 'invalid_webhook_url')) setRefusal(error.message)
      else fail('webhook', error)
    }
    await client.invalidateQueries({ queryKey: [listWebhooks.name] })
  }
  return {
    create,
    refusal,
    forgetRefusal: () => setRefusal(undefined),
    isBusy: call.isPending,
    dialog: reauthentication.dialog,
  }
}
