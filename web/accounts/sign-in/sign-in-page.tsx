import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { useHydrated } from '#web/lib/browser/browser-storage.ts'
import { isChoosing } from '#web/lib/navigation/return-state.ts'
import { readWay } from '#web/lib/navigation/way.ts'
import { paths } from '#web/paths.ts'
import { AccountFrame } from '#web/ui/account-frame.tsx'
import { Waiting } from '#web/ui/feedback/loaded.tsx'
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
