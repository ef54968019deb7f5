import type { ReactNode } from 'react'
import { CurrentPlan } from './current-plan.tsx'
import { PlanCards } from './plan-cards.tsx'
import type { PlanView } from './plan-view.ts'
import { useCycle } from './use-cycle.ts'

const nothing = () => undefined

/** The plan and its cards, read-only except for the billing cycle. */
export function PlanToSee({ view, children }: { view: PlanView; children?: ReactNode }) {
  const [cycle, chooseCycle] = useCycle('monthly')
  return (
    <>
      <CurrentPlan view={view} cycle={cycle} portal={null} isBusy onSwitch={nothing}>
        {children}
      </CurrentPlan>
      <PlanCards
        view={view}
        cycle={cycle}
        onCycle={chooseCycle}
        isDisabled
        opening={null}
        onAction={nothing}
      />
    </>
  )
}
