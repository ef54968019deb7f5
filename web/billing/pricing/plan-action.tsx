import { useTranslation } from 'react-i18next'
import type { PaidPlan } from '#contracts/billing/price-list.ts'
import type { Billing } from '#web/billing/billing-toggle.tsx'
import { hadAccount, useHydrated } from '#web/lib/browser/browser-storage.ts'
import { CHOOSING } from '#web/lib/navigation/return-state.ts'
import { type PlanName, planOf, useSession, visitorOf } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Bone } from '#web/ui/feedback/loaded.tsx'
import { CheckoutFailure, useCheckout } from './checkout.tsx'
import { saveChoice } from './pending-choice.tsx'
import type { Tier } from './tiers.ts'

type Props = { tier: Tier; billing: Billing }

/**
 * To choose a plan, visitors sign up first, or log in where somebody has an account. The custom plan starts with a message. The current plan
 * is only named.
 */
export function PlanAction({ tier, billing }: Props) {
  const { t } = useTranslation('pricing')
  const session = useSession()
  const isKnown = useHydrated() && hadAccount()
  const { name, isPopular } = tier
  const variant = isPopular ? 'primary' : 'secondary'
  if (name === 'custom') {
    return (
      <LinkButton to={paths.contact({ subject: t('plans.custom.name') })} variant={variant}>
        {t('contactSales')}
      </LinkButton>
    )
  }
  if (visitorOf(session) === 'unknown') return <Bone className="h-11" />
  if (session.status !== 'signed-in') {
    return (
      <LinkButton
        to={isKnown ? paths.login() : paths.register()}
        state={isKnown && CHOOSING}
        variant={variant}
        onClick={() => saveChoice({ plan: name, billing }, Date.now())}
      >
        {t('choose', { plan: t(`plans.${name}.name`) })}
      </LinkButton>
    )
  }
  const own = planOf(session.user)
  if (own === name) {
    return (
      <Button variant="secondary" disabled>
        {t('current')}
      </Button>
    )
  }
  return own === 'guest' ? (
    <Checkout plan={name} billing={billing} variant={variant} />
  ) : (
    <Change plan={name} own={own} variant={variant} />
  )
}

type OwnProps = { plan: PaidPlan; variant: 'primary' | 'secondary' }

function Checkout({ plan, billing, variant }: OwnProps & { billing: Billing }) {
  const { t } = useTranslation('pricing')
  const { start, isBusy, error } = useCheckout(plan, billing)
  return (
    <>
      <Button variant={variant} isBusy={isBusy} onClick={start}>
        {t('choose', { plan: t(`plans.${plan}.name`) })}
      </Button>
      {error && <CheckoutFailure error={error} />}
    </>
  )
}

/**
 * An existing subscription is changed on the plan page, which shows the cost first; it is never
 * bought a second time.
 */
function Change({ plan, own, variant }: OwnProps & { own: PlanName }) {
  const { t } = useTranslation('pricing')
  const isUpgrade = plan === 'plus' && own === 'pro'
  return (
    <LinkButton to={paths.settingsPlan()} variant={variant}>
      {isUpgrade ? t('choose', { plan: t(`plans.${plan}.name`) }) : t('manage')}
    </LinkButton>
  )
}
