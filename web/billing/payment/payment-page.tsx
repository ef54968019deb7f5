import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { pageLoader } from '#web/lib/app/page-loader.ts'
import { PageMeta } from '#web/lib/app/page-meta.tsx'
import { isPaymentReturn } from '#web/lib/navigation/payment-return.ts'
import { useTimedRedirect } from '#web/lib/navigation/timed-redirect.ts'
import { useSession } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { AccountFrame, type SunHeight, SupportLine } from '#web/ui/account-frame.tsx'
import { Waiting } from '#web/ui/feedback/skeleton.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import { type PaymentView, usePayment } from './payment-status.ts'
import { RedirectCountdown } from './redirect-countdown.tsx'

export function PaymentPage() {
  const [search] = useSearchParams()
  return isPaymentReturn(search) ? <PaymentOutcome checkoutId={search.get('checkout_id')} /> : <NoPayment />
}

export { PaymentPage as Component }

export const loader = pageLoader(['forms', 'payment'])

/** Section 9 of the specification: for members who come here without a payment. */
const MEMBERS_LEAVE_AFTER_MS = 1_000

function NoPayment() {
  const { t } = useTranslation('payment')
  const { status } = useSession()
  useTimedRedirect(status === 'signed-in' ? paths.app() : null, MEMBERS_LEAVE_AFTER_MS)
  if (status === 'anonymous') return <Navigate to={paths.pricing()} replace />
  return (
    <AccountFrame title={t('none.title')} sun="low">
      <PageMeta page="paymentSuccess" noindex />
      <Waiting>{t('none.text')}</Waiting>
    </AccountFrame>
  )
}

/** The page that the payment provider returns to. It unlocks nothing itself; it shows what the server knows about the payment. */
function PaymentOutcome({ checkoutId }: { checkoutId: string | null }) {
  const { view, retry } = usePayment(checkoutId)
  return <PaymentScreen view={view} onRetry={retry} />
}

export function PaymentScreen({ view, onRetry }: { view: PaymentView; onRetry: () => void }) {
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
        onRetry={onRetry}
        redirect={
          hasRedirect(view) && (
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
function hasRedirect(view: PaymentView): boolean {
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
