import { useTranslation } from 'react-i18next'
import type errors from '#i18n/locales/en/errors.json'
import { isApiError } from '#web/api/api-error.ts'

type ErrorKey = keyof typeof errors
type Words = {
  /** When the server sent no message for people. */
  fallback: ErrorKey
  /** When there was no response at all. */
  network?: ErrorKey
}

/** Text for a failed call: the server's message, otherwise the catalogue's text for this call. */
export function useFailureText(): (error: unknown, words: Words) => string {
  const { t } = useTranslation('errors')
  return (error, { fallback, network = 'network' }) => {
    if (isApiError(error, 'network')) return t(network)
    return (isApiError(error) && error.message) || t(fallback)
  }
}
