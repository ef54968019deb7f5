import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contracts/users.ts'
import { notify, withdrawToasts } from '#web/ui/toast-store.ts'
import { showServerError } from './show-server-error.ts'
import { useFailureToast } from './use-failure-toast.ts'
import { useSaveProfile, type ProfileFields } from './use-save-profile.ts'

export function useProfileForm(profile: Profile | null) {
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
        ...(isNew && { description: t('profile.confirmSent', { email: saved.pendingEmail ?? '' }) }),
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
