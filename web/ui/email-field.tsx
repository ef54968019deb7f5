import { useTranslation } from 'react-i18next'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { isEmail } from '#contracts/email-pattern.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

type EmailRules = { required: string; validate: (value: string) => true | string }

type Props = {
  error: string | undefined
  /** Of the form that the field is in, as its `email`: `(rules) => form.register('email', rules)`. */
  register: (rules: EmailRules) => UseFormRegisterReturn
  /** What the key at the end of a phone's keyboard does. */
  enterKeyHint: 'next' | 'send'
}

/** The address of the account screens: required, of the simple pattern, and filled in by the browser. */
export function EmailField({ error, register, enterKeyHint }: Props) {
  const { t } = useTranslation('forms')
  return (
    <Field label={t('email.label')} error={error}>
      {(control) => (
        <Input
          {...control}
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
      )}
    </Field>
  )
}
