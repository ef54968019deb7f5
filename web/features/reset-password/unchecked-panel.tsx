import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '#web/lib/failure-text.ts'
import { paths } from '#web/paths.ts'
import { AccountFrame } from '#web/ui/account-frame.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { SupportLine } from '#web/ui/support-line.tsx'

/** The link could not be checked; the visitor can retry. */
export function UncheckedPanel({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(['forms', 'errors'])
  const textOf = useFailureText()
  return (
    <AccountFrame title={t('forms:reset.unchecked')} sun="low" after={<SupportLine />} isNews>
      <div className="grid gap-5">
        <FormFailure
          error={error}
          text={textOf(error, { fallback: 'reset_link_invalid', network: 'resetLinkUnreachable' })}
        />
        <Button size="lg" onClick={onRetry}>
          <RotateCw className="size-4" aria-hidden />
          {t('errors:retry')}
        </Button>
        <LinkButton to={paths.login()} variant="secondary">
          {t('forms:backToLogin')}
        </LinkButton>
      </div>
    </AccountFrame>
  )
}
