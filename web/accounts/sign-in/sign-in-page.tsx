import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pageLoader } from '#web/lib/app/page-loader.ts'
import { PageMeta } from '#web/lib/app/page-meta.tsx'
import { paths } from '#web/paths.ts'
import { AccountFrame } from '#web/ui/account-frame.tsx'
import { Waiting } from '#web/ui/feedback/skeleton.tsx'
import { AlreadySignedIn, useEarlierAccount } from './already-signed-in.tsx'
import { SignInForm } from './sign-in-form.tsx'

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
      {earlier.status === 'checking' ? (
        <Waiting>{t('components:loading')}</Waiting>
      ) : (
        <SignInForm />
      )}
    </AccountFrame>
  )
}
