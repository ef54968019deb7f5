import { useTranslation } from 'react-i18next'
import type settings from '#i18n/locales/en/settings.json'
import { isApiError } from '#web/api/api-error.ts'
import { notify } from '#web/ui/toast-store.ts'

type Failed = Exclude<keyof (typeof settings)['failed'], 'validation'>

/** Reports a failure: the server's message or, without one, the text of the error catalogue. */
export function useFailureToast() {
  const { t } = useTranslation(['settings', 'errors'])
  return (failed: Failed, error: unknown) => {
    const fallback = t(`settings:failed.${failed}.text`)
    notify({
      kind: 'error',
      subject: failed,
      title: t(`settings:failed.${failed}.title`),
      description: isApiError(error, 'network')
        ? `${fallback}. ${t('errors:network')}`
        : (isApiError(error) && error.message) || fallback,
    })
  }
}
