import { useEffect, useId, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { emailSignin } from '#contracts/accounts/auth.ts'
import { isEmail, meetsAllRules } from '#contracts/accounts/credentials.ts'
import { EmailField } from '#web/accounts/email-field.tsx'
import { IdentityPart } from '#web/accounts/identity/identity-button.tsx'
import { PasswordInput, PasswordRulesList } from '#web/accounts/passwords/password-input.tsx'
import { ResendVerification, useResendVerification } from '#web/accounts/resend-button.tsx'
import { isApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { useHydrated } from '#web/lib/browser/browser-storage.ts'
import { useEarlyInput } from '#web/lib/browser/early-input.ts'
import { isChoosing } from '#web/lib/navigation/return-state.ts'
import { readWay } from '#web/lib/navigation/way.ts'
import { paths } from '#web/paths.ts'
import { AccountFrame } from '#web/ui/account-frame.tsx'
import { Waiting } from '#web/ui/feedback/loaded.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { FormFailure, useFailureText } from '#web/ui/form/form-call.tsx'
import { Checkbox, SubmitButton, TextField } from '#web/ui/form/form-controls.tsx'
import { AlreadySignedIn, useEarlierAccount } from './already-signed-in.tsx'
import { CodeDialog, useSignInRedirect } from './finish-sign-in.tsx'

function SignInPage() {
  return (
    <>
      <PageMeta page="login" />
      <Content />
    </>
  )
}

export { SignInPage as Component }

export const loader = pageLoader(['forms'])

/** Why the visitor is here, as far as we know. */
function Lead() {
  const { t } = useTranslation(['forms', 'navigation'])
  const { state } = useLocation()
  const isHydrated = useHydrated()
  const [way] = useState(() => (isHydrated ? readWay(Date.now()) : null))
  if (isChoosing(state)) return t('forms:login.choosing')
  if (!way) return t('forms:login.subtitle')
  return t('forms:login.way', {
    place: t(`navigation:work.${way.screen}`).replaceAll('\u00ad', ''),
  })
}

function Content() {
  const { t } = useTranslation(['forms', 'components'])
  const earlier = useEarlierAccount()
  if (earlier.status === 'signed-in') return <AlreadySignedIn email={earlier.user.email} />
  return (
    <AccountFrame
      title={t('forms:login.title')}
      lead={<Lead />}
      after={
        <p>
          {t('forms:login.noAccount')}{' '}
          <Link to={paths.register()} className="link font-semibold">
            {t('forms:login.register')}
          </Link>
        </p>
      }
    >
      {earlier.status === 'checking' ? (
        <Waiting>{t('components:loading')}</Waiting>
      ) : (
        <SignInForm />
      )}
    </AccountFrame>
  )
}

type SignInFields = { email: string; password: string; rememberMe: boolean }

function SignInForm() {
  const { t } = useTranslation('forms')
  const rulesId = useId()
  const form = useForm<SignInFields>({
    mode: 'onTouched',
    defaultValues: { email: '', password: '', rememberMe: true },
  })
  const { errors } = form.formState
  const [email, password, rememberMe] = useWatch({
    control: form.control,
    name: ['email', 'password', 'rememberMe'],
  })
  const { attempt, submit, enter, restart } = useSignIn(email)
  const formId = useEarlyInput(form, ['email', 'password', 'rememberMe'])
  const isLocked = attempt.kind === 'locked'
  const isReady = isEmail(email.trim()) && meetsAllRules(password) && !isLocked
  const isBusy = attempt.kind === 'submitting'

  return (
    <form id={formId} noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-5">
      <SignInNotice attempt={attempt} />
      <EmailField
        error={errors.email?.message}
        register={(rules) => form.register('email', rules)}
        enterKeyHint="next"
      />
      <TextField
        label={t('password.label')}
        error={errors.password?.message}
        describedBy={rulesId}
        aside={
          <Link to={paths.forgotPassword()} className="link text-sm">
            {t('login.forgot')}
          </Link>
        }
        as={PasswordInput}
        {...form.register('password', {
          required: t('password.required'),
          validate: (value) => meetsAllRules(value) || t('password.mustMeetRules'),
        })}
        autoComplete="current-password"
        enterKeyHint="go"
      />
      <PasswordRulesList id={rulesId} password={password} />
      <Checkbox {...form.register('rememberMe')} defaultChecked label={t('login.rememberMe')} />
      <SubmitButton
        isBusy={isBusy}
        why={isReady ? null : t(isLocked ? 'login.lockedWhy' : 'login.whyDisabled')}
      >
        {t(isBusy ? 'login.submitting' : 'login.submit')}
      </SubmitButton>
      <IdentityPart kind="signIn" rememberMe={rememberMe} />
      {attempt.kind === 'code' && (
        <CodeDialog challenge={attempt.challenge} onToken={enter} onCancel={restart} />
      )}
    </form>
  )
}

const linkClass = 'font-semibold underline underline-offset-4'

function SignInNotice({ attempt }: { attempt: Attempt }) {
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
            <p>
              {t('login.notice.remaining', { remaining: attempt.remaining, max: MAX_ATTEMPTS })}
            </p>
          </Notice>
        )}
      </div>
      {attempt.kind === 'unverified' && <Unverified email={attempt.email} />}
    </div>
  )
}

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
  const { t } = useTranslation('forms')
  const resend = useResendVerification(email)
  return (
    <div className="grid gap-3 text-sm">
      <ResendVerification resend={resend} label={t('login.resendLink')} />
      <Link
        to={paths.emailVerification({ email })}
        className="link justify-self-start font-semibold"
      >
        {t('login.resend')}
      </Link>
    </div>
  )
}

