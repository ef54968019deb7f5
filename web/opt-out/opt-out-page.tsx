import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { type OptedOut, OptOutTask, requestOptOut } from '#contracts/opt-out/opt-out.ts'
import { useCall } from '#web/api/use-call.ts'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import {
  type ItemStorage,
  readStored,
  store,
  useHydrated,
} from '#web/lib/browser/browser-storage.ts'
import { useEarlyInput } from '#web/lib/browser/early-input.ts'
import { useLinkToken } from '#web/lib/navigation/link-token.ts'
import { SupportLink } from '#web/ui/account-frame.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FormFailure, useFormCall } from '#web/ui/form/form-call.tsx'
import { TextField } from '#web/ui/form/form-controls.tsx'
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

type Fields = { domain: string }
type FormProps = { domain: string; onStart: (task: OptOutTask) => void }

function DomainForm({ domain, onStart }: FormProps) {
  const { t } = useTranslation('opt-out')
  const form = useForm<Fields>({ mode: 'onSubmit', defaultValues: { domain } })
  const formId = useEarlyInput(form, ['domain'])
  const isHydrated = useHydrated()
  const request = useCall(requestOptOut)
  const { submit, failure, isBusy } = useFormCall(
    form,
    async ({ domain }) => onStart(await request.mutateAsync({ body: { domain: domain.trim() } })),
    ({ code }) =>
      code === 'invalid_request' ? { field: 'domain', message: t('domain.invalid') } : null,
  )
  return (
    <form
      id={formId}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="mt-5 grid gap-5"
    >
      <FormFailure error={failure} fallback="networkOrServer" />
      <TextField
        label={t('domain.label')}
        hint={t('domain.hint')}
        error={form.formState.errors.domain?.message}
        {...form.register('domain', {
          validate: (text) => text.trim() !== '' || t('domain.required'),
        })}
        type="text"
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={300}
        placeholder={t('domain.placeholder')}
      />
      <Button type="submit" size="lg" disabled={!isHydrated} isBusy={isBusy}>
        {t('domain.submit')}
      </Button>
      <SavedTask onStart={onStart} />
    </form>
  )
}

/** Its space is reserved before the storage has been read. */
function SavedTask({ onStart }: Pick<FormProps, 'onStart'>) {
  const { t } = useTranslation('opt-out')
  const isHydrated = useHydrated()
  return (
    <p className="min-h-11 text-sm text-muted">
      {isHydrated ? <SavedTaskLink onStart={onStart} /> : t('domain.unknown')}
    </p>
  )
}

function SavedTaskLink({ onStart }: Pick<FormProps, 'onStart'>) {
  const { t } = useTranslation('opt-out')
  const [saved] = useState(() => readSavedTask(localStorage, new Date()))
  if (!saved) return t('domain.unknown')
  return (
    <button
      type="button"
      className="link min-h-11 text-start wrap-anywhere"
      onClick={() => onStart(saved)}
    >
      {t('domain.goOn', { domain: saved.domain })}
    </button>
  )
}

/** A new DNS record takes a while to appear: owners who return later find what to publish. */
const KEY = 'optOutTask'

/** Null for any other content of the storage. */
export function readSavedTask(storage: ItemStorage, now: Date): OptOutTask | null {
  const saved = OptOutTask.safeParse(readStored(KEY, storage)).data
  return saved && Date.parse(saved.expiresAt) > now.getTime() ? saved : null
}

export const saveTask = (storage: ItemStorage, task: OptOutTask | null): void =>
  store(KEY, task, storage)
