import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resendVerification } from '#contracts/accounts/auth.ts'
import { isApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import { pause } from '#web/api/pause.ts'
import { RESEND_COOLDOWN_SECONDS, useCooldown } from '#web/lib/browser/use-cooldown.ts'
import { Button } from '#web/ui/button.tsx'
import { type ErrorKey, FormFailure } from '#web/ui/form/form-call.tsx'

type Props = {
  resend: Resend
  /** Confirmation text, the same for every address. */
  sentText: string
  fallback: ErrorKey
  label?: string
  /** `submit`: the surrounding form sends the request. */
  type?: 'button' | 'submit'
}

/** Counts down the wait; screen readers announce it once, when it begins. */
export function ResendButton({ resend, sentText, fallback, label, type = 'button' }: Props) {
  const { t } = useTranslation('forms')
  const { state, seconds } = resend
  const isSending = state.kind === 'sending'
  const words = seconds > 0 ? t('resend.wait', { seconds }) : (label ?? t('resend.again'))
  return (
    <div className="grid gap-3">
      <Button
        variant="secondary"
        type={type}
        disabled={seconds > 0}
        isBusy={isSending}
        onClick={type === 'button' ? resend.send : undefined}
      >
        {isSending ? t('resend.sending') : words}
      </Button>
      <div aria-live="polite" className="grid gap-2 text-sm empty:hidden">
        {state.kind === 'sent' && (
          <p>
            {sentText} {t('resend.once', { seconds: RESEND_COOLDOWN_SECONDS })}
          </p>
        )}
        {state.kind === 'failed' && <FormFailure error={state.error} fallback={fallback} />}
      </div>
    </div>
  )
}

export function ResendVerification(props: Omit<Props, 'sentText' | 'fallback'>) {
  const { t } = useTranslation('errors')
  const sentText = t('done_verification_sent')
  return <ResendButton {...props} sentText={sentText} fallback="verificationResendFailed" />
}

type ResendState = { kind: 'idle' | 'sending' | 'sent' } | { kind: 'failed'; error: unknown }

export type Resend = ReturnType<typeof useResend>

type Options = {
  /** Distinguishes several countdowns in one tab. */
  name: string
  request: () => Promise<unknown>
  minMs?: number
}

/** At most once a minute, and no more often than the server allows. */
export function useResend({ name, request, minMs = 0 }: Options) {
  const cooldown = useCooldown(name)
  const [state, setState] = useState<ResendState>({ kind: 'idle' })

  const send = async () => {
    setState({ kind: 'sending' })
    const [outcome] = await Promise.allSettled([request(), pause(minMs)])
    if (outcome.status === 'fulfilled') {
      cooldown.start()
      return setState({ kind: 'sent' })
    }
    const error: unknown = outcome.reason
    if (isApiError(error) && error.retryAfterSeconds) cooldown.start(error.retryAfterSeconds)
    setState({ kind: 'failed', error })
  }
  return {
    state,
    /** Seconds until the next request is allowed; 0 = now. */
    seconds: cooldown.seconds,
    send,
    /** Starts the wait when the first mail was sent in another way. */
    wait: () => cooldown.start(),
  }
}

/** Of the specification: a spinner that only flashes would look as if the press had no effect. */
const MIN_SENDING_MS = 1_500

export function useResendVerification(email: string) {
  const resend = useCall(resendVerification)
  return useResend({
    name: 'verification',
    request: () => resend.mutateAsync({ body: { email: email.trim() } }),
    minMs: MIN_SENDING_MS,
  })
}
