import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { OptOutTask, requestOptOut } from '#contracts/opt-out/opt-out.ts'
import { useCall } from '#web/api/use-call.ts'
import { useEarlyInput } from '#web/lib/browser/early-input.ts'
import {
  type ItemStorage,
  readStored,
  store,
  useHydrated,
} from '#web/lib/browser/browser-storage.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form/form-controls.tsx'
import { FormFailure, useFormCall } from '#web/ui/form/form-call.tsx'

type Fields = { domain: string }
type Props = { domain: string; onStart: (task: OptOutTask) => void }

export function DomainForm({ domain, onStart }: Props) {
  const { t } = useTranslation('opt-out')
  const form = useForm<Fields>({ mode: 'onSubmit', defaultValues: { domain } })
  const formId = useEarlyInput(form, ['domain'])
  const isHydrated = useHydrated()
  const request = useCall(requestOptOut)
  const { submit, failure, isBusy } = useFormCall(
    form,
    async ({ domain }) => onStart(await request.mutateAsync({ body: { domain: domain.trim() } })),
    ({ code }) =>
      code === 'invalid_request' ? { field: 'domain', message: t('domain.invalid') } : null,
  )
  return (
    <form
      id={formId}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="mt-5 grid gap-5"
    >
      <FormFailure error={failure} fallback="networkOrServer" />
      <TextField
        label={t('domain.label')}
        hint={t('domain.hint')}
        error={form.formState.errors.domain?.message}
        {...form.register('domain', {
          validate: (text) => text.trim() !== '' || t('domain.required'),
        })}
        type="text"
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={300}
        placeholder={t('domain.placeholder')}
      />
      <Button type="submit" size="lg" disabled={!isHydrated} isBusy={isBusy}>
        {t('domain.submit')}
      </Button>
      <SavedTask onStart={onStart} />
    </form>
  )
}

/** Its space is reserved before the storage has been read. */
function SavedTask({ onStart }: Pick<Props, 'onStart'>) {
  const { t } = useTranslation('opt-out')
  const isHydrated = useHydrated()
  return (
    <p className="min-h-11 text-sm text-muted">
      {isHydrated ? <SavedTaskLink onStart={onStart} /> : t('domain.unknown')}
    </p>
  )
}

function SavedTaskLink({ onStart }: Pick<Props, 'onStart'>) {
  const { t } = useTranslation('opt-out')
  const [saved] = useState(() => readSavedTask(localStorage, new Date()))
  if (!saved) return t('domain.unknown')
  return (
    <button
      type="button"
      className="link min-h-11 text-start wrap-anywhere"
      onClick={() => onStart(saved)}
    >
      {t('domain.goOn', { domain: saved.domain })}
    </button>
  )
}

/** A new DNS record takes a while to appear: owners who return later find what to publish. */
const KEY = 'optOutTask'

/** Null for any other content of the storage. */
export function readSavedTask(storage: ItemStorage, now: Date): OptOutTask | null {
  const saved = OptOutTask.safeParse(readStored(KEY, storage)).data
  return saved && Date.parse(saved.expiresAt) > now.getTime() ? saved : null
}

export const saveTask = (storage: ItemStorage, task: OptOutTask | null): void =>
  store(KEY, task, storage)
