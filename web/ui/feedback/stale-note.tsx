import { onlineManager } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'

type Props = { query: { isRefetchError: boolean; refetch: () => unknown } }

/** Says that the displayed data is outdated and offers a retry. Renders nothing otherwise. */
export function StaleNote({ query }: Props) {
  const { t } = useTranslation('components')
  if (!query.isRefetchError) return null
  return (
    <p
      role="alert"
      className="mb-3 flex flex-wrap items-center justify-between gap-2 rounded-md bg-bad-wash px-4 py-2 text-sm text-bad"
    >
      {t(onlineManager.isOnline() ? 'stale.failed' : 'stale.offline')}
      <Button variant="quiet" size="sm" onClick={() => void query.refetch()}>
        <RotateCw className="size-4" aria-hidden />
        {t('stale.refresh')}
      </Button>
    </p>
  )
}
