import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { verifyEmail } from '#contracts/auth.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import { PENDING_DATES_KEY } from '#web/lib/pending-dates.ts'
import { PENDING_VERIFICATION_KEY } from '#web/lib/pending-verification.ts'
import { useSession, useSessionStore } from '#web/lib/session.tsx'
import { writeSessionText } from '#web/lib/use-session-text.ts'
import { useTimedRedirect } from '#web/lib/use-timed-redirect.ts'
import { paths } from '#web/paths.ts'
import { AccountFrame } from '#web/ui/account-frame.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { RedirectNote } from '#web/ui/redirect-note.tsx'

type Verification = ResponseOf<typeof verifyEmail>

const REDIRECT_AFTER_MS = 2_000

export function Verified({ purpose, pendingDates }: Verification) {
  return purpose === 'sign_up' ? <SignedUp pendingDates={pendingDates} /> : <AddressChanged />
}

function SignedUp({ pendingDates }: Pick<Verification, 'pendingDates'>) {
  const { t } = useTranslation('forms')
  const redirect = useTimedRedirect(paths.pricing(), REDIRECT_AFTER_MS)
  useEffect(() => {
    writeSessionText(PENDING_VERIFICATION_KEY, null)
    // The mail may have been opened in a different browser from the one where the dates were picked.
    if (pendingDates) writeSessionText(PENDING_DATES_KEY, JSON.stringify(pendingDates))
  }, [pendingDates])
  return (
    <AccountFrame title={t('verify.success.title')} isNews sun="up">
      <div className="grid gap-5">
        <p>{t('verify.success.text')}</p>
        <LinkButton to={paths.login()} size="lg">
          {t('toLogin')}
        </LinkButton>
        <RedirectNote to="pricing" redirect={redirect} />
      </div>
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
      <div className="grid gap-5">
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
      </div>
    </AccountFrame>
  )
}
