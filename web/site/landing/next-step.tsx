import { useTranslation } from 'react-i18next'
import { useSession, visitorOf } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { ArrowLink } from './section.tsx'

type Props = { label: string; to?: string; isLink?: boolean }

/**
 * The next step for each visitor: sign-up (`label`) for visitors, a plan for guests, the dashboard
 * for everyone else. As a link where the page already has its button.
 */
export function NextStep({ label, to = paths.register(), isLink = false }: Props) {
  const { t } = useTranslation('hero')
  const visitor = visitorOf(useSession())
  const steps = {
    anonymous: { to, text: label },
    guest: { to: paths.pricing(), text: t('seePricing') },
    paid: { to: paths.app(), text: t('toDashboard') },
  }
  const step = steps[visitor === 'unknown' ? 'paid' : visitor]
  if (!isLink)
    return (
      <LinkButton to={step.to} size="lg">
        {step.text}
      </LinkButton>
    )
  return <ArrowLink to={step.to}>{step.text}</ArrowLink>
}
