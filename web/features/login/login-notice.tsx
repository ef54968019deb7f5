import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isApiError } from '#web/api/api-error.ts'
import { MAX_ATTEMPTS, type Attempt } from './use-login.ts'
import { useFailureText } from '#web/lib/failure-text.ts'
import { useResendVerification } from '#web/lib/use-resend-verification.ts'
import { paths } from '#web/paths.ts'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ResendButton } from '#web/ui/resend-button.tsx'

const linkClass = 'font-semibold underline underline-offset-4'

/** Above the fields: the error of the last attempt, the attempts left, and how to proceed. */
export function LoginNotice({ attempt }: { attempt: Attempt }) {
  const { t } = useTranslation('forms')
  return (
    <div className="grid gap-3 empty:hidden has-[>:only-child:empty]:hidden">
      <div aria-live="assertive" className="grid gap-3 empty:hidden">
        {attempt.kind === 'failed' && <Failure error={attempt.error} />}
        {attempt.kind === 'unverified' && <Failure error={attempt.error} />}
        {attempt.kind === 'locked' && (
          <Notice tone="bad" title={t('login.notice.title')}>
            <p>{t('login.notice.locked', { minutes: minutesUntil(attempt.untilMs) })}</p>
            <Link to={paths.forgotPassword()} className={linkClass}>
              {t('login.resetNow')}
            </Link>
          </Notice>
        )}
        {attempt.kind === 'failed' && attempt.remaining !== null && (
          <Notice tone="sun" title={t('login.notice.title')}>
            <p>{t('login.notice.remaining', { remaining: attempt.remaining, max: MAX_ATTEMPTS })}</p>
          </Notice>
        )}
      </div>
      {attempt.kind === 'unverified' && <Unverified email={attempt.email} />}
    </div>
  )
}

/** The server's message or, if empty, the fallback from the error catalogue. */
function Failure({ error }: { error: unknown }) {
  const { t } = useTranslation('forms')
  const textOf = useFailureText()
  const text = textOf(error, { fallback: 'signInFailed', network: 'networkOrServer' })
  if (!isApiError(error, 'deletion_requested')) return <FormFailure text={text} error={error} />
  return (
    <Notice tone="bad">
      <p className="font-medium">{text}</p>
      <Link to={paths.forgotPassword()} className={linkClass}>
        {t('login.keepAccount')}
      </Link>
    </Notice>
  )
}

/** Outside the live region, because a screen reader would announce a countdown every second. */
function Unverified({ email }: { email: string }) {
  const { t } = useTranslation(['forms', 'errors'])
  const resend = useResendVerification(email)
  const textOf = useFailureText()
  return (
    <div className="grid gap-3 text-sm">
      <ResendButton
        resend={resend}
        label={t('forms:login.resendLink')}
        sentText={t('errors:done_verification_sent')}
        failureText={(error) => textOf(error, { fallback: 'verificationResendFailed' })}
      />
      <Link to={paths.emailVerification({ email })} className="link justify-self-start font-semibold">
        {t('forms:login.resend')}
      </Link>
    </div>
  )
}

const minutesUntil = (ms: number) => Math.max(1, Math.ceil((ms - Date.now()) / 60_000))
