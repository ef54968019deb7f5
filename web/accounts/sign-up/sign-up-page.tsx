import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { AlreadySignedIn, useEarlierAccount } from '#web/accounts/sign-in/already-signed-in.tsx'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { PENDING_VERIFICATION_KEY, useSessionText } from '#web/lib/browser/browser-storage.ts'
import { paths } from '#web/paths.ts'
import { AccountFrame, Address } from '#web/ui/account-frame.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Waiting } from '#web/ui/feedback/loaded.tsx'
import { SignUpForm } from './sign-up-form.tsx'

function SignUpPage() {
  return (
    <>
      <PageMeta page="register" />
      <Content />
    </>
  )
}

export { SignUpPage as Component }

export const loader = pageLoader(['forms'])

function Content() {
  const { t } = useTranslation('forms')
  const earlier = useEarlierAccount()
  const [known, setPending] = useSessionText(PENDING_VERIFICATION_KEY)
  const [hasSignedUp, setSignedUp] = useState(false)
  // The panel is for returning visitors; a user who has just signed up is about to leave.
  const pending = hasSignedUp ? null : known
  if (earlier.status === 'signed-in') return <AlreadySignedIn email={earlier.user.email} />
  return (
    <AccountFrame
      title={t(pending ? 'register.pending.title' : 'register.title')}
      lead={pending ? undefined : t('register.subtitle')}
      step={pending ? 'pending' : 'form'}
      sun={pending ? 'low' : 'half'}
      after={<LoginLine isPending={pending !== null} />}
    >
      {pending ? (
        <PendingPanel email={pending} onOther={() => setPending(null)} />
      ) : (
        <FormOrWait
          isChecking={earlier.status === 'checking'}
          onSignedUp={() => setSignedUp(true)}
        />
      )}
    </AccountFrame>
  )
}

type FormProps = { isChecking: boolean; onSignedUp: () => void }

function FormOrWait({ isChecking, onSignedUp }: FormProps) {
  const { t } = useTranslation('components')
  return isChecking ? <Waiting>{t('loading')}</Waiting> : <SignUpForm onSignedUp={onSignedUp} />
}

function LoginLine({ isPending }: { isPending: boolean }) {
  const { t } = useTranslation('forms')
  return (
    <p>
      {!isPending && `${t('register.haveAccount')} `}
      <Link to={paths.login()} className="link font-semibold">
        {t(isPending ? 'backToLogin' : 'login.submit')}
      </Link>
    </p>
  )
}

type Props = { email: string; onOther: () => void }

/** Shown to visitors who signed up and return to this page before they confirm the address. */
function PendingPanel({ email, onOther }: Props) {
  const { t } = useTranslation('forms')
  return (
    <div className="grid gap-5">
      <p>
        <Trans
          t={t}
          i18nKey="register.pending.text"
          components={{ address: <Address>{email}</Address> }}
        />
      </p>
      <LinkButton to={paths.emailVerification({ email })} size="lg">
        {t('register.pending.continue')}
      </LinkButton>
      <Button variant="secondary" onClick={onOther}>
        {t('register.pending.other')}
      </Button>
    </div>
  )
}
