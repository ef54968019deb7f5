import { Trans, useTranslation } from 'react-i18next'
import { paths } from '#web/paths.ts'
import { Address } from '#web/ui/address.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'

type Props = { email: string; onOther: () => void }

/** Shown to visitors who signed up and return to this page before they confirm the address. */
export function PendingPanel({ email, onOther }: Props) {
  const { t } = useTranslation('forms')
  return (
    <div className="grid gap-5">
      <p>
        <Trans t={t} i18nKey="register.pending.text" components={{ address: <Address>{email}</Address> }} />
      </p>
      <LinkButton to={paths.emailVerification({ email })} size="lg">
        {t('register.pending.continue')}
      </LinkButton>
      <Button variant="secondary" onClick={onOther}>
        {t('register.pending.other')}
      </Button>
    </div>
  )
}