const minutesUntil = (ms: number) => Math.max(1, Math.ceil((ms - Date.now()) / 60_000))

/** Failures allowed before sign-in is paused. The server does the counting. */
const MAX_ATTEMPTS = 3
const DEFAULT_LOCK_SECONDS = 15 * 60

type Attempt =
  | { kind: 'idle' }
  | { kind: 'submitting' }
  | { kind: 'failed'; error: unknown; remaining: number | null }
  | { kind: 'unverified'; error: unknown; email: string }
  /** The password was right; the account also asks for a code. */
  | { kind: 'code'; challenge: string }
  /** Lock for this address from this network; the server has no other locks. */
  | { kind: 'locked'; email: string; untilMs: number }

type Lock = Extract<Attempt, { kind: 'locked' }>

/** A lock applies to its own address only: while `typed` differs, the form stays usable. */
function useSignIn(typed: string) {
  const signInAndRedirect = useSignInRedirect()
  const signin = useCall(emailSignin)
  const [attempt, setAttempt] = useState<Attempt>({ kind: 'idle' })
  const [locks, setLocks] = useState<readonly Lock[]>([])

  useEffect(() => {
    const [next] = locks.toSorted((a, b) => a.untilMs - b.untilMs)
    if (!next) return
    const open = () => setLocks((all) => all.filter((lock) => lock !== next))
    const timer = setTimeout(open, next.untilMs - Date.now())
    return () => clearTimeout(timer)
  }, [locks])

  const submit = async (fields: SignInFields) => {
    const body = { ...fields, email: fields.email.trim() }
    setAttempt({ kind: 'submitting' })
    try {
      await signInAndRedirect((await signin.mutateAsync({ body })).token)
    } catch (error) {
      const outcome = outcomeOf(error, body.email, Date.now())
      setAttempt(outcome.kind === 'locked' ? { kind: 'idle' } : outcome)
      if (outcome.kind === 'locked') setLocks((all) => [...withoutLockOf(all, body.email), outcome])
    }
  }
  return {
    attempt: attempt.kind === 'submitting' ? attempt : (lockOf(locks, typed) ?? attempt),
    submit,
    enter: (token: string) => void signInAndRedirect(token),
    restart: () => setAttempt({ kind: 'idle' }),
  }
}

const addressOf = (typed: string) => typed.trim().toLowerCase()
export const lockOf = (locks: readonly Lock[], typed: string): Lock | undefined =>
  locks.find(({ email }) => addressOf(email) === addressOf(typed))
const withoutLockOf = (locks: readonly Lock[], typed: string): Lock[] =>
  locks.filter((lock) => lock !== lockOf(locks, typed))

export function outcomeOf(error: unknown, email: string, nowMs: number): Attempt {
  if (isApiError(error, 'code_required') && error.challenge !== undefined)
    return { kind: 'code', challenge: error.challenge }
  if (isApiError(error, 'email_unverified')) return { kind: 'unverified', error, email }
  const remaining = isApiError(error) ? (error.remainingAttempts ?? null) : null
  // The failure that uses up the last attempt starts the lock, so it is reported as the lock.
  if (isApiError(error) && (error.code === 'too_many_attempts' || remaining === 0)) {
    return {
      kind: 'locked',
      email,
      untilMs: nowMs + (error.retryAfterSeconds ?? DEFAULT_LOCK_SECONDS) * 1000,
    }
  }
  return { kind: 'failed', error, remaining }
}
