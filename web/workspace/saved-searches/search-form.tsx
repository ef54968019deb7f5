import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { MAX_SEARCH_NAME, type SearchValues } from '#contracts/workspace/saved-searches.ts'
import { notify } from '#web/lib/toast.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialog.tsx'
import { Switch, TextField } from '#web/ui/form/form-controls.tsx'
import { useSearches, useSearchFailure } from './saved-searches.ts'

export type SearchDraft = Pick<SearchValues, 'name' | 'mails' | 'instant' | 'webhooks'>

type Props = {
  initial: SearchDraft
  submitLabel: string
  isBusy: boolean
  /** Shown beside the switch when turning it on is not sufficient by itself. */
  mailNote?: string | undefined
  onSubmit: (draft: SearchDraft) => void
  onCancel: () => void
}

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
      <TextField
        label={t('searches.form.name')}
        error={isTried && !name ? t('searches.form.nameRequired') : undefined}
        value={draft.name}
        maxLength={MAX_SEARCH_NAME}
        autoComplete="off"
        onFocus={(event) => event.target.select()}
        onChange={(event) => setDraft({ ...draft, name: event.target.value })}
      />
      <ReportSwitches draft={draft} mailNote={mailNote} onChange={setDraft} />
      <DialogButtons cancel={{ onCancel }}>
        <Button type="submit" isBusy={isBusy}>
          {submitLabel}
        </Button>
      </DialogButtons>
    </form>
  )
}

/** Sends the draft and reports what came of it; a success ends the form. */
export function useSendDraft(
  action: 'save' | 'change',
  send: (draft: SearchDraft) => Promise<unknown>,
  onDone: () => void,
) {
  const { t } = useTranslation(['list', 'common'])
  const fail = useSearchFailure()
  const [isBusy, setBusy] = useState(false)
  const submit = async (draft: SearchDraft) => {
    setBusy(true)
    try {
      await send(draft)
      const title = t(action === 'save' ? 'searches.saved' : 'searches.changed')
      notify({ kind: 'success', subject: 'search', title, description: draft.name })
      onDone()
    } catch (error) {
      fail(action, error)
      setBusy(false)
    }
  }
  const idle = action === 'save' ? 'searches.save' : 'searches.form.submitEdit'
  return {
    isBusy,
    submitLabel: t(isBusy ? 'common:saving' : idle),
    onSubmit: (draft: SearchDraft) => void submit(draft),
    onCancel: onDone,
  }
}

type ReportSwitchesProps = {
  draft: SearchDraft
  mailNote: string | undefined
  onChange: (draft: SearchDraft) => void
}

/** Offers only what the plan allows. */
function ReportSwitches({ draft, mailNote, onChange }: ReportSwitchesProps) {
  const { t } = useTranslation('list')
  const { data } = useSearches()
  const { hasInstantAlerts = false, hasWebhooks = false } = data ?? {}
  return (
    <>
      <Switch
        label={t('searches.form.mails')}
        hint={
          <>
            {t(
              hasInstantAlerts && draft.instant
                ? 'searches.form.mailsHintInstant'
                : 'searches.form.mailsHint',
            )}
            {mailNote && draft.mails && (
              <span className="mt-1 block font-medium text-sun-ink">{mailNote}</span>
            )}
          </>
        }
        isOn={draft.mails}
        onChange={(mails) => onChange({ ...draft, mails })}
      />
      {hasWebhooks && (
        <Switch
          label={t('searches.form.webhooks')}
          hint={
            <>
              {t('searches.form.webhooksHint')}{' '}
              <Link to={paths.settingsApi()} className="link">
                {t('searches.form.webhooksSettings')}
              </Link>
            </>
          }
          isOn={draft.webhooks}
          onChange={(webhooks) => onChange({ ...draft, webhooks })}
        />
      )}
      {hasInstantAlerts && (draft.mails || (hasWebhooks && draft.webhooks)) && (
        <Switch
          label={t('searches.form.instant')}
          hint={t('searches.form.instantHint')}
          isOn={draft.instant}
          onChange={(instant) => onChange({ ...draft, instant })}
        />
      )}
    </>
  )
}
