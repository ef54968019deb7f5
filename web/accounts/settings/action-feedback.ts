import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type settings from '#i18n/locales/en/settings.json'
import { isApiError } from '#web/api/api-error.ts'
import { pause } from '#web/api/pause.ts'
import { notify } from '#web/lib/toast.ts'

type Failed = Exclude<keyof (typeof settings)['failed'], 'validation'>

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

export function showServerError<Fields extends FieldValues>(
  setError: UseFormSetError<Fields>,
  names: readonly Path<Fields>[],
  error: unknown,
): void {
  if (!isApiError(error) || !error.message) return
  const name = names.find((each) => each === error.field)
  if (name) setError(name, { type: 'server', message: error.message }, { shouldFocus: true })
}

/** Users repeat a press without a visible effect. Rejects at once. */
export async function withMinimumDuration<T>(ms: number, answer: Promise<T>): Promise<T> {
  const [value] = await Promise.all([answer, pause(ms)])
  return value
}
