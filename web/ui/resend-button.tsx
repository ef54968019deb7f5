import { useTranslation } from 'react-i18next'
import type { Resend } from '#web/lib/use-resend.ts'
import { RESEND_COOLDOWN_SECONDS } from '#web/lib/use-cooldown.ts'
import { Button } from '#web/ui/button.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'

type Props = {
  resend: Resend
  /** Confirmation text, the same for every address. */
  sentText: string
  failureText: (error: unknown) => string
  /** Replaces "send again". */
  label?: string
  /** `submit`: the surrounding form sends the request. */
  type?: 'button' | 'submit'
  isDisabled?: boolean
}

/** Requests a mail again. The button counts down the wait; screen readers announce it once, when it begins. */
export function ResendButton({ resend, sentText, failureText, label, type = 'button', isDisabled }: Props) {
  const { t } = useTranslation('forms')
  const { state, seconds } = resend
  const isSending = state.kind === 'sending'
  const words = seconds > 0 ? t('resend.wait', { seconds }) : (label ?? t('resend.again'))
  return (
    <div className="grid gap-3">
      <Button
        variant="secondary"
        type={type}
        disabled={isDisabled || seconds > 0}
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
        {state.kind === 'failed' && <FormFailure text={failureText(state.error)} error={state.error} />}
      </div>
    </div>
  )
}
