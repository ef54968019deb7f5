import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { LoginForm } from './login-form.tsx'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Mark } from '#web/ui/logo.tsx'

export function LoginPage() {
  const { t } = useTranslation('forms')
  return (
    <div className="page grid justify-items-center py-10 sm:py-16">
      <PageMeta page="login" />
      <div className="w-full max-w-lg">
        <Mark className="size-10" />
        <h1 className="mt-4 text-2xl">{t('login.title')}</h1>
        <p className="mt-1.5 text-muted">{t('login.subtitle')}</p>
        <Card className="mt-6 p-5 sm:p-7">
          <LoginForm />
        </Card>
        <p className="mt-5 text-sm text-muted">
          {t('login.noAccount')}{' '}
          <Link to={paths.register()} className="link font-semibold">
            {t('login.register')}
          </Link>
        </p>
      </div>
    </div>
  )
}
