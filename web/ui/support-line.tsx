import { useTranslation } from 'react-i18next'
import { useSite } from '#web/lib/site.tsx'

/** Contact for people who cannot get into their account. */
export function SupportLine() {
  const { t } = useTranslation('forms')
  const { supportEmail } = useSite()
  return (
    <p>
      {t('support')}{' '}
      <a href={`mailto:${supportEmail}`} className="link inline-block max-w-full wrap-anywhere">
        {supportEmail}
      </a>
    </p>
  )
}
