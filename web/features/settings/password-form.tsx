import { useWatch, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { CurrentUser } from '#contracts/auth.ts'
import { MAX_PASSWORD_LENGTH, meetsAllRules, passwordRules } from '#contracts/password-rules.ts'
import { useIsCommonPassword } from '#web/lib/use-is-common-password.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { NewPasswordFields } from '#web/ui/new-password-fields.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { BANNER_ID } from './settings-page.tsx'
import { usePasswordForm, type PasswordFields } from './use-password-form.ts'

type Props = { user: CurrentUser | null; onDone: () => void }

export function PasswordForm({ user, onDone }: Props) {
  const { t } = useTranslation('settings')
  const { form, submit, isBusy, dialog } = usePasswordForm(user, onDone)
  const { errors } = form.formState
  const [newPassword, confirmPassword] = useWatch({
    control: form.control,
    name: ['newPassword', 'confirmPassword'],
  })
  const isCommon = useIsCommonPassword(newPassword, user ? [user.email, user.name] : [])
  const controls = usePasswordControls(form, isCommon === true)
  return (
    <>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <fieldset
          disabled={!user}
          aria-describedby={user ? undefined : BANNER_ID}
          className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5"
        >
          {/* Names the account for password managers. */}
          <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
          {(user?.hasPassword ?? true) && (
            <Field label={t('password.current')} error={errors.currentPassword?.message}>
              {(control) => <PasswordInput {...control} {...controls.currentPassword} />}
            </Field>
          )}
          <NewPasswordFields
            password={{
              field: controls.newPassword,
              value: newPassword,
              error: errors.newPassword?.message,
              isCommon,
              label: t('password.new'),
            }}
            confirm={{
              field: controls.confirmPassword,
              value: confirmPassword,
              error: errors.confirmPassword?.message,
              label: t('password.confirm'),
            }}
          />
          <Button type="submit" isBusy={isBusy} className="justify-self-start">
            {t(isBusy ? 'password.submitting' : 'password.submit')}
          </Button>
        </fieldset>
      </form>
      {dialog}
    </>
  )
}

/** Validation rules of the three fields; editing a field clears its error. */
function usePasswordControls(form: UseFormReturn<PasswordFields>, isCommon: boolean) {
  const { t } = useTranslation(['settings', 'forms', 'errors'])
  const field = (
    name: keyof PasswordFields,
    required: string,
    more: Record<string, (value: string, fields: PasswordFields) => string | true> = {},
  ) => ({
    ...form.register(name, { required, validate: more, onChange: () => form.clearErrors(name) }),
    autoComplete: name === 'currentPassword' ? 'current-password' : 'new-password',
  })
  return {
    currentPassword: field('currentPassword', t('settings:password.currentRequired')),
    newPassword: {
      ...field('newPassword', t('settings:password.newRequired'), {
        length: (value) => passwordRules.length(value) || t('settings:password.length'),
        rules: (value) => meetsAllRules(value) || t('forms:password.mustMeetRules'),
        uncommon: () => !isCommon || t('errors:common_password'),
      }),
      maxLength: MAX_PASSWORD_LENGTH,
    },
    confirmPassword: field('confirmPassword', t('settings:password.confirmRequired'), {
      match: (value, fields) => value === fields.newPassword || t('settings:password.match'),
    }),
  }
}
