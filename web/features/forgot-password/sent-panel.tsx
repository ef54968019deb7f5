import { Trans, useTranslation } from 'react-i18next'
import { useFailureText } from '#web/lib/failure-text.ts'
import type { Resend } from '#web/lib/use-resend.ts'
import { Address } from '#web/ui/address.tsx'
import { Button } from '#web/ui/button.tsx'
import { ResendButton } from '#web/ui/resend-button.tsx'

type Props = {
  email: string
  resend: Resend
  /** The server's message for the last request on this screen. */
  message?: string | undefined
  onOther: () => void
}

export function SentPanel({ email, resend, message, onOther }: Props) {
  const { t } = useTranslation(['forms', 'errors'])
  const textOf = useFailureText()
  return (
    <div className="grid gap-5">
      <p>
        <Trans t={t} i18nKey="forms:forgot.sent.text" components={{ address: <Address>{email}</Address> }} />
      </p>
      <p className="text-sm text-muted">{t('forms:mailbox.spam')}</p>
      <ResendButton
        resend={resend}
        sentText={message || t('errors:done_reset_sent')}
        failureText={(error) => textOf(error, { fallback: 'forgotResendFailed' })}
      />
      <Button variant="quiet" onClick={onOther}>
        {t('forms:register.pending.other')}
      </Button>
    </div>
  )
}
