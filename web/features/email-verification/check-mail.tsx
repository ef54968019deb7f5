import { Trans, useTranslation } from 'react-i18next'
import { BackLinks } from './back-links.tsx'
import { ResendPart } from './resend-part.tsx'
import { AccountFrame } from '#web/ui/account-frame.tsx'
import { Address } from '#web/ui/address.tsx'

/** Shown without a token: where we sent the mail and what to do with it. */
export function CheckMail({ email }: { email: string | null }) {
  const { t } = useTranslation('forms')
  const address = email === null ? <>{t('verify.check.unknown')}</> : <Address>{email}</Address>
  return (
    <AccountFrame title={t('verify.check.title')} step="check" sun="low" after={<BackLinks />}>
      <div className="grid gap-5">
        <p>
          <Trans t={t} i18nKey="verify.check.text" components={{ address }} />
        </p>
        <p className="text-sm text-muted">{t('mailbox.spam')}</p>
        <ResendPart email={email} />
      </div>
    </AccountFrame>
  )
}
