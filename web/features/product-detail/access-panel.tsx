import { useTranslation } from 'react-i18next'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Mark } from '#web/ui/logo.tsx'

/** Anonymous visitors may sign in, guests may take a plan. */
export function AccessPanel({ kind }: { kind: 'signIn' | 'upgrade' }) {
  const { t } = useTranslation('product-detail')
  return (
    <Card className="mx-auto my-8 grid max-w-xl justify-items-start gap-4 p-6 sm:my-16 sm:p-9">
      <Mark className="size-11" />
      <h1 className="text-xl">{t(`access.${kind}.title`)}</h1>
      <p className="text-muted">{t(`access.${kind}.text`)}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <LinkButton to={kind === 'signIn' ? paths.login() : paths.pricing()}>
          {t(`access.${kind}.action`)}
        </LinkButton>
        <LinkButton to={kind === 'signIn' ? paths.pricing() : paths.home()} variant="secondary">
          {t(`access.${kind}.second`)}
        </LinkButton>
      </div>
    </Card>
  )
}
