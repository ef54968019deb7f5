import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isApiError } from '#web/api/api-error.ts'
import { MAX_ATTEMPTS, type Attempt } from './use-login.ts'
import { paths } from '#web/paths.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Above the fields: what went wrong with the last try, and how many are left. */
export function LoginNotice({ attempt, email }: { attempt: Attempt; email: string }) {
  const { t } = useTranslation('forms')
  const message = useFailureText(attempt)
  const { remaining } = attempt.kind === 'failed' ? attempt : { remaining: null }
  return (
    <div aria-live="assertive" className="grid gap-3 empty:hidden">
      {message && (
        <Notice tone="bad">
          <p className="font-medium">{message}</p>
          {attempt.kind === 'unverified' && (
            <Link
              to={paths.emailVerification({ email: email.trim() })}
              className="font-semibold underline underline-offset-4"
            >
              {t('login.resend')}
            </Link>
          )}
        </Notice>
      )}
      {attempt.kind === 'locked' && (
        <Notice tone="sun" title={t('login.notice.title')}>
          <p>{t('login.notice.locked', { minutes: minutesUntil(attempt.untilMs) })}</p>
        </Notice>
      )}
      {remaining !== null && (
        <Notice tone="sun" title={t('login.notice.title')}>
          <p>{t('login.notice.remaining', { remaining, max: MAX_ATTEMPTS })}</p>
        </Notice>
      )}
    </div>
  )
}

/** The server's words; without any the fallbacks of the error catalogue. */
function useFailureText(attempt: Attempt): string | null {
  const { t } = useTranslation('errors')
  if (attempt.kind !== 'failed' && attempt.kind !== 'unverified') return null
  const { error } = attempt
  if (isApiError(error, 'network')) return t('networkOrServer')
  return (isApiError(error) && error.message) || t('signInFailed')
}

const minutesUntil = (ms: number) => Math.max(1, Math.ceil((ms - Date.now()) / 60_000))
