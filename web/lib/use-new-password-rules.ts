import { useTranslation } from 'react-i18next'
import { MAX_PASSWORD_LENGTH, meetsAllRules } from '#contracts/password-rules.ts'

/** Rules for a form's `register` of a new password and its confirmation. */
export function useNewPasswordRules() {
  const { t } = useTranslation('forms')
  return {
    password: {
      required: t('password.required'),
      maxLength: { value: MAX_PASSWORD_LENGTH, message: t('password.tooLong') },
      validate: (value: string) => meetsAllRules(value) || t('password.mustMeetRules'),
    },
    confirm: (password: () => string) => ({
      required: t('confirm.required'),
      validate: (value: string) => value === password() || t('confirm.differ'),
    }),
  }
}
