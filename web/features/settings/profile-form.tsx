import { useTranslation } from 'react-i18next'
import { isEmail } from '#contracts/email-pattern.ts'
import type { Profile } from '#contracts/users.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { PendingEmail } from './pending-email.tsx'
import { BANNER_ID } from './settings-page.tsx'
import { UnsavedWarning } from './unsaved-warning.tsx'
import { useProfileForm } from './use-profile-form.ts'

const MAX_NAME_LENGTH = 60

/** Names and address. Read-only without a profile. */
export function ProfileForm({ profile }: { profile: Profile | null }) {
  const { t } = useTranslation(['settings', 'forms'])
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
            <Field label={t('settings:profile.firstName')} error={errors.firstName?.message}>
              {(control) => <Input {...control} {...name('firstName')} />}
            </Field>
            <Field label={t('settings:profile.lastName')} error={errors.lastName?.message}>
              {(control) => <Input {...control} {...name('lastName')} />}
            </Field>
          </div>
          <Field
            label={t('forms:email.label')}
            hint={t('settings:profile.emailHint')}
            error={errors.email?.message}
          >
            {(control) => (
              <Input {...control} {...email} type="email" autoComplete="email" inputMode="email" />
            )}
          </Field>
          {profile?.pendingEmail && <PendingEmail profile={profile} pendingEmail={profile.pendingEmail} />}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button type="submit" isBusy={isSaving}>
              {t(isSaving ? 'settings:profile.saving' : 'settings:profile.save')}
            </Button>
            {isDirty && profile && <p className="text-sm text-muted">{t('settings:unsaved.hint')}</p>}
          </div>
        </fieldset>
      </form>
      {dialog}
      <UnsavedWarning isDirty={isDirty && profile !== null} />
    </>
  )
}
