import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router'
import { PaymentOutcome } from './payment-outcome.tsx'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { isPaymentReturn } from '#web/lib/payment-return.ts'
import { useSession } from '#web/lib/session.tsx'
import { useTimedRedirect } from '#web/lib/use-timed-redirect.ts'
import { paths } from '#web/paths.ts'
import { AccountFrame } from '#web/ui/account-frame.tsx'
import { Waiting } from '#web/ui/waiting.tsx'

/** Section 9 of the specification: for members who come here without a payment. */
const MEMBERS_LEAVE_AFTER_MS = 1_000

export function PaymentPage() {
  const [search] = useSearchParams()
  return isPaymentReturn(search) ? <PaymentOutcome checkoutId={search.get('checkout_id')} /> : <NoPayment />
}

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
