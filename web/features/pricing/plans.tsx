import { PlanAction } from './plan-action.tsx'
import { PlanCard } from './plan-card.tsx'
import { tiers } from './tiers.ts'
import { usePrices } from './use-prices.ts'
import { planOf, useSession } from '#web/lib/session.tsx'
import type { Billing } from '#web/ui/billing-toggle.tsx'

export function Plans({ billing }: { billing: Billing }) {
  const prices = usePrices()
  const session = useSession()
  const own = session.status === 'signed-in' ? planOf(session.user) : null
  return (
    <div id="plans" className="mt-10 grid gap-5 lg:grid-cols-3">
      {tiers.map((tier) => (
        <PlanCard
          key={tier.name}
          tier={tier}
          billing={billing}
          prices={prices}
          isOwn={tier.name === own}
          action={<PlanAction tier={tier} billing={billing} />}
        />
      ))}
    </div>
  )
}
