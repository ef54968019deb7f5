import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_SEARCH_NAME } from '#contracts/stores/saved-searches.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/form-controls.tsx'
import { Switch } from '#web/ui/form/switch.tsx'

export type SearchDraft = { name: string; mails: boolean }

type Props = {
  initial: SearchDraft
  submitLabel: string
  isBusy: boolean
  /** Shown beside the switch when turning it on is not sufficient by itself. */
  mailNote?: string | undefined
  onSubmit: (draft: SearchDraft) => void
  onCancel: () => void
}

/** Name and mail switch of a saved search. */
export function SearchForm({ initial, submitLabel, isBusy, mailNote, onSubmit, onCancel }: Props) {
  const { t } = useTranslation('list')
  const [draft, setDraft] = useState(initial)
  const [isTried, setTried] = useState(false)
  const formId = useId()
  const name = draft.name.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name) onSubmit({ ...draft, name })
  }
  return (
    <form id={formId} noValidate onSubmit={submit} className="grid gap-6 pt-2">
      <Field
        label={t('searches.form.name')}
        error={isTried && !name ? t('searches.form.nameRequired') : undefined}
      >
        {(control) => (
          <Input
            {...control}
            value={draft.name}
            maxLength={MAX_SEARCH_NAME}
            autoComplete="off"
            onFocus={(event) => event.target.select()}
            onChange={(event) => setDraft({ ...draft, name: event.target.value })}
          />
        )}
      </Field>
      <Switch
        label={t('searches.form.mails')}
        hint={
          <>
            {t('searches.form.mailsHint')}
            {mailNote && draft.mails && (
              <span className="mt-1 block font-medium text-sun-ink">{mailNote}</span>
            )}
          </>
        }
        isOn={draft.mails}
        onChange={(mails) => setDraft({ ...draft, mails })}
      />
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <Button variant="secondary" onClick={onCancel}>
          {t('searches.form.cancel')}
        </Button>
        <Button type="submit" isBusy={isBusy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
