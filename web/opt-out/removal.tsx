import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  confirmOptOut,
  type OptedOut,
  type OptOutConfirmation,
} from '#contracts/opt-out/opt-out.ts'
import { isApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import { useHydrated } from '#web/lib/browser/browser-storage.ts'
import { useCooldown } from '#web/lib/browser/use-cooldown.ts'
import { Address } from '#web/ui/account-frame.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { FormFailure, useFailureText } from '#web/ui/form/form-call.tsx'

type Props = {
  domain: string
  token: string
  onOther: () => void
  onDone: (outcome: OptedOut) => void
}

/** One click: scanners open the links in mails too, so opening one removes nothing. */
export function MailLinkPanel({ domain, token, onOther, onDone }: Props) {
  const { t } = useTranslation('opt-out')
  const isHydrated = useHydrated()
  const { error, isBusy, waitSeconds, remove } = useRemoval(onDone)
  const isInvalidLink = isApiError(error, 'opt_out_link_invalid')
  return (
    <div className="mt-3 grid gap-5">
      <p>
        {t('arrived.text')} <Address>{domain}</Address>
      </p>
      <RemovalFailure error={error} expired={t('check.expired')} />
      {isInvalidLink ? (
        <Button size="lg" onClick={onOther}>
          {t('arrived.other')}
        </Button>
      ) : (
        <Button
          size="lg"
          variant="danger"
          isBusy={isBusy}
          disabled={!isHydrated || waitSeconds > 0}
          onClick={() => void remove({ domain, method: 'mail', token })}
        >
          {waitSeconds > 0 ? t('check.wait', { seconds: waitSeconds }) : t('arrived.submit')}
        </Button>
      )}
      <p className="text-sm text-muted">{t('check.final')}</p>
    </div>
  )
}

type CheckPartProps = {
  domain: string
  method: 'dns' | 'meta'
  onExpired: () => void
  onDone: (outcome: OptedOut) => void
}

export function CheckPart({ domain, method, onExpired, onDone }: CheckPartProps) {
  const { t } = useTranslation('opt-out')
  const { error, isBusy, waitSeconds, remove } = useRemoval(onDone)
  const isExpired = isApiError(error, 'not_found')
  return (
    <div className="grid gap-4">
      <RemovalFailure error={error} expired={t('check.expired')} />
      {isExpired ? (
        <Button size="lg" onClick={onExpired}>
          {t('check.again')}
        </Button>
      ) : (
        <Button
          size="lg"
          isBusy={isBusy}
          disabled={waitSeconds > 0}
          onClick={() => void remove({ domain, method })}
        >
          {isBusy
            ? t('check.looking')
            : waitSeconds > 0
              ? t('check.wait', { seconds: waitSeconds })
              : t('check.submit')}
        </Button>
      )}
      <p className="text-sm text-muted">{t('check.final')}</p>
    </div>
  )
}

/** After too many requests it waits as long as the server says. */
function useRemoval(onDone: (outcome: OptedOut) => void) {
  const confirming = useCall(confirmOptOut)
  const [error, setError] = useState<unknown>(null)
  const { seconds, start } = useCooldown('opt-out')
  return {
    error,
    isBusy: confirming.isPending,
    waitSeconds: seconds,
    remove: async (body: OptOutConfirmation) => {
      setError(null)
      try {
        onDone(await confirming.mutateAsync({ body }))
      } catch (failure) {
        if (isApiError(failure, 'rate_limited')) start(failure.retryAfterSeconds)
        setError(failure)
      }
    },
  }
}

type RemovalFailureProps = { error: unknown; expired: string }

/** A missing proof is not an error: the notice says what to do. */
export function RemovalFailure({ error, expired }: RemovalFailureProps) {
  const { t } = useTranslation('opt-out')
  const textOf = useFailureText()
  const isUnverified = isApiError(error, 'proof_missing') || isApiError(error, 'proof_unreachable')
  return (
    <div aria-live="assertive" className="empty:hidden">
      {error === null ? null : isUnverified ? (
        <Notice tone="sun" title={textOf(error, { fallback: 'proof_missing' })}>
          <p>{t('check.nothingLost')}</p>
        </Notice>
      ) : (
        <FormFailure
          error={error}
          fallback="networkOrServer"
          text={isApiError(error, 'not_found') ? expired : undefined}
        />
      )}
    </div>
  )
}

const LINES = ['gone', 'visits', 'again', 'proof'] as const

export function DonePanel({
  outcome,
  onStartOver,
}: {
  outcome: OptedOut
  onStartOver: () => void
}) {
  const { t } = useTranslation('opt-out')
  const { domain, storesErased } = outcome
  return (
    <div className="mt-3 grid gap-5">
      <p className="flex items-start gap-3">
        <CircleCheck className="mt-0.5 size-6 shrink-0 text-good" aria-hidden />
        <span>
          <Address>{domain}</Address>{' '}
          {storesErased === null
            ? t('done.already')
            : storesErased === 0
              ? t('done.unknown')
              : t('done.erased', { count: storesErased })}
        </span>
      </p>
      <ul className="grid gap-3 border-t border-line pt-5">
        {LINES.map((line) => (
          <li key={line} className="text-sm text-muted">
            <strong className="font-semibold text-ink">{t(`done.${line}.name`)}</strong>{' '}
            {t(`done.${line}.text`)}
          </li>
        ))}
      </ul>
      <Button variant="secondary" onClick={onStartOver}>
        {t('done.another')}
      </Button>
    </div>
  )
}
