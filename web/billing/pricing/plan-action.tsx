import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaidPlan } from '#contracts/billing/price-list.ts'
import type { Billing } from '#web/billing/billing-toggle.tsx'
import { deferred } from '#web/lib/app/deferred.tsx'
import { hadAccount, useHydrated } from '#web/lib/browser/browser-storage.ts'
import { CHOOSING } from '#web/lib/navigation/return-state.ts'
import { type PlanName, planOf, useSession, visitorOf } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Bone } from '#web/ui/feedback/loaded.tsx'
import { saveChoice } from './pending-choice.ts'
import type { Tier } from './tiers.ts'

/** Only signed-in guests pay here. */
export const checkout = deferred(async () => (await import('./checkout.tsx')).Checkout)
export const savedChoice = deferred(async () => (await import('./saved-choice.tsx')).SavedChoice)

/** For a guest who chose a plan before signing up. */
export const ResumeCheckout = () =>
  visitorOf(useSession()) === 'guest' && (
    <Suspense>
      <savedChoice.Part />
    </Suspense>
  )

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
    <Suspense fallback={<Bone className="h-11" />}>
      <checkout.Part plan={name} billing={billing} variant={variant} />
    </Suspense>
  ) : (
    <Change plan={name} own={own} variant={variant} />
  )
}

type OwnProps = { plan: PaidPlan; variant: 'primary' | 'secondary' }

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
