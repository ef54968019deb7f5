import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PlanName } from '#contracts/plans.ts'
import type { BillingCycle } from '#contracts/price-list.ts'
import { paths } from '#web/paths.ts'
import { BillingToggle, type Billing } from '#web/ui/billing-toggle.tsx'
import { BANNER_ID } from '../settings-page.tsx'
import { cardAction, type CardAction, type Obstacle } from './card-action.ts'
import { PlanCard } from './plan-card.tsx'
import { NOTICE_ID } from './plan-notices.tsx'
import type { PlanView } from './plan-view.ts'
import { billingOf } from './use-cycle.ts'

const GIVEN_ID = 'plan-given'
export const SAMPLE_ID = 'plan-sample'

/** Ids of the elements that explain each obstacle. */
const reasons: Record<Obstacle, string> = {
  visitor: BANNER_ID,
  sample: SAMPLE_ID,
  given: GIVEN_ID,
  ending: NOTICE_ID,
  'past-due': NOTICE_ID,
}

type Props = {
  view: PlanView
  cycle: BillingCycle
  onCycle: (billing: Billing) => void
  /** Another action is already running. */
  isDisabled: boolean
  /** The plan whose checkout is opening. */
  opening: PlanName | null
  onAction: (action: CardAction) => void
}

/** Guest, Pro and Plus side by side, each with its action. */
export function PlanCards({ view, cycle, onCycle, isDisabled, opening, onAction }: Props) {
  const { t } = useTranslation('settings')
  const cards = view.offers.map((offer) => ({ offer, action: cardAction(view, offer.plan, cycle) }))
  const isGiven = cards.some(({ action }) => action.kind === 'blocked' && action.by === 'given')
  return (
    <section aria-labelledby="plan-cards" className="@container grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="plan-cards" className="text-lg">
          {t('plan.plans')}
        </h2>
        <BillingToggle value={billingOf(cycle)} onChange={onCycle} />
      </div>
      <ol className="grid gap-4 @2xl:grid-cols-3">
        {cards.map(({ offer, action }) => (
          <PlanCard
            key={offer.plan}
            offer={offer}
            currency={view.currency}
            cycle={cycle}
            action={action}
            isBusy={opening === offer.plan}
            isDisabled={isDisabled}
            describedBy={action.kind === 'blocked' ? reasons[action.by] : undefined}
            onPress={() => onAction(action)}
          />
        ))}
      </ol>
      {isGiven && (
        <p id={GIVEN_ID} className="text-sm text-muted">
          {t('plan.givenHint')}{' '}
          <Link to={paths.contact()} className="link">
            {t('plan.givenContact')}
          </Link>
        </p>
      )}
      <p className="text-sm">
        <Link to={paths.pricing()} className="link">
          {t('plan.compare')}
        </Link>
      </p>
    </section>
  )
}
