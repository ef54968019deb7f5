import { useState, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { languageInfo } from '#i18n/languages.ts'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { languageOf } from '#web/lib/i18n/load-texts.ts'
import { isPaymentReturn, paths } from '#web/paths.ts'
import { readWay, takeWay } from '#web/lib/navigation/way.ts'
import {
  AccountFrame,
  type SunHeight,
  SupportLine,
  useTimedRedirect,
} from '#web/ui/account-frame.tsx'
import { useSession } from '#web/lib/session/session.tsx'
import { notify } from '#web/lib/toast.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Waiting } from '#web/ui/feedback/loaded.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import { type PaymentView, usePayment } from './payment-status.ts'

export function PaymentPage() {
  const [search] = useSearchParams()
  return isPaymentReturn(search) ? (
    <PaymentOutcome checkoutId={search.get('checkout_id')} />
  ) : (
    <NoPayment />
  )
}

export { PaymentPage as Component }

export const loader = pageLoader(['forms', 'payment'])

/** Section 9 of the specification: for members who come here without a payment. */
const MEMBERS_LEAVE_AFTER_MS = 1_000

function NoPayment() {
  const { t } = useTranslation('payment')
  const { status } = useSession()
  useTimedRedirect(status === 'signed-in' ? paths.app() : null, MEMBERS_LEAVE_AFTER_MS)
  if (status === 'anonymous') return <ToPrices />
  return (
    <AccountFrame title={t('none.title')} sun="low">
      <PageMeta page="paymentSuccess" noindex />
      <div className="grid gap-5">
        <Waiting>{t('none.text')}</Waiting>
        <LinkButton to={paths.app()} size="lg" variant="secondary" replace>
          {t('dashboard')}
        </LinkButton>
      </div>
    </AccountFrame>
  )
}

function ToPrices() {
  const { t } = useTranslation('payment')
  useEffect(() => notify({ kind: 'info', subject: 'payment', title: t('none.text') }), [t])
  return <Navigate to={paths.pricing()} replace />
}

/** It unlocks nothing; it shows what the server knows about the payment. */
function PaymentOutcome({ checkoutId }: { checkoutId: string | null }) {
  const { view, retry } = usePayment(checkoutId)
  return <PaymentScreen view={view} onRetry={retry} />
}

export function PaymentScreen({ view, onRetry }: { view: PaymentView; onRetry: () => void }) {
  const { t } = useTranslation('payment')
  const navigate = useNavigate()
  const session = useSession()
  const [isStaying, setStaying] = useState(false)
  const title = t(`${view.kind}.title`)
  const leave = () => {
    // The browser's own error page would replace what this one says.
    if (!navigator.onLine) setStaying(true)
    else if (isUpToDate(view)) void navigate(takeWay(session) ?? paths.app(), { replace: true })
    // This page still treats its visitor as a guest, whom the dashboard would redirect.
    else location.replace(readWay(Date.now())?.address ?? paths.app())
  }
  return (
    <AccountFrame
      title={title}
      step={view.kind}
      sun={suns[view.kind] ?? 'low'}
      after={<SupportLine />}
    >
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

/**
 * Section 4 of the specification: members with a plan, and visitors whose payment could not be
 * checked.
 */
function hasRedirect(view: PaymentView): boolean {
  if (view.kind === 'unknown') return view.planName !== 'guest'
  return view.kind === 'successful' || view.kind === 'unchecked'
}

/** Low in all other views. */
const suns: Partial<Record<PaymentView['kind'], SunHeight>> = { received: 'half', successful: 'up' }

/** Section 9 of the specification. */
const REDIRECT_AFTER_SECONDS = 3

type Props = { isStaying: boolean; onStay: () => void; onEnd: () => void }

/** The seconds are hidden from screen readers, which would announce each one. */
function RedirectCountdown({ isStaying, onStay, onEnd }: Props) {
  const { t, i18n } = useTranslation('payment')
  const [left, setLeft] = useState(REDIRECT_AFTER_SECONDS)
  const end = useEffectEvent(onEnd)
  const status = useRef<HTMLParagraphElement>(null)
  const stay = () => {
    onStay()
    // The button disappears now.
    status.current?.focus()
  }
  useEffect(() => {
    if (isStaying) return
    return startCountdown(REDIRECT_AFTER_SECONDS, { onTick: setLeft, onEnd: () => end() })
  }, [isStaying])

  const { locale } = languageInfo[languageOf(i18n)]
  const time = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'long',
  }).format(left)
  return (
    <div className="-mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-muted">
      <p
        ref={status}
        role="status"
        tabIndex={-1}
        className={isStaying ? 'outline-none' : 'sr-only'}
      >
        {t(isStaying ? 'redirect.stopped' : 'redirect.soon')}
      </p>
      {!isStaying && (
        <>
          <p aria-hidden>{t('redirect.running', { time })}</p>
          <Button variant="quiet" size="sm" className="-mx-3" onClick={stay}>
            {t('redirect.stop')}
          </Button>
        </>
      )}
    </div>
  )
}

export function startCountdown(
  seconds: number,
  { onTick, onEnd }: { onTick: (left: number) => void; onEnd: () => void },
): () => void {
  let left = seconds
  const timer = setInterval(() => {
    left -= 1
    onTick(left)
    if (left > 0) return
    clearInterval(timer)
    onEnd()
  }, 1_000)
  return () => clearInterval(timer)
}
