import { useTranslation } from 'react-i18next'
import { errorStatus } from '#contracts/errors.ts'
import { ApiError } from '#web/api/api-error.ts'

const isServerCode = (code: string): code is keyof typeof errorStatus =>
  Object.hasOwn(errorStatus, code)

/** A part of the code failed to load: each browser has its own message, without a type. */
const isCodeMissing = (error: unknown): boolean =>
  error instanceof TypeError &&
  /dynamically imported module|importing a module script/i.test(error.message)

/** Our own text for a failure: it says whether the page, the connection or the server failed. */
export function errorKeyOf(error: unknown) {
  if (isCodeMissing(error)) return 'network'
  if (!(error instanceof ApiError)) return 'unexpected'
  if (isServerCode(error.code)) return error.code
  return error.code === 'network' ? 'network' : 'networkOrServer'
}

export function useErrorText(error: unknown): string {
  const { t } = useTranslation('errors')
  return (error instanceof ApiError && error.message) || t(errorKeyOf(error))
}
