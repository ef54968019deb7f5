import { useTranslation } from 'react-i18next'
import { useSettled } from '#web/lib/use-settled.ts'

const SAID_AFTER_MS = 500

/** Announces the number of results to screen readers, once it has settled. */
export function ResultCount({ count, isOn }: { count: number; isOn: boolean }) {
  const { t } = useTranslation('palette')
  const settled = useSettled(isOn ? count : null, SAID_AFTER_MS)
  return (
    <p role="status" className="sr-only">
      {settled === null || !isOn ? '' : t('results', { count: settled })}
    </p>
  )
}
