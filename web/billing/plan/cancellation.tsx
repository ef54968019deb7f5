import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { cancelPlan, type CurrentSubscription, getPlanStatus, resumePlan } from '#contracts/account/plans.ts'
import { useFailureToast } from '#web/accounts/api.ts'
import { useCall } from '#web/api/use-call.ts'
import { notify } from '#web/lib/toast.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { planNamed } from './plan-view.ts'
import { useDayOf } from './plan-prices.ts'

type Props = { subscription: CurrentSubscription; onClose: () => void }

/** Back to Guest: the renewal is cancelled, and access continues until the period ends. */
export function CancelDialog({ subscription, onClose }: Props) {
  const { t } = useTranslation(['settings', 'navigation'])
  const dayOf = useDayOf()
  const { cancel, isBusy } = useCancel(onClose)
  const plan = t(`navigation:plan.${planNamed(subscription.productName)}`)
  return (
    <ConfirmDialog
      title={t('settings:plan.cancel.title', { plan })}
      text={t('settings:plan.cancel.text', { plan, date: dayOf(subscription.renewsAt) })}
      confirm={t('settings:plan.cancel.confirm')}
      cancel={t('settings:plan.ending.keep', { plan })}
      variant="danger"
      isBusy={isBusy}
      onConfirm={() => void cancel()}
      onCancel={onClose}
    />
  )
}

export function useCancel(onDone: () => void) {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const fail = useFailureToast()
  const call = useCall(cancelPlan)
  const cancel = async () => {
    try {
      const { message } = await call.mutateAsync({ query: { cancelAtPeriodEnd: 'true' } })
      notify({ kind: 'success', subject: 'plan', title: t('plan.cancel.done'), description: message })
      await client.invalidateQueries({ queryKey: [getPlanStatus.name] })
    } catch (error) {
      fail('cancellation', error)
    }
    onDone()
  }
  return { cancel, isBusy: call.isPending }
}

/** Undoes a cancellation, or a change scheduled for the end of the period. */
export function useResume(onDone: () => void) {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const fail = useFailureToast()
  const call = useCall(resumePlan)
  const run = async () => {
    try {
      const { message } = await call.mutateAsync({})
      await client.invalidateQueries({ queryKey: [getPlanStatus.name] })
      notify({ kind: 'success', subject: 'plan', title: t('plan.resumed'), description: message })
      onDone()
    } catch (error) {
      fail('resume', error)
      await client.invalidateQueries({ queryKey: [getPlanStatus.name] })
    }
  }
  return { run: () => void run(), isBusy: call.isPending }
}
