import { saveFile } from '#web/lib/browser/elements.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CurrentUser } from '#contracts/accounts/auth.ts'
import {
  getPreferences,
  type Preferences,
  updatePreferences,
  exportAccount,
} from '#contracts/accounts/users.ts'
import { useReauthentication } from '#web/accounts/identity/confirm-identity.tsx'
import { q } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { isPaid, useSession } from '#web/lib/session/session.tsx'
import { notify } from '#web/lib/toast.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { Switch } from '#web/ui/form/form-controls.tsx'
import { UnsavedWarning } from '#web/ui/unsaved-warning.tsx'
import { useFailureToast, withMinimumDuration } from './action-feedback.ts'
import { DangerSection } from './delete-account.tsx'
import { BANNER_ID, Section, SettingsPage } from './settings-page.tsx'

function PreferencesPage() {
  return (
    <SettingsPage name="preferences">
      {(user) => (
        <>
          <PreferencesSection key={user?.id} user={user} />
          <DataSection user={user} />
          <DangerSection user={user} />
        </>
      )}
    </SettingsPage>
  )
}

export { PreferencesPage as Component }

/** Settings of a new account, shown to signed-out visitors. */
const initial = { emailUpdates: false }

function PreferencesSection({ user }: { user: CurrentUser | null }) {
  const { t } = useTranslation('settings')
  const preferences = useQuery({
    ...q(getPreferences, {}),
    enabled: user !== null,
  })
  const session = useSession()
  return (
    <Section title={t('preferences.title')}>
      {user ? (
        <Loaded
          query={preferences}
          skeleton={
            <Skeleton className="grid gap-5" bones={['h-36 sm:h-18', 'h-18 w-44 sm:h-11']} />
          }
        >
          {(saved) => <PreferencesForm saved={saved} canEdit />}
        </Loaded>
      ) : (
        <PreferencesForm saved={initial} canEdit={false} />
      )}
      {isPaid(session) && preferences.data && <SearchMails />}
    </Section>
  )
}

/** Points to the other mail settings, which are kept with their own feature. */
function SearchMails() {
  const { t } = useTranslation('settings')
  return (
    <p className="mt-5 border-t border-line pt-4 text-sm text-muted">
      {t('preferences.searches')}{' '}
      <Link to={paths.list()} className="link">
        {t('preferences.toSearches')}
      </Link>
    </p>
  )
}

const BUSY_MS = 1_000

type Props = { saved: Preferences; canEdit: boolean }

/** Saves only when the user presses the button. */
function PreferencesForm({ saved, canEdit }: Props) {
  const { t } = useTranslation(['settings', 'common'])
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
            {t(isSaving ? 'common:saving' : 'preferences.save')}
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
      const answer = await withMinimumDuration(BUSY_MS, update.mutateAsync({ body }))
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

function DataSection({ user }: { user: CurrentUser | null }) {
  const { t } = useTranslation('settings')
  const fail = useFailureToast()
  const call = useCall(exportAccount)
  const reauthentication = useReauthentication(user)
  const download = async () => {
    try {
      const record = await reauthentication.run(() => call.mutateAsync({}))
      if (!record) return
      saveFile(
        `storedawn-account-${record.exportedAt.slice(0, 10)}.json`,
        new Blob([JSON.stringify(record, null, 2)], { type: 'application/json' }),
      )
      notify({ kind: 'success', subject: 'download', title: t('data.downloaded') })
    } catch (error) {
      fail('download', error)
    }
  }
  return (
    <Section title={t('data.title')} text={t('data.text')}>
      <Button
        variant="secondary"
        disabled={!user}
        isBusy={call.isPending}
        aria-describedby={user ? undefined : BANNER_ID}
        onClick={() => void download()}
      >
        {!call.isPending && <Download className="size-4.5" aria-hidden />}
        {t(call.isPending ? 'data.preparing' : 'data.download')}
      </Button>
      {reauthentication.dialog}
    </Section>
  )
}
