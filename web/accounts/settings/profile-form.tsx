import { MailQuestion } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isEmail } from '#contracts/accounts/credentials.ts'
import {
  cancelEmailChange,
  getProfile,
  type Profile,
  updateProfile,
} from '#contracts/accounts/users.ts'
import { q } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { notify, withdrawToasts } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextField } from '#web/ui/form/form-controls.tsx'
import { showServerError, useFailureToast } from './action-feedback.ts'
import { UnsavedWarning } from '#web/ui/unsaved-warning.tsx'
import { BANNER_ID } from './settings-page.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#contracts/accounts/auth.ts'
import { useReauthentication } from '#web/accounts/identity/confirm-identity.tsx'
import { useSessionStore } from '#web/lib/session/session.tsx'

const MAX_NAME_LENGTH = 60

export function ProfileForm({ profile }: { profile: Profile | null }) {
  const { t } = useTranslation(['settings', 'forms', 'common'])
  const { form, submit, isSaving, dialog } = useProfileForm(profile)
  const { errors, isDirty } = form.formState
  const name = (field: 'firstName' | 'lastName') => ({
    ...form.register(field, {
      validate: (value) => value.trim() !== '' || t(`settings:profile.${field}Required`),
      onChange: () => form.clearErrors(field),
    }),
    autoComplete: field === 'firstName' ? 'given-name' : 'family-name',
    maxLength: MAX_NAME_LENGTH,
  })
  const email = form.register('email', {
    validate: {
      required: (value) => value.trim() !== '' || t('forms:email.required'),
      pattern: (value) => isEmail(value.trim()) || t('forms:email.invalid'),
    },
    onChange: () => form.clearErrors('email'),
  })
  return (
    <>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <fieldset
          disabled={!profile}
          aria-describedby={profile ? undefined : BANNER_ID}
          className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5"
        >
          <div className="grid gap-5 sm:grid-cols-2 sm:items-start">
            <TextField
              label={t('settings:profile.firstName')}
              error={errors.firstName?.message}
              {...name('firstName')}
            />
            <TextField
              label={t('settings:profile.lastName')}
              error={errors.lastName?.message}
              {...name('lastName')}
            />
          </div>
          <TextField
            label={t('forms:email.label')}
            hint={t('settings:profile.emailHint')}
            error={errors.email?.message}
            {...email}
            type="email"
            autoComplete="email"
            inputMode="email"
          />
          {profile?.pendingEmail && (
            <PendingEmail profile={profile} pendingEmail={profile.pendingEmail} />
          )}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button type="submit" isBusy={isSaving}>
              {t(isSaving ? 'common:saving' : 'settings:profile.save')}
            </Button>
            {isDirty && profile && (
              <p className="text-sm text-muted">{t('settings:unsaved.hint')}</p>
            )}
          </div>
        </fieldset>
      </form>
      {dialog}
      <UnsavedWarning isDirty={isDirty && profile !== null} />
    </>
  )
}

function useProfileForm(profile: Profile | null) {
  const { t } = useTranslation('settings')
  const fail = useFailureToast()
  const { save, isSaving, dialog } = useSaveProfile(profile)
  const form = useForm<ProfileFields>({
    values: fieldsOf(profile),
    // Later answers from the server do not overwrite edited fields.
    resetOptions: { keepDirtyValues: true },
    reValidateMode: 'onSubmit',
  })
  const onValid = async (fields: ProfileFields) => {
    withdrawToasts('update')
    try {
      const saved = await save(trimmed(fields))
      if (!saved) return
      form.reset(fieldsOf(saved), { keepDirtyValues: false })
      const isNew = saved.pendingEmail !== null && saved.pendingEmail !== profile?.pendingEmail
      notify({
        kind: 'success',
        subject: 'update',
        title: t('profile.saved'),
        ...(isNew && {
          description: t('profile.confirmSent', { email: saved.pendingEmail ?? '' }),
        }),
      })
    } catch (error) {
      showServerError(form.setError, ['firstName', 'lastName', 'email'], error)
      fail('update', error)
    }
  }
  const onInvalid = () =>
    notify({
      kind: 'error',
      subject: 'update',
      title: t('failed.validation.title'),
      description: t('failed.validation.text'),
    })
  return { form, submit: form.handleSubmit(onValid, onInvalid), isSaving, dialog }
}

const fieldsOf = (profile: Profile | null): ProfileFields => ({
  firstName: profile?.firstName ?? '',
  lastName: profile?.lastName ?? '',
  email: profile?.email ?? '',
})

const trimmed = ({ firstName, lastName, email }: ProfileFields): ProfileFields => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  email: email.trim(),
})

/** The unconfirmed new address. To send the link again, the form saves the address again. */
function PendingEmail({ profile, pendingEmail }: { profile: Profile; pendingEmail: string }) {
  const { t } = useTranslation('settings')
  const fail = useFailureToast()
  const show = useShowProfile()
  const { save, isSaving, dialog } = useSaveProfile(profile)
  const cancel = useCall(cancelEmailChange)
  const { firstName, lastName } = profile

  const attempt = async (action: () => Promise<boolean>, done: 'resent' | 'cancelled') => {
    try {
      if (await action())
        notify({ kind: 'success', subject: 'update', title: t(`pending.${done}`) })
    } catch (error) {
      fail('update', error)
    }
  }
  const resend = () =>
    attempt(
      async () => (await save({ firstName, lastName, email: pendingEmail })) !== null,
      'resent',
    )
  const giveUp = () =>
    attempt(async () => {
      show(await cancel.mutateAsync({}))
      return true
    }, 'cancelled')

  return (
    <Notice
      icon={MailQuestion}
      title={t('pending.title', { email: pendingEmail })}
      className="wrap-anywhere"
    >
      <p>{t('pending.text', { current: profile.email })}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" isBusy={isSaving} onClick={() => void resend()}>
          {t('pending.resend')}
        </Button>
        <Button variant="quiet" size="sm" isBusy={cancel.isPending} onClick={() => void giveUp()}>
          {t('pending.cancel')}
        </Button>
      </div>
      {dialog}
    </Notice>
  )
}

/** Until it has loaded, or if loading fails, the session's data. */
export function useProfile(user: CurrentUser | null): Profile | null {
  const { data } = useQuery({ ...q(getProfile, {}), enabled: user !== null })
  if (!user) return null
  const { firstName, lastName, email, pictureUrl, hasPassword } = user
  return data ?? { firstName, lastName, email, pictureUrl, hasPassword, pendingEmail: null }
}

export function useShowProfile(): (profile: Profile) => void {
  const client = useQueryClient()
  const store = useSessionStore()
  return (profile) => {
    client.setQueryData(q(getProfile, {}).queryKey, profile)
    void store.check()
  }
}

type ProfileFields = Pick<Profile, 'firstName' | 'lastName' | 'email'>

/** A new address requires a proof of identity. `save` resolves to null when the user declines. */
function useSaveProfile(profile: Profile | null) {
  const update = useCall(updateProfile)
  const show = useShowProfile()
  const reauthentication = useReauthentication(profile)

  const save = async (body: ProfileFields): Promise<Profile | null> => {
    const saved = await reauthentication.run(() => update.mutateAsync({ body }))
    if (saved) show(saved)
    return saved
  }
  return { save, isSaving: update.isPending, dialog: reauthentication.dialog }
}
