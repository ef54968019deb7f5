import { CalendarClock, Hourglass, Landmark } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { CurrentSubscription } from '#contracts/billing/plans.ts'
import { useIsLate } from '#web/lib/debounced-value.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { planNamed } from './plan-view.ts'
import type { PendingChange } from './use-plan.ts'

/** Describes the card buttons that wait for this notice. */
export const NOTICE_ID = 'plan-notice'

const LATE_AFTER_MS = 30_000

type Resume = { run: () => void; isBusy: boolean }

export function SubscriptionNotice({ of, resume }: { of: CurrentSubscription; resume: Resume }) {
  const { t } = useTranslation(['settings', 'navigation'])
  const { day } = useFormats()
  const nameOf = (plan: string) => t(`navigation:plan.${planNamed(plan)}`)
  const plan = nameOf(of.productName)
  const button = (label: string) => (
    <Button
      variant="secondary"
      size="sm"
      isBusy={resume.isBusy}
      className="mt-2"
      onClick={resume.run}
    >
      {label}
    </Button>
  )
  if (of.cancelAtPeriodEnd) {
    const title = t('settings:plan.ending.title', { plan, date: day(of.renewsAt) })
    return (
      <Notice id={NOTICE_ID} icon={CalendarClock} tone="sun" title={title}>
        <p>{t('settings:plan.ending.text')}</p>
        {button(t('settings:plan.ending.keep', { plan }))}
      </Notice>
    )
  }
  if (of.status === 'past_due') {
    return (
      <Notice id={NOTICE_ID} tone="bad" title={t('settings:plan.pastDue.title')}>
        <p>{t('settings:plan.pastDue.text')}</p>
      </Notice>
    )
  }
  if (!of.scheduledChange) return null
  const { productName, billingCycle, startsAt } = of.scheduledChange
  const next = t(`settings:plan.named.${billingCycle}`, { plan: nameOf(productName) })
  return (
    <Notice
      icon={CalendarClock}
      tone="sun"
      title={t('settings:plan.scheduled.title', { plan: next, date: day(startsAt) })}
    >
      <p>{t('settings:plan.scheduled.text', { plan })}</p>
      {button(t('settings:plan.scheduled.back'))}
    </Notice>
  )
}

/** Paid, or waiting for the bank; the plan has not changed yet. */
export function PendingChangeNotice({
  change,
  onDismiss,
}: {
  change: PendingChange
  onDismiss: () => void
}) {
  const { t } = useTranslation(['settings', 'navigation'])
  const isLate = useIsLate(true, LATE_AFTER_MS)
  const plan = t(`navigation:plan.${change.planId}`)
  if (change.bankUrl !== null) {
    return (
      <Notice icon={Landmark} tone="sun" title={t('settings:plan.bank.title')}>
        <p>{t('settings:plan.bank.text', { plan })}</p>
        <div className="mt-2 flex flex-wrap gap-3">
          <ExternalLink href={change.bankUrl} className={buttonClass('primary', 'sm')}>
            {t('settings:plan.bank.open')}
          </ExternalLink>
          <Button variant="quiet" size="sm" onClick={onDismiss}>
            {t('settings:plan.bank.dismiss')}
          </Button>
        </div>
      </Notice>
    )
  }
  return (
    <Notice icon={Hourglass} title={t('settings:plan.awaited.title', { plan })}>
      <p>{t(isLate ? 'settings:plan.awaited.late' : 'settings:plan.awaited.text')}</p>
    </Notice>
  )
}
