import { CircleAlert, ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isApiError } from '#web/api/api-error.ts'
import { MAX_ATTEMPTS, type Attempt } from './use-login.ts'
import { paths } from '#web/paths.ts'

/** Above the fields: what went wrong with the last try, and how many are left. */
export function LoginNotice({ attempt, email }: { attempt: Attempt; email: string }) {
  const { t } = useTranslation(['forms', 'errors'])
  const message = useFailureText(attempt)
  const { remaining } = attempt.kind === 'failed' ? attempt : { remaining: null }
  return (
    <div aria-live="assertive" className="grid gap-3 empty:hidden">
      {message && (
        <Notice icon={<CircleAlert className="size-5 shrink-0" aria-hidden />} tone="bg-bad-wash text-bad">
          <p className="font-medium">{message}</p>
          {attempt.kind === 'unverified' && (
            <Link
              to={paths.emailVerification({ email: email.trim() })}
              className="font-semibold underline underline-offset-4"
            >
              {t('forms:login.resend')}
            </Link>
          )}
        </Notice>
      )}
      {attempt.kind === 'locked' && (
        <Notice icon={<ShieldAlert className="size-5 shrink-0" aria-hidden />} tone="bg-bad-wash text-bad">
          <p className="font-semibold">{t('forms:login.notice.title')}</p>
          <p>{t('forms:login.notice.locked', { minutes: minutesUntil(attempt.untilMs) })}</p>
        </Notice>
      )}
      {remaining !== null && (
        <Notice
          icon={<ShieldAlert className="size-5 shrink-0" aria-hidden />}
          tone="bg-sun-wash text-sun-ink"
        >
          <p className="font-semibold">{t('forms:login.notice.title')}</p>
          <p>{t('forms:login.notice.remaining', { remaining, max: MAX_ATTEMPTS })}</p>
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

function Notice({ icon, tone, children }: { icon: ReactNode; tone: string; children: ReactNode }) {
  return (
    <div className={`flex gap-3 rounded-md px-4 py-3 text-sm ${tone}`}>
      {icon}
      <div className="grid gap-1">{children}</div>
    </div>
  )
}

const minutesUntil = (ms: number) => Math.max(1, Math.ceil((ms - Date.now()) / 60_000))
