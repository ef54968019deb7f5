import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { verifyEmail } from '#contracts/accounts/auth.ts'
import { isEmail } from '#contracts/accounts/credentials.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import { AccountFrame, RedirectNotice, useTimedRedirect } from '#web/ui/account-frame.tsx'
import { q } from '#web/api/query.ts'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import {
  PENDING_VERIFICATION_KEY,
  useHydrated,
  useSessionText,
  writeSessionText,
} from '#web/lib/browser/browser-storage.ts'
import { PENDING_DATES_KEY } from '#web/lib/dates/pending-dates.ts'
import { ONCE, okOr, useLinkToken } from '#web/lib/navigation/link-token.ts'
import { useSession, useSessionStore } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Waiting } from '#web/ui/feedback/loaded.tsx'
import { BackLinks, CheckMail, VerificationFailed } from './verification-panels.tsx'

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
