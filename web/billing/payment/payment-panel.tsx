import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { PlanName } from '#contracts/billing/plan-rights.ts'
import { cn } from '#web/lib/cn.ts'
import { useSession } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { Address } from '#web/ui/account-frame.tsx'
import { LinkButton, Spinner } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { FormFailure } from '#web/ui/form/form-call.tsx'
import type { PaymentView } from './payment-status.ts'
import { RetryButton } from '#web/ui/feedback/error-state.tsx'

type Props = {
  view: PaymentView
  onRetry: () => void
  redirect: ReactNode
}

/** Only the server's confirmation counts as success. */
export function PaymentPanel({ view, onRetry, redirect }: Props) {
  const { t } = useTranslation(['payment', 'navigation'])
  const again = (
    <RetryButton size="lg" onClick={onRetry}>
      {t('again')}
    </RetryButton>
  )
  switch (view.kind) {
    case 'processing':
      return (
        <Panel text={t('processing.text')}>
          <PaymentSteps done={1} />
        </Panel>
      )
    case 'received':
      return (
        <Panel
          text={t(view.isLate ? 'received.late' : 'received.text')}
          actions={view.isLate && again}
        >
          <PaymentSteps done={2} />
          <p className="text-muted">{t('received.close')}</p>
        </Panel>
      )
    case 'successful':
      return (
        <Panel
          text={<AccountNotice view={view} />}
          actions={<DashboardLink isFresh={view.account === 'updated'} />}
          redirect={redirect}
        >
          <PaymentSteps done={view.account === 'updated' ? 3 : 2} />
        </Panel>
      )
    case 'unpaid':
      return (
        <Panel
          text={t('unpaid.text')}
          actions={
            <>
              {again}
              <PlansLink />
            </>
          }
        />
      )
    case 'closed':
      return (
        <Panel text={t('closed.text')} actions={nextOf(view.planName)}>
          <OwnAccount planName={view.planName} />
        </Panel>
      )
    case 'unknown':
      return (
        <Panel text={t('unknown.text')} actions={nextOf(view.planName)} redirect={redirect}>
          <OwnAccount planName={view.planName} />
        </Panel>
      )
    case 'unchecked':
      return (
        <Panel text={t('unchecked.text')} actions={again} redirect={redirect}>
          <FormFailure error={view.error} />
        </Panel>
      )
    case 'offline':
      return <Panel text={t('offline.text')} actions={again} />
    case 'signedOut':
      return (
        <Panel
          text={t('signedOut.text')}
          actions={
            <LinkButton to={paths.login()} size="lg">
              {t('navigation:login')}
            </LinkButton>
          }
        />
      )
    default:
      return view satisfies never
  }
}

const nextOf = (planName: PlanName) => (planName === 'guest' ? <PlansLink /> : <DashboardLink />)

type PanelProps = {
  text: ReactNode
  actions?: ReactNode
  redirect?: ReactNode
  children?: ReactNode
}

function Panel({ text, actions, redirect, children }: PanelProps) {
  return (
    <div className="grid gap-5">
      <div aria-live="polite" className="grid gap-4">
        {typeof text === 'string' ? <p>{text}</p> : text}
        {children}
      </div>
      {actions && <div className="grid gap-3">{actions}</div>}
      {redirect}
    </div>
  )
}

/** The plan is active once the server says so; this page shows the new plan a moment later. */
function AccountNotice({ view }: { view: PaymentView & { kind: 'successful' } }) {
  const { t } = useTranslation(['payment', 'navigation'])
  return (
    <Notice
      tone={view.account === 'updated' ? 'good' : 'plain'}
      title={t(`successful.${view.account}`)}
    >
      <p>{t('successful.text', { plan: t(`navigation:plan.${view.planName}`) })}</p>
    </Notice>
  )
}

function PlansLink() {
  const { t } = useTranslation('payment')
  return (
    <LinkButton to={paths.pricing()} size="lg" variant="secondary">
      {t('plans')}
    </LinkButton>
  )
}

/** Reloads the document when this page could not load the new plan, so that the dashboard can. */
function DashboardLink({ isFresh = true }: { isFresh?: boolean }) {
  const { t } = useTranslation('payment')
  return (
    <LinkButton to={paths.app()} size="lg" reloadDocument={!isFresh}>
      {t('dashboard')}
    </LinkButton>
  )
}

/** The payment may belong to another account of the same person. */
function OwnAccount({ planName }: { planName: PlanName }) {
  const { t } = useTranslation(['payment', 'navigation'])
  const session = useSession()
  if (session.status !== 'signed-in') return null
  const plan = t(`navigation:plan.${planName}`)
  const account = <Address>{session.user.email}</Address>
  return (
    <p className="text-muted">
      <Trans t={t} i18nKey="account" values={{ plan }} components={{ account }} />
    </p>
  )
}

const steps = ['back', 'paid', 'open'] as const

/** `done`: the number of completed steps; the next one is in progress. */
function PaymentSteps({ done }: { done: 1 | 2 | 3 }) {
  const { t } = useTranslation('payment')
  return (
    <ol aria-label={t('steps.label')} className="border-y border-line">
      {steps.map((step, at) => {
        const state = at < done ? 'done' : at === done ? 'underWay' : 'ahead'
        return (
          <li
            key={step}
            className={cn(
              'flex min-h-12 items-center gap-3 border-line py-2 not-first:border-t',
              state === 'ahead' ? 'text-muted' : 'font-medium',
            )}
          >
            <Mark state={state} />
            <span>
              {t(`steps.${step}`)}
              <span className="sr-only"> {t(`steps.state.${state}`)}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function Mark({ state }: { state: 'done' | 'underWay' | 'ahead' }) {
  return (
    <span className="grid size-5 shrink-0 place-items-center">
      {state === 'done' && <Check className="size-5 text-good" aria-hidden />}
      {state === 'underWay' && <Spinner className="text-sun-ink" />}
      {state === 'ahead' && <span className="size-2 rounded-full border border-control" />}
    </span>
  )
}
