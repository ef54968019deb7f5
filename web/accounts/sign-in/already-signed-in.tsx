import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CurrentUser } from '#contracts/accounts/auth.ts'
import { useSession, useSessionStore } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { AccountFrame } from '#web/ui/account-frame.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'

export function AlreadySignedIn({ email }: { email: string }) {
  const { t } = useTranslation('forms')
  const store = useSessionStore()
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    await store.signOut()
    // The button has disappeared by then.
    document.getElementById('main')?.focus()
  }
  return (
    <AccountFrame title={t('login.alreadyTitle')} sun="up">
      <p className="break-words">{t('login.already', { email })}</p>
      <LinkButton to={paths.pricing()} size="lg">
        {t('login.continue')}
      </LinkButton>
      <Button variant="secondary" isBusy={isLeaving} onClick={leave}>
        {t('login.logOut')}
      </Button>
    </AccountFrame>
  )
}

type EarlierAccount = { status: 'checking' | 'none' } | { status: 'signed-in'; user: CurrentUser }

/** Ignores a sign-in on this page, which redirects shortly. */
export function useEarlierAccount(): EarlierAccount {
  const session = useSession()
  const [wasAnonymous, setWasAnonymous] = useState(session.status === 'anonymous')
  if (session.status === 'anonymous' && !wasAnonymous) setWasAnonymous(true)
  if (session.status === 'checking' && session.presumed === 'member') return { status: 'checking' }
  return session.status === 'signed-in' && !wasAnonymous ? session : { status: 'none' }
}
