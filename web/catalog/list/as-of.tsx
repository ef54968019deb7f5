import { useTranslation } from 'react-i18next'
import { useFormats } from '#web/lib/i18n/format.ts'

/** Says up to which moment an answer is complete, when it could not include the latest changes. */
export function AsOf({ time }: { time: string | null }) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  return (
    time !== null && (
      <span className="ms-2 text-sm font-normal text-muted">{t('asOf', { time: formats.moment(time) })}</span>
    )
  )
}
