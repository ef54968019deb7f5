import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getPlanStatus, listInvoices, type PlanStatus } from '#contracts/billing/plans.ts'
import type { BillingCycle, PaidPlan } from '#contracts/billing/price-list.ts'
import { q, useReload } from '#web/api/query.ts'
import { planOf, useSession, useSessionStore } from '#web/lib/session/session.tsx'
import { notify } from '#web/lib/toast.ts'
import { planNamed } from './plan-view.ts'

/** Changes on the provider's page arrive soon after a return from there. */
const POLL_MS = 15_000
const FIRST_POLLS = { count: 5, everyMs: 3_000 }
const PENDING_POLL_MS = 1_000

export function usePlan() {
  const [pending, setPending] = useState<PendingChange | null>(null)
  const query = useQuery({
    ...q(getPlanStatus, {}),
    staleTime: 0,
    refetchInterval({ state: { dataUpdateCount: polls } }) {
      if (pending) return PENDING_POLL_MS
      return polls < FIRST_POLLS.count ? FIRST_POLLS.everyMs : POLL_MS
    },
  })
  useNotifyChange(pending, query.data, () => setPending(null))
  useSyncedMenu(query.data)
  return { query, pending, setPending }
}

function useNotifyChange(
  pending: PendingChange | null,
  status: PlanStatus | undefined,
  forget: () => void,
) {
  const { t } = useTranslation(['settings', 'navigation'])
  const reload = useReload()
  const finished = pending && status && hasTakenEffect(pending, status) ? pending : null
  useEffect(() => {
    if (!finished) return
    forget()
    notify({
      kind: 'success',
      subject: 'plan',
      title: t('settings:plan.updated.title'),
      description: t('settings:plan.updated.text', {
        plan: t(`navigation:plan.${finished.planId}`),
      }),
    })
    void reload(listInvoices)
  })
}

/** In this tab and, through the session, in all others. */
function useSyncedMenu(status: PlanStatus | undefined): void {
  const store = useSessionStore()
  const session = useSession()
  const shown = session.status === 'signed-in' ? planOf(session.user) : null
  const real = status ? planNamed(status.planName) : null
  useEffect(() => {
    if (shown && real && shown !== real) void store.check()
  }, [shown, real, store])
}

/** Paid, or waiting for the bank at `bankUrl`: the plan changes when the provider reports it. */
export type PendingChange = { planId: PaidPlan; billingCycle: BillingCycle; bankUrl: string | null }

export const hasTakenEffect = (
  { planId, billingCycle }: PendingChange,
  { currentSubscription }: Pick<PlanStatus, 'currentSubscription'>,
): boolean =>
  currentSubscription?.productName === planId && currentSubscription.billingCycle === billingCycle
