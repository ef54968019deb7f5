import { useForm, useWatch } from 'react-hook-form'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EmailField } from '#web/accounts/email-field.tsx'
import { type Resend, ResendButton, useResendVerification } from '#web/accounts/resend-button.tsx'
import { isApiError, isRefusal } from '#web/api/api-error.ts'
import { paths } from '#web/paths.ts'
import { AccountFrame, Address, SupportLine } from '#web/ui/account-frame.tsx'
import { FormFailure, useFailureText } from '#web/ui/form/form-call.tsx'
import { RetryButton } from '#web/ui/feedback/error-state.tsx'

export function CheckMail({ email }: { email: string | null }) {
  const { t } = useTranslation('forms')
  const address = email === null ? <>{t('verify.check.unknown')}</> : <Address>{email}</Address>
  return (
    <AccountFrame title={t('verify.check.title')} step="check" sun="low" after={<BackLinks />}>
      <p>
        <Trans t={t} i18nKey="verify.check.text" components={{ address }} />
      </p>
      <p className="text-sm text-muted">{t('mailbox.spam')}</p>
      <ResendPart email={email} />
    </AccountFrame>
  )
}

type Props = { error: unknown; email: string | null; onRetry: () => void }

export function VerificationFailed({ error, email, onRetry }: Props) {
  const { t } = useTranslation(['forms', 'errors'])
  const failure = verificationFailureOf(error)
  return (
    <AccountFrame
      title={t(`forms:verify.${titleKeys[failure]}`)}
      isNews
      sun="low"
      after={<BackLinks withRegister />}
    >
      {failure === 'unchecked' ? (
        <>
          <FormFailure error={error} />
          <RetryButton size="lg" onClick={onRetry} />
        </>
      ) : (
        <p>{t(`forms:verify.${failure}.text`)}</p>
      )}
      <ResendPart email={email} />
    </AccountFrame>
  )
}

const titleKeys = {
  expired: 'expired.title',
  failed: 'failed.title',
  unchecked: 'unchecked',
} as const

type VerificationFailure =
  | 'expired'
  | 'failed'
  /** The check failed and can be repeated. */
  | 'unchecked'

/**
 * Expired according to the error code or, as the specification requires, according to the message.
 */
export function verificationFailureOf(error: unknown): VerificationFailure {
  if (!isApiError(error)) return 'unchecked'
  if (error.code === 'verification_link_expired' || /expired/i.test(error.message)) return 'expired'
  return isRefusal(error) ? 'failed' : 'unchecked'
}

function ResendPart({ email }: { email: string | null }) {
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

export function BackLinks({ withRegister = false }: { withRegister?: boolean }) {
  const { t } = useTranslation('forms')
  return (
    <>
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <Link to={paths.login()} className="link font-semibold">
          {t('backToLogin')}
        </Link>
        {withRegister && (
          <Link to={paths.register()} className="link font-semibold">
            {t('toRegister')}
          </Link>
        )}
      </p>
      <SupportLine />
    </>
  )
}
