import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { forgotPassword } from '#contracts/auth.ts'
import { useCall } from '#web/api/use-call.ts'
import { ForgotForm } from './forgot-form.tsx'
import { SentPanel } from './sent-panel.tsx'
import { useSentTo } from './use-sent-to.ts'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { useResend } from '#web/lib/use-resend.ts'
import { paths } from '#web/paths.ts'
import { AccountFrame } from '#web/ui/account-frame.tsx'
import { SupportLine } from '#web/ui/support-line.tsx'

/** Asks for the address, then says where we sent the link. The history entry keeps both, so they survive a reload. */
export function ForgotPasswordPage() {
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
