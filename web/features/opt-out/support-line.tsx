import { useTranslation } from 'react-i18next'
import { useSite } from '#web/lib/site.tsx'

/** For owners who cannot publish a proof: a person reads their message. */
export function SupportLine() {
  const { t } = useTranslation('opt-out')
  const { supportEmail } = useSite()
  return (
    <p className="mt-4 text-sm text-muted">
      {t('promises.support')}{' '}
      <a href={`mailto:${supportEmail}`} className="link inline-block max-w-full wrap-anywhere">
        {supportEmail}
      </a>
    </p>
  )
}
