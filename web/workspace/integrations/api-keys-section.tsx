import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  API_CALLS_PER_MINUTE,
  type ApiKey,
  createApiKey,
  deleteApiKey,
  listApiKeys,
  MAX_API_KEY_NAME,
  MAX_API_KEYS,
} from '#contracts/workspace/integrations.ts'
import type { CurrentUser } from '#contracts/accounts/auth.ts'
import { OPENAPI_PATH, type ResponseOf } from '#contracts/endpoint.ts'
import {
  PlanNote,
  Section,
  useFailureToast,
  useReauthentication,
  useRowDeletion,
  useRowFocus,
} from '#web/accounts/api.ts'
import { q } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Bone, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/form-controls.tsx'
import { SecretField } from '#web/ui/form/secret-field.tsx'

/**
 * The account's API keys: creates and deletes them. Plans without API keys see what they are for.
 */
export function ApiKeysSection({ user }: { user: CurrentUser }) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const keys = useQuery(q(listApiKeys, {}))
  const [created, setCreated] = useState<CreatedKey | null>(null)
  const calls = formats.number(API_CALLS_PER_MINUTE)
  return (
    <Section
      title={t('apiKeys.title')}
      text={
        <>
          {t('apiKeys.text', { calls })}{' '}
          <a href={OPENAPI_PATH} className="link">
            {t('apiKeys.reference')}
          </a>
        </>
      }
    >
      <Loaded query={keys} skeleton={<KeySkeleton />}>
        {(data) => (
          <>
            <KeyList
              keys={data.keys}
              onDeleted={(id) => setCreated((current) => (current?.id === id ? null : current))}
            />
            {data.isIncluded ? (
              <NewKey
                user={user}
                created={created}
                onCreated={setCreated}
                isFull={data.keys.length >= MAX_API_KEYS}
              />
            ) : (
              <PlanNote>{t(data.keys.length > 0 ? 'apiKeys.refused' : 'apiKeys.plan')}</PlanNote>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

const KeySkeleton = () => (
  <Skeleton className="grid gap-4">
    <Bone className="h-11" />
  </Skeleton>
)

type KeyListProps = { keys: readonly ApiKey[]; onDeleted: (id: string) => void }

function KeyList({ keys, onDeleted }: KeyListProps) {
  const { list, markDeleted, returnFocus } = useRowFocus()
  const [asked, setAsked] = useState<ApiKey | null>(null)
  const end = (isDeleted: boolean) => {
    setAsked(null)
    if (!asked || !isDeleted) return
    markDeleted()
    onDeleted(asked.id)
  }
  if (keys.length === 0) return null
  return (
    <>
      <ul ref={list} className="-mt-2 mb-4 divide-y divide-line">
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} onDelete={() => setAsked(key)} />
        ))}
      </ul>
      {asked && <DeleteKey apiKey={asked} onEnd={end} returnFocus={returnFocus} />}
    </>
  )
}

type KeyRowProps = { apiKey: ApiKey; onDelete: () => void }

function KeyRow({ apiKey: { name, start, createdAt, lastUsedAt }, onDelete }: KeyRowProps) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 py-3 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <KeyRound className="mt-0.5 size-5 self-start text-muted" aria-hidden />
      <div>
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
      </div>
      <Button
        variant="secondary"
        size="sm"
        className="max-sm:col-start-2 max-sm:justify-self-start"
        aria-label={t('apiKeys.deleteOf', { name })}
        onClick={onDelete}
      >
        {t('apiKeys.delete')}
      </Button>
    </li>
  )
}

type DeleteKeyProps = {
  apiKey: ApiKey
  onEnd: (isDeleted: boolean) => void
  returnFocus: () => HTMLElement | null
}

function DeleteKey({ apiKey: { id, name }, onEnd, returnFocus }: DeleteKeyProps) {
  const { t } = useTranslation('settings')
  const call = useCall(deleteApiKey)
  const remove = useRowDeletion({ subject: 'apiKey', listName: listApiKeys.name, onEnd })
  return (
    <ConfirmDialog
      title={t('apiKeys.deleteTitle', { name })}
      text={t('apiKeys.deleteText')}
      confirm={t('apiKeys.delete')}
      cancel={t('apiKeys.keep')}
      variant="danger"
      isBusy={call.isPending}
      onConfirm={() => void remove(() => call.mutateAsync({ params: { id } }))}
      onCancel={() => onEnd(false)}
      returnFocus={returnFocus}
    />
  )
}

type CreatedKey = ResponseOf<typeof createApiKey>
type NewKeyProps = {
  user: CurrentUser
  created: CreatedKey | null
  onCreated: (key: CreatedKey) => void
  isFull: boolean
}

function NewKey({ user, created, onCreated, isFull }: NewKeyProps) {
  const { t } = useTranslation('settings')
  const [name, setName] = useState('')
  const { create, isBusy, dialog } = useCreateKey(user, (key) => {
    setName('')
    onCreated(key)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') void create(name.trim())
  }
  return (
    <>
      {created && (
        <div className="mb-5">
          <SecretField label={t('apiKeys.key')} hint={t('apiKeys.once')} value={created.key} />
        </div>
      )}
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <Field
          label={t('apiKeys.name')}
          className="min-w-0 grow basis-56"
          {...(isFull && { hint: t('apiKeys.full', { most: MAX_API_KEYS }) })}
        >
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={MAX_API_KEY_NAME}
              placeholder={t('apiKeys.example')}
              autoComplete="off"
              disabled={isFull}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" isBusy={isBusy} disabled={isFull || name.trim() === ''}>
          {t(isBusy ? 'apiKeys.creating' : 'apiKeys.create')}
        </Button>
      </form>
      {dialog}
    </>
  )
}

function useCreateKey({ hasPassword }: CurrentUser, onCreated: (key: CreatedKey) => void) {
  const client = useQueryClient()
  const fail = useFailureToast()
  const call = useCall(createApiKey)
  const reauthentication = useReauthentication({ hasPassword })
  const create = async (name: string) => {
    try {
      const outcome = await reauthentication.run(() => call.mutateAsync({ body: { name } }))
      if (outcome.kind === 'cancelled') return
      onCreated(outcome.value)
    } catch (error) {
      fail('apiKey', error)
    }
    await client.invalidateQueries({ queryKey: [listApiKeys.name] })
  }
  return { create, isBusy: call.isPending, dialog: reauthentication.dialog }
}
