import type { UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isEmail } from '#contracts/accounts/credentials.ts'
import { TextField } from '#web/ui/form/form-controls.tsx'

type EmailRules = { required: string; validate: (value: string) => true | string }

type Props = {
  error: string | undefined
  /** Registers the form's `email` field: `(rules) => form.register('email', rules)`. */
  register: (rules: EmailRules) => UseFormRegisterReturn
  /** Label of the Enter key on touch keyboards. */
  enterKeyHint: 'next' | 'send'
}

export function EmailField({ error, register, enterKeyHint }: Props) {
  const { t } = useTranslation('forms')
  return (
    <TextField
      label={t('email.label')}
      error={error}
      {...register({
        required: t('email.required'),
        validate: (value) => isEmail(value.trim()) || t('email.invalid'),
      })}
      type="email"
      autoComplete="email"
      inputMode="email"
      enterKeyHint={enterKeyHint}
      placeholder={t('email.placeholder')}
    />
  )
}
