import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { PaymentPanel } from './payment-panel.tsx'
import type { PaymentView } from './payment-view.ts'
import { RedirectCountdown } from './redirect-countdown.tsx'
import { usePayment } from './use-payment.ts'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { paths } from '#web/paths.ts'
import { AccountFrame } from '#web/ui/account-frame.tsx'
import type { SunHeight } from '#web/ui/dawn-panel.tsx'
import { SupportLine } from '#web/ui/support-line.tsx'

/** The page that the payment provider returns to. It unlocks nothing itself; it shows what the server knows about the payment. */
export function PaymentOutcome({ checkoutId }: { checkoutId: string | null }) {
  const { view, lookAgain } = usePayment(checkoutId)
  return <PaymentScreen view={view} onLookAgain={lookAgain} />
}

export function PaymentScreen({ view, onLookAgain }: { view: PaymentView; onLookAgain: () => void }) {
  const { t } = useTranslation('payment')
  const navigate = useNavigate()
  const [isStaying, setStaying] = useState(false)
  const title = t(`${view.kind}.title`)
  const leave = () => {
    if (isUpToDate(view)) void navigate(paths.app(), { replace: true })
    // This page still treats its visitor as a guest, whom the dashboard would redirect.
    else location.replace(paths.app())
  }
  return (
    <AccountFrame title={title} step={view.kind} sun={suns[view.kind]} after={<SupportLine />}>
      <PageMeta page="paymentSuccess" title={title} noindex />
      <PaymentPanel
        view={view}
        onLookAgain={onLookAgain}
        redirect={
          leadsOn(view) && (
            <RedirectCountdown
              key={view.kind}
              isStaying={isStaying}
              onStay={() => setStaying(true)}
              onEnd={leave}
            />
          )
        }
      />
    </AccountFrame>
  )
}

const isUpToDate = (view: PaymentView): boolean =>
  view.kind === 'successful' ? view.account === 'updated' : view.kind === 'unknown'

/** Redirects members with a plan, and visitors whose payment could not be checked: section 4 of the specification. */
function leadsOn(view: PaymentView): boolean {
  if (view.kind === 'unknown') return view.planName !== 'guest'
  return view.kind === 'successful' || view.kind === 'unchecked'
}

const suns: Record<PaymentView['kind'], SunHeight> = {
  processing: 'low',
  received: 'half',
  successful: 'up',
  unpaid: 'low',
  closed: 'low',
  unknown: 'low',
  unchecked: 'low',
  offline: 'low',
  signedOut: 'low',
}
