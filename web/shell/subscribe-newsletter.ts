import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { isEmail } from '#contracts/accounts/credentials.ts'
import { subscribeNewsletter as endpoint } from '#contracts/site/mail-subscriptions.ts'
import { isApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { transportOf } from '#web/api/query.ts'
import { notify } from '#web/lib/toast.ts'

/** @returns whether a mail is on its way */
export async function subscribeNewsletter(
  client: QueryClient,
  { t }: Pick<i18n, 't'>,
  typed: string,
): Promise<boolean> {
  const email = typed.trim()
  if (!isEmail(email)) {
    const fault = email === '' ? 'required' : 'invalid'
    notifyResult(
      'error',
      t(`footer:newsletter.${fault}.title`),
      t(`footer:newsletter.${fault}.text`),
    )
    return false
  }
  try {
    await call(transportOf(client), endpoint, { body: { email } })
  } catch (error) {
    notifyResult('error', t('footer:newsletter.failed.title'), reasonOf(error, t))
    return false
  }
  notifyResult('success', t('footer:newsletter.success.title'), t('footer:newsletter.success.text'))
  return true
}

function reasonOf(error: unknown, t: i18n['t']): string {
  if (isApiError(error, 'network')) return t('errors:network')
  return (isApiError(error) && error.message) || t('footer:newsletter.failed.text')
}

const notifyResult = (kind: 'success' | 'error', title: string, description: string) =>
  notify({ kind, subject: 'newsletter', title, description })
