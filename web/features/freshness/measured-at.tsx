import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'

type Props = {
  measuredAt: string | null
  /** Why the figures below are older than they should be. */
  trouble: 'offline' | 'failed' | null
  isBusy: boolean
  onRetry: () => void
}

/** Time of the measurement. Always two lines high, so that a note about a problem moves nothing. */
export function MeasuredAt({ measuredAt, trouble, isBusy, onRetry }: Props) {
  const { t } = useTranslation('freshness')
  const formats = useFormats()
  return (
    <div className="mt-5 flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      {measuredAt !== null && (
        <p className="text-muted">
          <time dateTime={measuredAt}>{t('measuredAt', { moment: formats.moment(measuredAt) })}</time>
        </p>
      )}
      <output className={trouble ? 'text-bad' : 'text-faint'}>
        {trouble ? t(`stale.${trouble}`) : measuredAt !== null && t('refreshes')}
      </output>
      {trouble && (
        <Button variant="secondary" size="sm" isBusy={isBusy} onClick={onRetry}>
          <RotateCw className="size-4" aria-hidden />
          {t('refresh')}
        </Button>
      )}
    </div>
  )
}
