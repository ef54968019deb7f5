import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PendingPanel } from './pending-panel.tsx'
import { RegisterForm } from './register-form.tsx'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { PENDING_VERIFICATION_KEY } from '#web/lib/pending-verification.ts'
import { useEarlierAccount } from '#web/lib/use-earlier-account.ts'
import { useSessionText } from '#web/lib/use-session-text.ts'
import { paths } from '#web/paths.ts'
import { AccountFrame } from '#web/ui/account-frame.tsx'
import { AlreadySignedIn } from '#web/ui/already-signed-in.tsx'
import { Waiting } from '#web/ui/waiting.tsx'

export function RegisterPage() {
  return (
    <>
      <PageMeta page="register" />
      <Content />
    </>
  )
}

function Content() {
  const { t } = useTranslation('forms')
  const earlier = useEarlierAccount()
  const [pending, setPending] = useSessionText(PENDING_VERIFICATION_KEY)
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
        <FormOrWait isChecking={earlier.status === 'checking'} />
      )}
    </AccountFrame>
  )
}

function FormOrWait({ isChecking }: { isChecking: boolean }) {
  const { t } = useTranslation('components')
  return isChecking ? <Waiting>{t('loading')}</Waiting> : <RegisterForm />
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
