import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Trans, useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { verifyEmail } from '#contracts/accounts/auth.ts'
import { isEmail } from '#contracts/accounts/credentials.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import { EmailField } from '#web/accounts/email-field.tsx'
import { ResendVerification, useResendVerification } from '#web/accounts/resend-button.tsx'
import { isApiError, isRefusal } from '#web/api/api-error.ts'
import {
  AccountFrame,
  Address,
  RedirectNotice,
  SupportLine,
  useTimedRedirect,
} from '#web/ui/account-frame.tsx'
import { q } from '#web/api/query.ts'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import {
  PENDING_VERIFICATION_KEY,
  useHydrated,
  useSessionText,
  writeSessionText,
} from '#web/lib/browser/browser-storage.ts'
import { PENDING_DATES_KEY } from '#web/lib/dates/pending-dates.ts'
import { okOr, ONCE, useLinkToken } from '#web/lib/navigation/link-token.ts'
import { useSession, useSessionStore } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { RetryButton } from '#web/ui/feedback/error-state.tsx'
import { Waiting } from '#web/ui/feedback/loaded.tsx'
import { FormFailure } from '#web/ui/form/form-call.tsx'

export function EmailVerificationPage() {
  return (
    <>
      <PageMeta page="emailVerification" noindex />
      <Content />
    </>
  )
}

export { EmailVerificationPage as Component }

export const loader = pageLoader(['forms'])

function Content() {
  const { t } = useTranslation('forms')
  const token = useLinkToken()
  const [search] = useSearchParams()
  const email = useAddress(search)
  const isHydrated = useHydrated()
  const link = useQuery({
    ...q(verifyEmail, { query: { token: token ?? '' } }),
    ...ONCE,
    enabled: token !== null,
  })
  const verified = okOr(link, CONFIRMED)

  // The server cannot see a token that this history entry may hold. An address without a token is
  // usually a first visit.
  const isWithout = isHydrated ? token === null : !search.has('token')
  if (isWithout) return <CheckMail email={email} />
  if (verified) return <Verified {...verified} />
  if (link.error) {
    const retry = () => void link.refetch()
    return <VerificationFailed error={link.error} email={email} onRetry={retry} />
  }
  return (
    <AccountFrame title={t('verify.loading')} step="loading" sun="low" after={<BackLinks />}>
      <Waiting>{t('verify.loading')}</Waiting>
    </AccountFrame>
  )
}

/**
 * The address that we mailed, from the link or from this tab's sign-up; null when neither has it,
 * and in the server's HTML, which is the same for all.
 */
function useAddress(search: URLSearchParams): string | null {
  const [pending] = useSessionText(PENDING_VERIFICATION_KEY)
  const isHydrated = useHydrated()
  const requested = search.get('email')?.trim() ?? ''
  return isHydrated && isEmail(requested) ? requested : pending
}

type Verification = ResponseOf<typeof verifyEmail>

/** Section 7 of the specification: any OK response means success. */
const CONFIRMED: Verification = { message: '', purpose: 'sign_up', pendingDates: null, token: null }

const REDIRECT_AFTER_MS = 2_000

function Verified({ purpose, ...signUp }: Verification) {
  return purpose === 'sign_up' ? <SignedUp {...signUp} /> : <AddressChanged />
}

/** The browser that signed up is signed in by its link. */
function SignedUp({ pendingDates, token }: Pick<Verification, 'pendingDates' | 'token'>) {
  const { t } = useTranslation('forms')
  const store = useSessionStore()
  const redirect = useTimedRedirect(paths.pricing(), REDIRECT_AFTER_MS)
  useEffect(() => {
    writeSessionText(PENDING_VERIFICATION_KEY, null)
    // The mail may have been opened in a different browser from the one where the dates were
    // picked.
    if (pendingDates) writeSessionText(PENDING_DATES_KEY, JSON.stringify(pendingDates))
  }, [pendingDates])
  useEffect(() => {
    if (token !== null) void store.signIn(token)
  }, [store, token])
  return (
    <AccountFrame title={t('verify.success.title')} isNews sun="up">
      {token === null ? (
        <>
          <p>{t('verify.success.text')}</p>
          <LinkButton to={paths.login()} size="lg">
            {t('toLogin')}
          </LinkButton>
        </>
      ) : (
        <>
          <p>{t('verify.success.signedIn')}</p>
          <LinkButton to={paths.pricing()} size="lg">
            {t('verify.success.plans')}
          </LinkButton>
          <Link to={paths.login()} className="link text-sm">
            {t('verify.success.other')}
          </Link>
        </>
      )}
      <RedirectNotice to="pricing" redirect={redirect} />
    </AccountFrame>
  )
}

