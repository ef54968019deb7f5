import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckoutFailure, useCheckout } from './checkout.tsx'
import { clearChoice, type PendingChoice, readChoice } from './pending-choice.ts'
import { usePrices } from './use-prices.ts'

/** Offers the plan that a guest chose before signing up. It starts checkout only on a click. */
export function SavedChoice() {
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
