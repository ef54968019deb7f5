import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { PaidPlan } from '#contracts/billing/price-list.ts'
import { DAY_MS } from '#contracts/dates.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useSession, visitorOf } from '#web/lib/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckoutFailure, useCheckout } from './checkout.tsx'
import { usePrices } from './use-prices.ts'

/** Offers the plan that a visitor chose before signing up. It starts checkout only on a click. */
export function ResumeCheckout() {
  return visitorOf(useSession()) === 'guest' ? <SavedChoice /> : null
}

function SavedChoice() {
  const [choice, setChoice] = useState(() => readChoice(Date.now()))
  const forget = () => {
    clearChoice()
    setChoice(null)
    // The button has disappeared by then.
    document.getElementById('main')?.focus()
  }
  return choice && <Offer choice={choice} onForget={forget} />
}

function Offer({ choice, onForget }: { choice: PendingChoice; onForget: () => void }) {
  const { t } = useTranslation('pricing')
  const { planPrice } = useFormats()
  const prices = usePrices()
  const { start, isBusy, error } = useCheckout(choice.plan, choice.billing)
  if (prices.kind !== 'known') return null
  const { monthlyPrice, annualTotal, currency } = prices.of(choice.plan)
  const plan = t(`plans.${choice.plan}.name`)
  const price = planPrice(choice.billing === 'annual' ? annualTotal : monthlyPrice, currency)
  const pay = () => {
    // Forget the choice, so that visitors who return without paying are not asked again.
    clearChoice()
    start()
  }
  return (
    <section
      aria-labelledby="resume-choice"
      className="mt-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-lg border border-sun bg-surface p-5 sm:px-7"
    >
      <div>
        <h2 id="resume-choice" className="text-lg">
          {t('resume.title', { plan })}
        </h2>
        <p className="mt-1 text-muted">{t(`resume.${choice.billing}`, { plan, price })}</p>
        {error && <CheckoutFailure error={error} />}
      </div>
      <div className="flex flex-wrap gap-3 max-sm:grid max-sm:w-full">
        <Button isBusy={isBusy} onClick={pay}>
          {t('resume.pay')}
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={onForget}>
          {t('resume.forget')}
        </Button>
      </div>
    </section>
  )
}

const KEY = 'pendingPlan'
const MAX_AGE_MS = DAY_MS

const Choice = z.object({
  plan: PaidPlan,
  billing: z.enum(['monthly', 'annual']),
  chosenAtMs: z.number(),
})
type PendingChoice = Pick<z.infer<typeof Choice>, 'plan' | 'billing'>

type ChoiceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Keeps a plan that a visitor chose before signing up. Not in session storage, because the mail
 * link opens another tab.
 */
export function saveChoice(
  choice: PendingChoice,
  nowMs: number,
  storage: ChoiceStorage = localStorage,
): void {
  try {
    storage.setItem(KEY, JSON.stringify({ ...choice, chosenAtMs: nowMs }))
  } catch {
    // Storage is full or blocked; the visitor has to choose again.
  }
}

/**
 * Null when there is no choice, when it is days old, and for any invalid content, because the
 * storage is untrusted.
 */
export function readChoice(nowMs: number, storage?: ChoiceStorage): PendingChoice | null {
  try {
    const text = (storage ?? localStorage).getItem(KEY)
    const { plan, billing, chosenAtMs } = Choice.parse(JSON.parse(text ?? ''))
    return nowMs - chosenAtMs < MAX_AGE_MS ? { plan, billing } : null
  } catch {
    return null
  }
}

export function clearChoice(storage?: ChoiceStorage): void {
  try {
    ;(storage ?? localStorage).removeItem(KEY)
  } catch {
    // Storage is blocked, so there is no choice.
  }
}
