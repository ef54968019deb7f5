import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getPreferences, updatePreferences, type Preferences } from '#contracts/users.ts'
import { q } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { notify } from '#web/ui/toast-store.ts'
import { atLeast } from './at-least.ts'
import { BANNER_ID } from './settings-page.tsx'
import { UnsavedWarning } from './unsaved-warning.tsx'
import { useFailureToast } from './use-failure-toast.ts'

const BUSY_MS = 1_000

type Props = { saved: Preferences; canEdit: boolean }

/** Saves only when the user presses the button. */
export function PreferencesForm({ saved, canEdit }: Props) {
  const { t } = useTranslation('settings')
  const hintId = useId()
  const [draft, setDraft] = useState<Preferences | null>(null)
  const { save, isSaving } = useSavePreferences(() => setDraft(null))
  const { emailUpdates } = draft ?? saved
  const isDirty = canEdit && emailUpdates !== saved.emailUpdates
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save({ emailUpdates })
      }}
    >
      <fieldset
        disabled={!canEdit || isSaving}
        aria-describedby={canEdit ? undefined : BANNER_ID}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5"
      >
        <Switch
          label={t('preferences.label')}
          hint={t('preferences.text')}
          isOn={emailUpdates}
          onChange={(isOn) => setDraft({ emailUpdates: isOn })}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" disabled={!isDirty} isBusy={isSaving} aria-describedby={hintId}>
            {t(isSaving ? 'preferences.saving' : 'preferences.save')}
          </Button>
          <p id={hintId} aria-live="polite" className="text-sm text-muted">
            {isSaving ? '' : t(isDirty ? 'unsaved.hint' : 'unsaved.none')}
          </p>
        </div>
      </fieldset>
      <UnsavedWarning isDirty={isDirty} />
    </form>
  )
}

function useSavePreferences(onSaved: () => void) {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const fail = useFailureToast()
  const update = useCall(updatePreferences)
  const [isSaving, setSaving] = useState(false)
  const save = async (body: Preferences) => {
    setSaving(true)
    try {
      const answer = await atLeast(BUSY_MS, update.mutateAsync({ body }))
      client.setQueryData(q(getPreferences, {}).queryKey, answer)
      onSaved()
      notify({ kind: 'success', subject: 'save', title: t('preferences.saved') })
    } catch (error) {
      fail('save', error)
    } finally {
      setSaving(false)
    }
  }
  return { save, isSaving }
}
