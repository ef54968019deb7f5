import { useTranslation } from 'react-i18next'
import { useFailureText } from '#web/lib/failure-text.ts'
import { paths } from '#web/paths.ts'
import { AccountFrame } from '#web/ui/account-frame.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SupportLine } from '#web/ui/support-line.tsx'

/** Shown when the token is missing or has been used. */
export function InvalidPanel({ error = null }: { error?: unknown }) {
  const { t } = useTranslation('forms')
  const textOf = useFailureText()
  return (
    <AccountFrame title={t('reset.invalid.title')} sun="low" after={<SupportLine />} isNews>
      <div className="grid gap-5">
        <Notice tone="bad">
          <p className="font-medium">{textOf(error, { fallback: 'reset_link_invalid' })}</p>
        </Notice>
        <p>{t('reset.invalid.text')}</p>
        <LinkButton to={paths.forgotPassword()} size="lg">
          {t('reset.invalid.request')}
        </LinkButton>
        <LinkButton to={paths.login()} variant="secondary">
          {t('backToLogin')}
        </LinkButton>
      </div>
    </AccountFrame>
  )
}
