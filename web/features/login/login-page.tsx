import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { LoginForm } from './login-form.tsx'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { useEarlierAccount } from '#web/lib/use-earlier-account.ts'
import { paths } from '#web/paths.ts'
import { AccountFrame } from '#web/ui/account-frame.tsx'
import { AlreadySignedIn } from '#web/ui/already-signed-in.tsx'
import { Waiting } from '#web/ui/waiting.tsx'

export function LoginPage() {
  return (
    <>
      <PageMeta page="login" />
      <Content />
    </>
  )
}

function Content() {
  const { t } = useTranslation(['forms', 'components'])
  const earlier = useEarlierAccount()
  if (earlier.status === 'signed-in') return <AlreadySignedIn email={earlier.user.email} />
  return (
    <AccountFrame
      title={t('forms:login.title')}
      lead={t('forms:login.subtitle')}
      after={
        <p>
          {t('forms:login.noAccount')}{' '}
          <Link to={paths.register()} className="link font-semibold">
            {t('forms:login.register')}
          </Link>
        </p>
      }
    >
      {earlier.status === 'checking' ? <Waiting>{t('components:loading')}</Waiting> : <LoginForm />}
    </AccountFrame>
  )
}
