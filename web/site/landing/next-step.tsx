import { useTranslation } from 'react-i18next'
import { useSession, visitorOf } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'

type Props = { label: string; to?: string }

/**
 * The next step for each visitor: sign-up (`label`) for visitors, a plan for guests, the dashboard
 * for everyone else.
 */
export function NextStep({ label, to = paths.register() }: Props) {
  const { t } = useTranslation('hero')
  switch (visitorOf(useSession())) {
    case 'anonymous':
      return (
        <LinkButton to={to} size="lg">
          {label}
        </LinkButton>
      )
    case 'guest':
      return (
        <LinkButton to={paths.pricing()} size="lg">
          {t('seePricing')}
        </LinkButton>
      )
    case 'paid':
    case 'unknown':
      return (
        <LinkButton to={paths.app()} size="lg">
          {t('toDashboard')}
        </LinkButton>
      )
  }
}
