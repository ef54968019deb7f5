import type { TFunction } from 'i18next'
import { isApiError } from '#web/api/api-error.ts'

/**
 * Text for a failed call of the blog: names the status code if there was a response, otherwise the failed action, otherwise a general
 * error.
 */
export function blogFailure(t: TFunction<'blog'>, error: unknown, doing: 'fetch' | 'find'): string {
  if (!isApiError(error)) return t('errors.unknown')
  if (error.status > 0) return t('errors.http', { code: error.status })
  return doing === 'find' ? t('errors.find') : t('errors.fetch')
}
