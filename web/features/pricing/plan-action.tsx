import { useTranslation } from 'react-i18next'
import type { PlanCardName } from './price-list.ts'
import { planOf, useSession } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { notify } from '#web/ui/toast-store.ts'

/** Choosing needs an account first; the custom plan begins with a message; the own plan is just named. */
export function PlanAction({ plan }: { plan: PlanCardName }) {
  const { t } = useTranslation('pricing')
  const session = useSession()
  const name = t(`plans.${plan}.name`)
  const variant = plan === 'plus' ? 'primary' : 'secondary'
  if (plan === 'custom') {
    return (
      <LinkButton to={paths.contact({ subject: t('plans.custom.name') })} variant={variant}>
        {t('contactSales')}
      </LinkButton>
    )
  }
  if (session.status !== 'signed-in') {
    return (
      <LinkButton to={paths.register()} variant={variant}>
        {t('choose', { plan: name })}
      </LinkButton>
    )
  }
  if (planOf(session.user) === plan) {
    return (
      <Button variant="secondary" disabled>
        {t('current')}
      </Button>
    )
  }
  // Checkout belongs to billing, which is not built yet: we say so instead of pretending.
  return (
    <Button variant={variant} onClick={() => notify({ kind: 'info', title: t('checkoutSoon') })}>
      {t('choose', { plan: name })}
    </Button>
  )
}
