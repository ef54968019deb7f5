import { useForm } from 'react-hook-form'
import { Trans, useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { forgotPassword } from '#contracts/accounts/auth.ts'
import { EmailField } from '#web/accounts/email-field.tsx'
import { type Resend, ResendButton, useResend } from '#web/accounts/resend-button.tsx'
import { useCall } from '#web/api/use-call.ts'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { useEarlyInput } from '#web/lib/browser/early-input.ts'
import { useHydrated } from '#web/lib/browser/browser-storage.ts'
import { paths } from '#web/paths.ts'
import { AccountFrame, Address, SupportLine } from '#web/ui/account-frame.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormFailure, useFormCall } from '#web/ui/form/form-call.tsx'
import { textInState } from '#web/lib/navigation/return-state.ts'

/** The history entry keeps the address, so that it survives a reload. */
function ForgotPasswordPage() {
  const { t } = useTranslation('forms')
  const [sentTo, setSentTo] = useSentTo()
  const ask = useCall(forgotPassword)
  const resend = useResend({
    name: 'forgot-password',
    request: () => ask.mutateAsync({ body: { email: sentTo ?? '' } }),
  })
  const onSent = (email: string) => {
    setSentTo(email)
    resend.wait()
  }
  return (
    <>
      <PageMeta page="forgotPassword" />
      <AccountFrame
        title={t(sentTo ? 'forgot.sent.title' : 'forgot.title')}
        lead={sentTo ? undefined : t('forgot.subtitle')}
        step={sentTo ? 'sent' : 'form'}
        sun={sentTo ? 'low' : 'half'}
        after={
          <>
            <p>
              <Link to={paths.login()} className="link font-semibold">
                {t('backToLogin')}
              </Link>
            </p>
            <SupportLine />
          </>
        }
      >
        {sentTo ? (
          <SentPanel
            email={sentTo}
            resend={resend}
            message={ask.data?.message}
            onOther={() => setSentTo(null)}
          />
        ) : (
          <ForgotForm onSent={onSent} />
        )}
      </AccountFrame>
    </>
  )
}

export { ForgotPasswordPage as Component }

export const loader = pageLoader(['forms'])

type Fields = { email: string }

function ForgotForm({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useTranslation('forms')
  const form = useForm<Fields>({ mode: 'onTouched', defaultValues: { email: '' } })
  const formId = useEarlyInput(form, ['email'])
  const isHydrated = useHydrated()
  const ask = useCall(forgotPassword)
  const send = async (fields: Fields) => {
    const email = fields.email.trim()
    await ask.mutateAsync({ body: { email } })
    onSent(email)
  }
  const { submit, failure, isBusy } = useFormCall(form, send, ({ field }) =>
    field === 'email' ? { field } : null,
  )
  return (
    <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <FormFailure error={failure} fallback="forgotFailed" />
      <EmailField
        error={form.formState.errors.email?.message}
        register={(rules) => form.register('email', rules)}
        enterKeyHint="send"
      />
      {/* Before hydration the browser would submit the form natively, and no code would handle it. */}
      <Button type="submit" size="lg" disabled={!isHydrated} isBusy={isBusy}>
        {t(isBusy ? 'resend.sending' : 'forgot.submit')}
      </Button>
    </form>
  )
}

type Props = {
  email: string
  resend: Resend
  message?: string | undefined
  onOther: () => void
}

function SentPanel({ email, resend, message, onOther }: Props) {
  const { t } = useTranslation(['forms', 'errors'])
  return (
    <div className="grid gap-5">
      <p>
        <Trans
          t={t}
          i18nKey="forms:forgot.sent.text"
          components={{ address: <Address>{email}</Address> }}
        />
      </p>
      <p className="text-sm text-muted">{t('forms:mailbox.spam')}</p>
      <ResendButton
        resend={resend}
        sentText={message || t('errors:done_reset_sent')}
        fallback="forgotResendFailed"
      />
      <Button variant="quiet" onClick={onOther}>
        {t('forms:register.pending.other')}
      </Button>
    </div>
  )
}

/** The history entry keeps it, so that a new visit starts empty. */
function useSentTo(): [string | null, (email: string | null) => void] {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const remember = (email: string | null) =>
    void navigate(pathname + search, {
      replace: true,
      state: { sentTo: email },
      preventScrollReset: true,
    })
  return [isHydrated ? textInState(state, 'sentTo') : null, remember]
}
