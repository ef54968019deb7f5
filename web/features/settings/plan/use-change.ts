import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changePlan, getPlanStatus, type PlanChangeQuote, type PlanChoice } from '#contracts/plans.ts'
import { isApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import { notify } from '#web/ui/toast-store.ts'
import { atLeast } from '../at-least.ts'
import { useFailureToast } from '../use-failure-toast.ts'
import type { AwaitedChange } from './awaited-change.ts'

const BUSY_MS = 1_000

type Options = {
  choice: PlanChoice
  onClose: () => void
  onAwait: (change: AwaitedChange) => void
  /** The quote has expired; the dialog needs a new one. */
  onExpired: () => void
}

/** Carries out the quoted change. */
export function useChange({ choice, onClose, onAwait, onExpired }: Options) {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const fail = useFailureToast()
  const call = useCall(changePlan)
  const [isBusy, setBusy] = useState(false)
  const [isExpired, setExpired] = useState(false)

  const confirm = async ({ takesEffect, quotedAt }: PlanChangeQuote) => {
    setBusy(true)
    try {
      const { outcome, message, paymentUrl } = await atLeast(
        BUSY_MS,
        call.mutateAsync({ body: { ...choice, quotedAt } }),
      )
      switch (outcome) {
        case 'scheduled':
          await client.invalidateQueries({ queryKey: [getPlanStatus.name] })
          notify({ kind: 'success', subject: 'plan', title: t('plan.scheduled.done'), description: message })
          break
        case 'changed':
        case 'payment_needed':
          onAwait({ ...choice, bankUrl: paymentUrl })
          break
        default:
          outcome satisfies never
      }
      onClose()
    } catch (error) {
      if (isApiError(error, 'quote_expired')) {
        setExpired(true)
        return onExpired()
      }
      fail(takesEffect === 'now' ? 'upgrade' : 'downgrade', error)
      onClose()
      await client.invalidateQueries({ queryKey: [getPlanStatus.name] })
    } finally {
      setBusy(false)
    }
  }
  return { confirm, isBusy, isExpired }
}