function AddressChanged() {
  const { t } = useTranslation('forms')
  const session = useSession()
  const store = useSessionStore()
  useEffect(() => {
    // The header still shows the previous address.
    if (store.token()) void store.check()
  }, [store])
  return (
    <AccountFrame title={t('verify.changed.title')} isNews sun="up">
      <p>{t('verify.changed.text')}</p>
      {session.status === 'signed-in' ? (
        <LinkButton to={paths.settingsUser()} size="lg">
          {t('verify.changed.settings')}
        </LinkButton>
      ) : (
        <LinkButton to={paths.login()} size="lg">
          {t('toLogin')}
        </LinkButton>
      )}
    </AccountFrame>
  )
}

function CheckMail({ email }: { email: string | null }) {
  const { t } = useTranslation('forms')
  const address = email === null ? <>{t('verify.check.unknown')}</> : <Address>{email}</Address>
  return (
    <AccountFrame title={t('verify.check.title')} step="check" sun="low" after={<BackLinks />}>
      <p>
        <Trans t={t} i18nKey="verify.check.text" components={{ address }} />
      </p>
      <p className="text-sm text-muted">{t('mailbox.spam')}</p>
      <ResendPart email={email} />
    </AccountFrame>
  )
}

type Props = { error: unknown; email: string | null; onRetry: () => void }

function VerificationFailed({ error, email, onRetry }: Props) {
  const { t } = useTranslation(['forms', 'errors'])
  const failure = verificationFailureOf(error)
  return (
    <AccountFrame
      title={t(`forms:verify.${titleKeys[failure]}`)}
      isNews
      sun="low"
      after={<BackLinks withRegister />}
    >
      {failure === 'unchecked' ? (
        <>
          <FormFailure error={error} />
          <RetryButton size="lg" onClick={onRetry} />
        </>
      ) : (
        <p>{t(`forms:verify.${failure}.text`)}</p>
      )}
      <ResendPart email={email} />
    </AccountFrame>
  )
}

const titleKeys = {
  expired: 'expired.title',
  failed: 'failed.title',
  unchecked: 'unchecked',
} as const

type VerificationFailure =
  | 'expired'
  | 'failed'
  /** The check failed and can be repeated. */
  | 'unchecked'

/**
 * Expired according to the error code or, as the specification requires, according to the message.
 */
export function verificationFailureOf(error: unknown): VerificationFailure {
  if (!isApiError(error)) return 'unchecked'
  if (error.code === 'verification_link_expired' || /expired/i.test(error.message)) return 'expired'
  return isRefusal(error) ? 'failed' : 'unchecked'
}

function ResendPart({ email }: { email: string | null }) {
  return email === null ? <AskForAddress /> : <ResendTo email={email} />
}

function ResendTo({ email }: { email: string }) {
  const resend = useResendVerification(email)
  return <ResendVerification resend={resend} />
}

function AskForAddress() {
  const form = useForm({ mode: 'onTouched', defaultValues: { email: '' } })
  const email = useWatch({ control: form.control, name: 'email' })
  const resend = useResendVerification(email)
  return (
    <form noValidate onSubmit={form.handleSubmit(resend.send)} className="grid gap-4">
      <EmailField
        error={form.formState.errors.email?.message}
        register={(rules) => form.register('email', rules)}
        enterKeyHint="send"
      />
      <ResendVerification resend={resend} type="submit" />
    </form>
  )
}

function BackLinks({ withRegister = false }: { withRegister?: boolean }) {
  const { t } = useTranslation('forms')
  return (
    <>
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <Link to={paths.login()} className="link font-semibold">
          {t('backToLogin')}
        </Link>
        {withRegister && (
          <Link to={paths.register()} className="link font-semibold">
            {t('toRegister')}
          </Link>
        )}
      </p>
      <SupportLine />
    </>
  )
}
