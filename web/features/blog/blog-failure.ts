import type { TFunction } from 'i18next'
import { isApiError } from '#web/api/api-error.ts'

/** Why a call of the blog gave nothing: the status it was answered with, else what was being done, else that something went wrong. */
export function blogFailure(t: TFunction<'blog'>, error: unknown, doing: 'fetch' | 'find'): string {
  if (!isApiError(error)) return t('errors.unknown')
  if (error.status > 0) return t('errors.http', { code: error.status })
  return doing === 'find' ? t('errors.find') : t('errors.fetch')
}
