import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'

type Props = { kind: 'failed' | 'offline'; onRetry: () => void }

/** What is shown is not the latest, and how to look again. */
export function StaleNote({ kind, onRetry }: Props) {
  const { t } = useTranslation('list')
  return (
    <p
      role="alert"
      className="mb-3 flex flex-wrap items-center justify-between gap-2 rounded-md bg-bad-wash px-4 py-2 text-sm text-bad"
    >
      {t(kind === 'offline' ? 'offline' : 'stale')}
      <Button variant="quiet" size="sm" onClick={onRetry}>
        <RotateCw className="size-4" aria-hidden />
        {t('refresh')}
      </Button>
    </p>
  )
}
