import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { OptedOut, OptOutTask } from '#contracts/opt-out/opt-out.ts'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { useHydrated } from '#web/lib/browser/browser-storage.ts'
import { useLinkToken } from '#web/lib/navigation/link-token.ts'
import { SupportLink } from '#web/ui/account-frame.tsx'
import { Card } from '#web/ui/card.tsx'
import { DomainForm, saveTask } from './domain-form.tsx'
import { DonePanel, MailLinkPanel } from './removal.tsx'
import { VerificationPanel } from './verification-panel.tsx'

/**
 * For merchants who want to leave Storedawn: name the domain, prove control of it, done. No
 * account, no questions.
 */
export function OptOutPage() {
  const { t } = useTranslation('opt-out')
  const { search } = useLocation()
  const token = useLinkToken()
  const [movedTo, setMovedTo] = useState<OptOutState | null>(null)
  const isHydrated = useHydrated()
  // The server's HTML is the same for all links.
  const state = movedTo ?? initialState(search, isHydrated ? token : null)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(state.kind)
  useEffect(() => {
    if (shown.current === state.kind) return
    shown.current = state.kind
    // Screen readers announce the heading, and the next Tab starts there.
    heading.current?.focus()
  }, [state.kind])

  const move = (next: OptOutState) => {
    if (next.kind === 'proving') saveTask(localStorage, next.task)
    if (next.kind === 'done') saveTask(localStorage, null)
    setMovedTo(next)
  }
  return (
    <>
      <PageMeta page="optOut" />
      {/* One screen high, so that the footer does not jump between steps. */}
      <div className="page grid min-h-dvh grid-cols-[minmax(0,1fr)] content-start gap-x-20 gap-y-12 py-12 sm:py-18 lg:grid-cols-[minmax(0,38rem)_minmax(0,26rem)] lg:justify-between">
        <div>
          <p className="eyebrow">{t('eyebrow')}</p>
          <h1 className="mt-3 text-2xl">{t('title')}</h1>
          <p className="mt-4 text-lg text-muted">{t('intro')}</p>
          <Card className="mt-8 p-5 sm:p-7">
            <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
              {t(`steps.${state.kind}`)}
            </h2>
            <StepPanel state={state} onMove={move} />
          </Card>
        </div>
        <Promises />
      </div>
    </>
  )
}

export { OptOutPage as Component }

export const loader = pageLoader(['opt-out'])

type Props = { state: OptOutState; onMove: (next: OptOutState) => void }

function StepPanel({ state, onMove }: Props) {
  switch (state.kind) {
    case 'entering':
      return (
        <DomainForm domain={state.domain} onStart={(task) => onMove({ kind: 'proving', task })} />
      )
    case 'proving':
      return (
        <VerificationPanel
          task={state.task}
          onOther={(domain) => onMove({ kind: 'entering', domain })}
          onDone={(outcome) => onMove({ kind: 'done', outcome })}
        />
      )
    case 'arrived':
      return (
        <MailLinkPanel
          domain={state.domain}
          token={state.token}
          onOther={() => onMove({ kind: 'entering', domain: state.domain })}
          onDone={(outcome) => onMove({ kind: 'done', outcome })}
        />
      )
    case 'done':
      return (
        <DonePanel
          outcome={state.outcome}
          onStartOver={() => onMove({ kind: 'entering', domain: '' })}
        />
      )
    default:
      return state satisfies never
  }
}

type OptOutState =
  | { kind: 'entering'; domain: string }
  | { kind: 'proving'; task: OptOutTask }
  /** The owner followed the link in our mail; opening it changes nothing yet. */
  | { kind: 'arrived'; domain: string; token: string }
  | { kind: 'done'; outcome: OptedOut }

/** The mail's link names domain and secret, other links perhaps the domain. */
export function initialState(search: string, token: string | null): OptOutState {
  const domain = new URLSearchParams(search).get('domain')?.trim() ?? ''
  return token !== null && domain !== ''
    ? { kind: 'arrived', domain, token }
    : { kind: 'entering', domain }
}

const PROMISES = ['when', 'scope', 'stays', 'exports', 'back'] as const

function Promises() {
  const { t } = useTranslation('opt-out')
  return (
    <aside aria-labelledby="opt-out-promises" className="lg:pt-16">
      <h2 id="opt-out-promises" className="text-xl">
        {t('promises.title')}
      </h2>
      <dl className="mt-4 border-t border-rule">
        {PROMISES.map((promise) => (
          <div key={promise} className="border-b border-line py-4">
            <dt className="font-semibold">{t(`promises.${promise}.name`)}</dt>
            <dd className="mt-1 text-sm text-pretty text-muted">{t(`promises.${promise}.text`)}</dd>
          </div>
        ))}
      </dl>
      {/* For owners who cannot publish a proof: a person reads their message. */}
      <p className="mt-4 text-sm text-muted">
        {t('promises.support')} <SupportLink />
      </p>
    </aside>
  )
}
