import { useTranslation } from 'react-i18next'
import type errors from '#i18n/locales/en/errors.json'
import { isApiError } from '#web/api/api-error.ts'

type ErrorKey = keyof typeof errors
type Words = {
  /** Where the server said nothing that is meant for people. */
  fallback: ErrorKey
  /** Where there was no answer at all. */
  network?: ErrorKey
}

/** What to say about a call that failed: the server's words, else those of the error catalogue for this call. */
export function useFailureText(): (error: unknown, words: Words) => string {
  const { t } = useTranslation('errors')
  return (error, { fallback, network = 'network' }) => {
    if (isApiError(error, 'network')) return t(network)
    return (isApiError(error) && error.message) || t(fallback)
  }
}
