import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '#web/lib/failure-text.ts'
import type { Resend } from '#web/lib/use-resend.ts'
import { useResendVerification } from '#web/lib/use-resend-verification.ts'
import { EmailField } from '#web/ui/email-field.tsx'
import { ResendButton } from '#web/ui/resend-button.tsx'

/** Sends the mail again. Asks for the address when it is unknown. */
export function ResendPart({ email }: { email: string | null }) {
  return email === null ? <AskForAddress /> : <ResendTo email={email} />
}

function ResendTo({ email }: { email: string }) {
  const resend = useResendVerification(email)
  return <SendButton resend={resend} type="button" />
}

function AskForAddress() {
  const form = useForm({ mode: 'onTouched', defaultValues: { email: '' } })
  const email = useWatch({ control: form.control, name: 'email' })
  const resend = useResendVerification(email)
  return (
    <form noValidate onSubmit={form.handleSubmit(resend.send)} className="grid gap-4">
      <EmailField
        error={form.formState.errors.email?.message}
        register={(rules) => form.register('email', rules)}
        enterKeyHint="send"
      />
      <SendButton resend={resend} type="submit" />
    </form>
  )
}

function SendButton({ resend, type }: { resend: Resend; type: 'button' | 'submit' }) {
  const { t } = useTranslation('errors')
  const textOf = useFailureText()
  return (
    <ResendButton
      resend={resend}
      type={type}
      sentText={t('done_verification_sent')}
      failureText={(error) => textOf(error, { fallback: 'verificationResendFailed' })}
    />
  )
}
