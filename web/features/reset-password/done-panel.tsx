import { useTranslation } from 'react-i18next'
import { useTimedRedirect } from '#web/lib/use-timed-redirect.ts'
import { paths } from '#web/paths.ts'
import { AccountFrame } from '#web/ui/account-frame.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { RedirectNote } from '#web/ui/redirect-note.tsx'

const REDIRECT_AFTER_MS = 3_000

export function DonePanel() {
  const { t } = useTranslation('forms')
  const redirect = useTimedRedirect(paths.login(), REDIRECT_AFTER_MS)
  return (
    <AccountFrame title={t('reset.done.title')} sun="up" isNews>
      <div className="grid gap-5">
        <p>{t('reset.done.text')}</p>
        <LinkButton to={paths.login()} size="lg">
          {t('toLogin')}
        </LinkButton>
        <RedirectNote to="login" redirect={redirect} />
      </div>
    </AccountFrame>
  )
}
