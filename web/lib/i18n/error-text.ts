import { useTranslation } from 'react-i18next'
import { errorStatus } from '#contracts/errors.ts'
import { ApiError } from '#web/api/api-error.ts'

const isServerCode = (code: string): code is keyof typeof errorStatus =>
  Object.hasOwn(errorStatus, code)

/**
 * A part of the page's code failed to load. Chromium, Firefox and Safari each use their own
 * message, without a specific type.
 */
const isCodeMissing = (error: unknown): boolean =>
  error instanceof TypeError &&
  /dynamically imported module|importing a module script/i.test(error.message)

/** Text for the visitor: the server's message, otherwise our text for the code. */
export function useErrorText(error: unknown): string {
  const { t } = useTranslation('errors')
  if (isCodeMissing(error)) return t('network')
  if (!(error instanceof ApiError)) return t('unexpected')
  if (error.message) return error.message
  if (error.code === 'network') return t('network')
  return isServerCode(error.code) ? t(error.code) : t('unexpected')
}
