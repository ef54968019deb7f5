import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'

/** One card failed to load; the other cards stay. */
export function CardFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  const { t } = useTranslation('date-picker')
  return (
    <p role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 text-sm text-bad">
      {text}
      <Button variant="quiet" size="sm" onClick={onRetry} className="text-ink">
        <RotateCw className="size-4" aria-hidden />
        {t('stats.retry')}
      </Button>
    </p>
  )
}

/** True when there is no data and no call is running. */
export const hasFailed = (query: {
  data: unknown
  isError: boolean
  fetchStatus: string
}): boolean => query.data === undefined && query.isError && query.fetchStatus !== 'fetching'
