import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getPlanStatus, resumePlan } from '#contracts/plans.ts'
import { useCall } from '#web/api/use-call.ts'
import { notify } from '#web/ui/toast-store.ts'
import { useFailureToast } from '../use-failure-toast.ts'

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
